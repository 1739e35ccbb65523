import torch
import torch.nn as nn


class Noisy(nn.Module):
    """Repeatable noise per call."""

    def __init__(self, dim, seed=3):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.seed = seed

    def body(self, x):
        return self.lin(x)

    def forward(self, x):
        torch.manual_seed(self.seed)
        noise = torch.randn_like(x) * 0.1
        return self.body(x + noise)
