# differs: inputs unbroken
import torch
import torch.nn as nn


class Featurizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.full((3,), 0.5))
        self.register_buffer("std", torch.full((3,), 2.0))

    def normalise(self, x):
        x = x - self.mean
        x = x / self.std
        return x

    def forward(self, x, y):
        y = y.clamp(min=0).mul(2)
        return self.normalise(x) + y


run = torch.compile(Featurizer())
run(torch.ones(2, 3), torch.ones(2, 3))
