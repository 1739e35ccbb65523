import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Deep(nn.Module):
    def __init__(self, dim, depth, save=True):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Sequential(nn.Linear(dim, dim), nn.GELU()) for _ in range(depth))
        self.save = save

    def run(self, block, x, scale):
        return x + scale * block(x)

    def forward(self, x):
        for i, block in enumerate(self.blocks):
            if self.save and self.training:
                x = checkpoint(self.run, block, x, 1.0 / (i + 1), use_reentrant=False)
            else:
                x = self.run(block, x, 1.0 / (i + 1))
        return x
