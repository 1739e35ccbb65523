import torch
import torch.nn as nn


class Finetune(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.base = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, 1)

    def head_only(self, h):
        return self.head(h)

    def forward(self, x, freeze: bool):
        for p in self.base.parameters():
            p.requires_grad_(not freeze)
        h = self.base(x)
        if freeze:
            h = h.detach()
        return self.head_only(h)
