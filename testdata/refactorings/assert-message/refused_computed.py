import torch


def describe(x):
    return str(x.shape)


def root(x):
    assert (x >= 0).all(), describe(x)  # refused: has no constant part
    return x.sqrt()


run = torch.compile(root)
run(torch.ones(3))
