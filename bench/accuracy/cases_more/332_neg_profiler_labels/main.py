import torch
import torch.nn as nn
from torch.profiler import record_function


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    @torch.autograd.profiler.record_function("core")
    def core(self, x):
        return torch.relu(self.lin(x))

    def forward(self, x):
        with record_function("forward"):
            h = self.lin(x)
        return self.core(h)
