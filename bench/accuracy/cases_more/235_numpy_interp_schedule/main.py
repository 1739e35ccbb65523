import numpy as np
import torch
import torch.nn as nn


class Warp(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.grid = np.linspace(0.0, 1.0, n)
        self.lin = nn.Linear(n, n)

    def base(self, x):
        return self.lin(x)

    def forward(self, x, gamma):
        y = self.base(x)
        curve = np.power(self.grid, 2.0)
        bent = np.interp(curve, self.grid, self.grid)
        return y * torch.from_numpy(bent).float() * gamma
