import torch
import torch.nn as nn


class Registry(type):
    known = {}

    def __new__(mcs, name, bases, space):
        cls = super().__new__(mcs, name, bases, space)
        if bases:
            mcs.known[name.lower()] = cls
        return cls


class Pooling(metaclass=Registry):
    def __call__(self, x):
        raise NotImplementedError


class Mean(Pooling):
    def __call__(self, x):
        return x.mean(1)


class Last(Pooling):
    def __call__(self, x):
        return x[:, -1]


class Head(nn.Module):
    def __init__(self, dim, pooling="mean"):
        super().__init__()
        self.pool = Registry.known[pooling]()
        self.lin = nn.Linear(dim, 1)

    def forward(self, x):
        return self.lin(self.pool(x))
