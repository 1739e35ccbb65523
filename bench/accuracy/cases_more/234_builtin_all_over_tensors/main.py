import torch
import torch.nn as nn


class Guarded(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.parts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(3))

    def mix(self, hs):
        return torch.stack(hs).mean(0)

    def forward(self, x):
        hs = [p(x) for p in self.parts]
        if any(h.isnan().any() for h in hs):
            return x
        if all(h.shape == x.shape for h in hs):
            return self.mix(hs) + x
        return self.mix(hs)
