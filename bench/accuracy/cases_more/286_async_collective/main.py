import torch
import torch.nn as nn


class Handle:
    """A result that is computed when someone waits for it."""

    def __init__(self, fn, *args):
        self.fn = fn
        self.args = args
        self.value = None

    def wait(self):
        if self.value is None:
            self.value = self.fn(*self.args)
        return self.value


class Exchange(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def scale(self, x):
        return x * 2

    def forward(self, x):
        pending = Handle(self.scale, x)
        y = self.lin(x)
        return y + pending.wait()
