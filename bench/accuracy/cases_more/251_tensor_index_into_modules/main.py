import torch
import torch.nn as nn


class Heads(nn.Module):
    def __init__(self, dim, n):
        super().__init__()
        self.base = nn.Linear(dim, dim)
        self.names = ["a", "b", "c"][:n]
        self.heads = nn.ModuleList(nn.Linear(dim, 1) for _ in range(n))

    def trunk(self, x):
        return torch.relu(self.base(x))

    def forward(self, x, task):
        h = self.trunk(x)
        shared = self.heads[0](h)
        name = self.names[task]
        return shared + self.heads[self.names.index(name)](h)
