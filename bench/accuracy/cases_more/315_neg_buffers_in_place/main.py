import torch
import torch.nn as nn


class Codebook(nn.Module):
    def __init__(self, n, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codes", torch.randn(n, dim))
        self.register_buffer("usage", torch.zeros(n))
        self.register_buffer("steps", torch.zeros((), dtype=torch.long))

    @torch.no_grad()
    def update(self, x, idx):
        hits = torch.zeros_like(self.usage).index_add_(0, idx, torch.ones_like(idx, dtype=self.usage.dtype))
        self.usage.mul_(self.decay).add_(hits, alpha=1 - self.decay)
        self.codes.index_add_(0, idx, 0.01 * x)
        self.steps += 1

    def forward(self, x):
        idx = torch.cdist(x, self.codes).argmin(-1)
        if self.training:
            self.update(x, idx)
        q = self.codes[idx]
        return x + (q - x).detach(), idx
