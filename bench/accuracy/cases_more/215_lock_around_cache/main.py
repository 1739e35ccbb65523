import threading

import torch
import torch.nn as nn


class Shared(nn.Module):
    """Served from several threads; guards its scratch table."""

    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.lock = threading.Lock()
        self.table = {}

    def compute(self, x):
        return torch.tanh(self.lin(x))

    def forward(self, x, key):
        y = self.compute(x)
        with self.lock:
            seen = key in self.table
        return y if seen else y * 0.5
