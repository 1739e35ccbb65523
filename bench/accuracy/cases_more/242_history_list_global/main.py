import torch
import torch.nn as nn

HISTORY = []
LIMITS = {"max": 10.0}


class Monitor(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def head(self, x):
        return self.lin(x).clamp(-LIMITS["max"], LIMITS["max"])

    def forward(self, x):
        y = self.head(x)
        local = []
        local.append(y.mean())
        HISTORY.append(y.detach().norm())
        return y + local[0]
