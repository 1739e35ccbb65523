import torch
import torch.nn as nn


class Adaptive(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.halt = nn.Linear(dim, 1)

    def cell(self, x):
        return x + torch.tanh(self.lin(x))

    def forward(self, x):
        n = self.halt(x).sigmoid().mean().mul(4).ceil().int()
        for _ in range(2):
            x = self.cell(x)
        for _ in range(n):
            x = self.cell(x)
        return x
