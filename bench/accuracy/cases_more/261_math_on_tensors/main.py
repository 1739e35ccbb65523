import math

import torch
import torch.nn as nn


class Scaler(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(()))
        self.dim = dim

    def plain(self, x):
        return x / math.sqrt(self.dim) * math.log(x.shape[0] + 1)

    def forward(self, x):
        y = self.plain(x)
        gain = math.exp(self.scale)
        return y * gain
