import random

import torch
import torch.nn as nn

SEED = random.Random(3).randint(0, 10)


class Drop(nn.Module):
    def __init__(self, dim, p=0.2):
        super().__init__()
        self.p = p
        self.order = list(range(dim))
        random.shuffle(self.order)
        self.lin = nn.Linear(dim, dim)

    def keep(self, x):
        mask = torch.rand(x.shape[0], 1, device=x.device) >= self.p
        return mask.to(x.dtype) / (1 - self.p)

    def forward(self, x):
        y = self.lin(x[:, self.order])
        if self.training:
            y = y * self.keep(y) + torch.randn_like(y) * 0.01
            y = y[torch.randperm(y.shape[0])]
            y = torch.bernoulli(torch.full_like(y, 0.9)) * y
        return y + SEED
