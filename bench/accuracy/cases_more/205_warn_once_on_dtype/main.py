import warnings

import torch
import torch.nn as nn


class Norm(nn.Module):
    def __init__(self, dim, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.eps = eps
        if eps > 1e-3:
            warnings.warn("large eps")

    def scale(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        if x.dtype == torch.float64:
            warnings.warn(f"{type(self).__name__} got {x.dtype}, casting")
            x = x.float()
        return self.scale(x) * self.weight


def run():
    return torch.compile(Norm(4))(torch.randn(2, 4, dtype=torch.float64))
