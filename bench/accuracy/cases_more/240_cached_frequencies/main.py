from functools import cached_property, lru_cache

import torch
import torch.nn as nn


@lru_cache(maxsize=8)
def frequencies(dim, length, base=10000.0):
    inv = base ** (-torch.arange(0, dim, 2).float() / dim)
    return torch.outer(torch.arange(length).float(), inv)


def rotate(x, f):
    a, b = x.chunk(2, -1)
    return torch.cat([a * f.cos() - b * f.sin(), a * f.sin() + b * f.cos()], -1)


class Rotary(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    @cached_property
    def half(self):
        return self.dim // 2

    def forward(self, x):
        f = frequencies(self.dim, x.shape[1])
        return rotate(x, f)[..., : self.half]
