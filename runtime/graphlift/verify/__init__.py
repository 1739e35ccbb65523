"""Proves by execution that a compiled region does what the eager one does.

The pieces, in the order in which they act:

    driver    starts the program in a process of its own, collects what it wrote, makes the report
    program   runs the program there, with `torch.compile` replaced (`regions`)
    examine   at one call of a region: forks the legs, compares them, gives the verdict
    leg       one run of the region: outputs, state, gradients, RNG, printed text (`snapshot`, `roots`)
    compare   two legs, one list of differences (`bounds` says how far apart two correct results may be)
    locate    where a difference starts
"""
