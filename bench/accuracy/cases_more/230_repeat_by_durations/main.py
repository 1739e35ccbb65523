import torch
import torch.nn as nn


class LengthRegulator(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dur = nn.Linear(dim, 1)

    def predict(self, x):
        return self.dur(x).squeeze(-1).exp().round().clamp(1, 3).long()

    def forward(self, x):
        d = self.predict(x)
        coarse = x.repeat_interleave(2, dim=0)
        fine = torch.repeat_interleave(x, d, dim=0)
        return coarse.mean(0) + fine.mean(0)
