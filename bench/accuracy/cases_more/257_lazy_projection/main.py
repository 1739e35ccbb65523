import torch
import torch.nn as nn


class LazyProject(nn.Module):
    """Makes its projection at the first call."""

    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.project = None
        self.out = nn.Linear(dim, dim)

    def tail(self, h):
        return self.out(h)

    def forward(self, x):
        if self.project is None:
            self.project = nn.Linear(x.shape[-1], self.dim)
        return self.tail(self.project(x))
