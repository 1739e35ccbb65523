import torch
import torch.nn as nn


class Stats:
    calls = 0
    rows = 0


class Layer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.eye(dim))

    def apply_weight(self, x):
        return x @ self.weight

    def forward(self, x):
        Stats.calls += 1
        return self.apply_weight(x)
