"""Regions that give no comparison: each name says which verdict is due (with `_` for `-`)."""

import itertools
import os
import time

import torch

counting = itertools.count()


def breaks_compiler(gm, example_inputs):
    raise NotImplementedError("this backend compiles nothing")


def dies(gm, example_inputs):
    os.abort()


def hangs(gm, example_inputs):
    time.sleep(1000)


@torch.compile(backend=breaks_compiler)
def error__compiler_fails(x):
    return x + 1


@torch.compile(backend=dies)
def error__compiler_dies(x):
    return x + 1


@torch.compile(backend=hangs)
def error__compiler_hangs(x):
    return x + 1


@torch.compile(backend="eager")
def nondeterministic_eager__clock(x):
    return x + time.perf_counter_ns() % 1000


@torch._dynamo.disable
def not_for_dynamo(x):
    return x + 1


@torch.compile(backend="eager")
def not_compiled__skipped(x):
    return not_for_dynamo(x)


@torch.compile(backend="eager", fullgraph=True)
def error__breaks_a_full_graph(x):
    if x.sum() > 0:
        return x + 1
    return x


@torch.compile(backend="eager")
def not_compiled__never_called(x):
    return x


for region in (error__compiler_fails, error__compiler_dies, error__compiler_hangs, nondeterministic_eager__clock, not_compiled__skipped,
               error__breaks_a_full_graph):  # fmt: skip
    region(torch.ones(4))
print("the program ended")
