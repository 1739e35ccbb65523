import torch
import torch.distributed as dist
import torch.nn as nn


def average(t):
    if dist.is_available() and dist.is_initialized():
        dist.all_reduce(t)
        t = t / dist.get_world_size()
    return t


class Synced(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, x):
        y = self.lin(x)
        mean = average(y.mean(0))
        return y - mean
