import random

import torch
import torch.nn as nn


class Augment(nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def flip(self, x):
        return x.flip(-1)

    def roll(self, x):
        return x.roll(1, -1)

    def forward(self, x):
        if random.random() < self.p:
            x = self.flip(x)
        op = random.choice([self.flip, self.roll])
        return op(x)
