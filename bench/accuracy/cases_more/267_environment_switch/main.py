import os

import torch
import torch.nn as nn


class Kernel(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def naive(self, x):
        return self.lin(x)

    def forward(self, x):
        scale = 2.0 if os.environ.get("CASEKIT_SCALE") else 1.0
        if os.getenv("CASEKIT_FAST", "0") == "1":
            return self.naive(x) * scale
        return self.naive(x) * scale + 1
