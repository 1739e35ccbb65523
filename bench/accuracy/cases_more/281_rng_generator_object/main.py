import torch
import torch.nn as nn


class Masked(nn.Module):
    def __init__(self, dim, seed=0):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.gen = torch.Generator().manual_seed(seed)

    def fill(self, x, mask):
        return x.masked_fill(mask, 0.0)

    def forward(self, x):
        mask = torch.rand(x.shape, generator=self.gen) < 0.2
        return self.lin(self.fill(x, mask))
