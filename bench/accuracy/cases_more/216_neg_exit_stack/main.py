import contextlib

import torch
import torch.nn as nn


class Mixed(nn.Module):
    def __init__(self, dim, frozen=False):
        super().__init__()
        self.enc = nn.Linear(dim, dim)
        self.dec = nn.Linear(dim, dim)
        self.frozen = frozen

    def contexts(self):
        return torch.no_grad() if self.frozen else contextlib.nullcontext()

    def forward(self, x):
        with self.contexts():
            h = self.enc(x)
        with torch.set_grad_enabled(not self.frozen):
            h = torch.relu(h)
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16, enabled=False):
            y = self.dec(h)
        return y
