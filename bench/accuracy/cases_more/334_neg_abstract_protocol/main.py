import abc
from typing import Protocol, runtime_checkable

import torch
import torch.nn as nn


@runtime_checkable
class HasSigma(Protocol):
    def sigma(self, t): ...


class Schedule(abc.ABC):
    @abc.abstractmethod
    def sigma(self, t):
        ...

    def scaled(self, x, t):
        return x * self.sigma(t)[:, None]


class Cosine(Schedule):
    def sigma(self, t):
        return torch.cos(t * torch.pi / 2).clamp(min=1e-3)


class Runner(nn.Module):
    def __init__(self, dim, schedule: HasSigma):
        super().__init__()
        assert isinstance(schedule, HasSigma)
        self.schedule = schedule
        self.lin = nn.Linear(dim, dim)

    def forward(self, x, t):
        noisy = self.schedule.scaled(x, t)
        if isinstance(self.schedule, Schedule):
            noisy = noisy + 1
        return self.lin(noisy)


def build():
    return torch.compile(Runner(4, Cosine()))
