import functools

import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, x):
        return torch.relu(self.lin(x))


def wrap_blocks(model):
    for i, block in enumerate(model):
        model[i] = torch.compile(block, backend="eager")
    return model


@functools.lru_cache(maxsize=None)
def fast_sum():
    return torch.compile(lambda x: x.sum(0), backend="eager")


def serve(x):
    model = wrap_blocks(nn.ModuleList(Block(4) for _ in range(2)))
    extra = Block(4)
    extra.compile(backend="eager")
    step = getattr(torch, "compile")(extra.forward, backend="eager")
    for block in model:
        x = block(x)
    return fast_sum()(step(extra(x)))
