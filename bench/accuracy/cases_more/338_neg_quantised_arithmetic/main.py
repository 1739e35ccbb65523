import torch
import torch.nn as nn
import torch.nn.functional as F


class FakeQuant(nn.Module):
    def __init__(self, dim, bits=8):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.low, self.high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
        packed = torch.randint(0, 16, (dim, dim // 2), dtype=torch.uint8)
        self.register_buffer("packed", packed)

    def scale(self, w):
        return w.detach().abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / self.high

    def forward(self, x):
        w = self.lin.weight
        s = self.scale(w)
        q = torch.clamp(torch.round(w / s), self.low, self.high).to(torch.int8)
        w = w + (q.to(w.dtype) * s - w).detach()
        low, high = self.packed & 0xF, self.packed >> 4
        four = torch.stack([low, high], -1).flatten(1).to(x.dtype) - 8
        return F.linear(x, w) + F.linear(x, four)
