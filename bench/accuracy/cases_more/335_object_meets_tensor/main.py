import torch
import torch.nn as nn


class Clamped:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner=None):
        return self if obj is None else getattr(obj, self.name)

    def __set__(self, obj, value):
        setattr(obj, self.name, min(max(value, self.low), self.high))


class Options:
    rate = Clamped(0.0, 1.0)

    def __init__(self, rate):
        self.rate = rate


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __matmul__(self, m):
        return Point(self.x @ m, self.y @ m)


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.eye(dim))

    def forward(self, x, y):
        o = Options(1.7)
        p = (Point(x, y) + Point(y, x)) @ self.weight
        return p.x * o.rate + p.y
