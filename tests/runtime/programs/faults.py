"""Regions that a wrong backend, or a wrong compiler, changes: the name of each says in which dimension (DIMENSION__what).

`torch.compiler.is_compiling()` stands for a compiler that loses something on the Python side: what it guards happens in eager only.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

import wrong

torch.manual_seed(0)
compiling = torch.compiler.is_compiling


def compiled(backend="eager"):
    return lambda function: torch.compile(function, backend=backend)


class Counter:
    def __init__(self):
        self.calls = 0
        self.log = []


counter = Counter()
total = 0


@compiled(wrong.swaps("gelu", wrong.wrong_gelu))
def output__swaps_gelu(x, w):
    return F.gelu(x @ w).sum(-1)


@compiled(wrong.one_element(1e-5))
def output__one_element(x, w):
    return torch.exp(x @ w)


@compiled(wrong.to_double)
def output__dtype(x, w):
    return x @ w


@compiled(wrong.other_strides)
def layout__strides(x, w):
    return x @ w


@compiled(wrong.drops_mutation)
def mutation__drops_add(x, w):
    x.add_(1)
    return x @ w


@compiled(wrong.copies_output)
def alias__copies_view(x, w):
    return x.view(-1)


@compiled(wrong.shares_outputs)
def alias__shares_outputs(x, w):
    return x * 2, x * 2


@compiled(wrong.draws_more)
def rng__draws_more(x, w):
    return F.dropout(x, 0.5)


@compiled(wrong.reorders_random)
def rng__reorders(x, w):
    return torch.rand_like(x) * 2 + torch.rand_like(x)


@compiled(wrong.scales_gradient(1.001))
def gradient__scaled(x, w):
    return torch.tanh(x @ w)


@compiled(wrong.mutates_input)
def mutation__scratch(x, w):
    return x @ w


@compiled(wrong.raises(ValueError))
def exception__raises(x, w):
    return x + 1


@compiled(wrong.other_exception)
def exception__other_type(x, w):
    return x.index_select(0, torch.tensor([1000]))


@compiled()
def python_effect__counter(x, w):
    if not compiling():
        counter.calls += 1
    return x + 1


@compiled()
def python_effect__global(x, w):
    global total
    total += 1 if compiling() else 2
    return x + 1


@compiled()
def stdout__lost(x, w):
    if not compiling():
        print("in eager only")
    return x + 1


class Normed(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(8)
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        return self.linear(self.norm(x))


normed = Normed()


@compiled(wrong.mutates_parameter)
def state__parameter(x, w):
    return normed(x)


class Hooked(nn.Module):
    def forward(self, x):
        return x * 2


def note_call(module, inputs, output):
    if not compiling():
        counter.log.append("hook")


hooked = Hooked()
hooked.register_forward_hook(note_call)


@compiled()
def hook__lost(x, w):
    return hooked(x)


def main():
    for name, region in list(globals().items()):
        if "__" in name and not name.startswith("__"):
            x, w = torch.randn(16, 8), torch.randn(8, 8, requires_grad=True)
            try:
                region(x, w)
            except (IndexError, RuntimeError, ValueError):
                pass


main()
