import gc
import sys

import torch
import torch.nn as nn


class Tracked(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def core(self, x):
        return self.lin(x)

    def forward(self, x):
        y = self.core(x)
        if sys.version_info >= (3, 8):
            y = y * 1.0
        gc.collect()
        return y
