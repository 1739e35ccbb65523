import itertools

import torch
import torch.nn as nn


class Tower(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))

    def walk(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            yield i, x

    def forward(self, x):
        total = torch.zeros_like(x)
        for i, h in self.walk(x):
            total = total + h / (i + 1)
        tops = [h for _, h in itertools.islice(self.walk(x), 2)]
        peak = sum(h.abs().amax() for _, h in self.walk(x))
        a, *rest = (layer(x) for layer in self.layers)
        return total + peak + a + len(rest) + tops[0]
