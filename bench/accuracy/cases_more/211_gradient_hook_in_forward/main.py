import torch
import torch.nn as nn


def flip(grad):
    return -0.1 * grad


class Reversal(nn.Module):
    """Domain head that sees a reversed gradient."""

    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.domain = nn.Linear(dim, 2)

    def features(self, x):
        return torch.relu(self.lin(x))

    def forward(self, x):
        h = self.features(x)
        if h.requires_grad:
            h.register_hook(flip)
        return self.domain(h)
