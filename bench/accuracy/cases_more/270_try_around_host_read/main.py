import torch
import torch.nn as nn


class Robust(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.scales = {"small": 0.5, "large": 2.0}

    def lookup(self, kind):
        try:
            return self.scales[kind]
        except KeyError:
            return 1.0

    def forward(self, x, kind):
        y = self.lin(x) * self.lookup(kind)
        try:
            peak = y.abs().max().item()
        except RuntimeError:
            peak = 0.0
        return y / (peak + 1e-6)
