"""Regions that behave alike eager and compiled. `inductor__…` are compiled by Inductor, the rest by AOTAutograd alone."""

import random
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
history = []
settings = {"scale": 2.0, "calls": 0}


regions = []


def compiled(function):
    regions.append(function.__name__)
    return torch.compile(function, backend="inductor" if function.__name__.startswith("inductor__") else "aot_eager")


@compiled
def inductor__long_sum(x):
    return x.sum(0), torch.softmax(x, -1)


@compiled
def inductor__bfloat16(x):
    return F.layer_norm(F.gelu(x.bfloat16() * 1.5 + 1), (256,)).sum(-1)


@compiled
def bfloat16_norm(x):
    return F.layer_norm(x.bfloat16(), (256,)).mean(0)


@compiled
def mutates_its_argument(x):
    x.mul_(2).add_(1)
    return x.sum(1)


@compiled
def gives_a_view(x):
    return x[:, :8], x.t()


@compiled
def gives_its_argument(x):
    return x, x * 2


@compiled
def draws(x):
    return F.dropout(x, 0.3) + torch.rand_like(x)


@compiled
def draws_in_python(x):
    return x * random.random() + float(np.random.rand())


@compiled
def changes_python_state(x):
    settings["calls"] += 1
    history.append(x.shape[0])
    return x * settings["scale"]


@compiled
def prints(x):
    print("shape", x.shape)
    print("to stderr", file=sys.stderr)
    return x + 1


@compiled
def breaks_on_data(x):
    if x.sum() > 0:
        return x * 2
    return x * 3


@compiled
def raises(x):
    return F.embedding(torch.tensor([10_000]), x)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(256)
        self.linear = nn.Linear(256, 16)
        self.seen = 0

    def forward(self, x):
        self.seen += 1
        return F.gelu(self.linear(self.norm(x)))


block = Block()
block.register_forward_hook(lambda module, inputs, output: history.append(float(output.shape[1])))
optimizer = torch.optim.SGD(block.parameters(), lr=1e-2, momentum=0.9)


@compiled
def trains(x):
    optimizer.zero_grad()
    loss = block(x).square().mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


def main():
    for name, region in list(globals().items()):
        if name in regions:
            try:
                region(torch.randn(1024, 256))
            except IndexError:
                pass
    model = torch.compile(block, backend="aot_eager")
    for rows in (8, 8, 12):
        model(torch.randn(rows, 256, requires_grad=True)).sum().backward()
    block.compile(backend="eager")
    block(torch.randn(8, 256))


main()
