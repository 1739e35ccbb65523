import dataclasses
from dataclasses import dataclass, field
from typing import NamedTuple, Optional

import torch
import torch.nn as nn


@dataclass(frozen=True)
class Spec:
    rows: int
    cols: int

    @classmethod
    def of(cls, x):
        return cls(*x.shape[-2:])


@dataclass
class State:
    h: torch.Tensor
    n: int = 0
    extra: dict = field(default_factory=dict)

    def step(self, h):
        return dataclasses.replace(self, h=h, n=self.n + 1)


class Output(NamedTuple):
    value: torch.Tensor
    spec: Spec
    aux: Optional[torch.Tensor] = None


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, x):
        spec = Spec.of(x)
        state = State(torch.zeros_like(x))
        for _ in range(2):
            state = state.step(torch.tanh(self.lin(state.h + x)))
        state.extra["norm"] = state.h.norm()
        return Output(state.h / spec.cols * state.n, spec, aux=state.extra["norm"])
