from typing import Optional

import torch
import torch.nn as nn


class Gate(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def wide(self, x, mask: Optional[torch.Tensor] = None):
        return x if mask is None else x * mask

    def forward(self, x, mask: Optional[torch.Tensor] = None):
        h = self.wide(self.lin(x), mask)
        energy = h.pow(2).mean()
        h = h * 0.5 if energy > 1.0 else h
        empty = not h.abs().sum()
        return h, empty
