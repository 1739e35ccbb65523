import torch
import torch.nn as nn


class Tap(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())
        self.kept = []

    def keep(self, module, args, output):
        return output * 2

    def forward(self, x):
        handle = self.net[0].register_forward_hook(self.keep)
        y = self.net(x)
        handle.remove()
        return y
