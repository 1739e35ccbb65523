"""Blocks chosen from a registry by attrs classes and frozendicts, chained with more_itertools."""
import attr
import more_itertools
import torch
from frozendict import frozendict
from torch import nn

REGISTRY = {}


def register(name):
    def add(cls):
        REGISTRY[name] = cls
        return cls
    return add


@attr.s(frozen=True, auto_attribs=True)
class Spec:
    kind: str
    width: int
    options: frozendict = attr.ib(factory=frozendict)


@register("linear")
class LinearBlock(nn.Module):
    def __init__(self, width, bias=True):
        super().__init__()
        self.layer = nn.Linear(width, width, bias=bias)

    def forward(self, x):
        return x + self.layer(x).relu()


@register("gate")
class GateBlock(nn.Module):
    def __init__(self, width, temperature=1.0):
        super().__init__()
        self.gate, self.temperature = nn.Linear(width, width), temperature

    def forward(self, x):
        return x * torch.sigmoid(self.gate(x) / self.temperature)


class Net(nn.Module):
    def __init__(self, specs):
        super().__init__()
        self.specs = specs
        self.blocks = nn.ModuleList(REGISTRY[s.kind](s.width, **s.options) for s in specs)

    def forward(self, x):
        for pair in more_itertools.chunked(self.blocks, 2):
            for block in pair:
                x = block(x)
        kinds = [s.kind for s in self.specs if s.options.get("temperature", 0) > 1]
        return x * len(kinds)


torch.manual_seed(0)
specs = [Spec("linear", 8), Spec("gate", 8, frozendict(temperature=2.0)), Spec("linear", 8, frozendict(bias=False))]
net = torch.compile(Net(specs).eval())
with torch.no_grad():
    for n in (2, 4):
        out = net(torch.randn(n, 8))
