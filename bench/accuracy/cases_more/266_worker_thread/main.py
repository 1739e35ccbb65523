import threading

import torch
import torch.nn as nn


class Async(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.done = threading.Event()

    def local(self, x):
        return self.lin(x)

    def forward(self, x):
        y = self.local(x)
        self.done.set()
        return torch.relu(y)
