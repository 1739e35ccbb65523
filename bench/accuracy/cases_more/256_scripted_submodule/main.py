import torch
import torch.nn as nn


class Inner(nn.Module):
    def __init__(self, dim: int):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.lin(x))


class Wrapper(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.inner = torch.jit.script(Inner(dim))
        self.out = nn.Linear(dim, dim)

    def post(self, h):
        return self.out(h)

    def forward(self, x):
        return self.post(self.inner(x))
