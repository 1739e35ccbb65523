import numpy as np
import torch
import torch.nn as nn
from scipy import signal


class Filtered(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin = nn.Linear(n, n)
        self.taps = np.ones(3) / 3.0

    def lin_part(self, x):
        return self.lin(x)

    def forward(self, x):
        y = self.lin_part(x)
        wave = y.detach().numpy()
        wave = signal.lfilter(self.taps, [1.0], wave)
        return y + torch.from_numpy(np.ascontiguousarray(wave)).to(y.dtype)
