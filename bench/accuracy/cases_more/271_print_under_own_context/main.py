import contextlib

import torch
import torch.nn as nn


@contextlib.contextmanager
def stage(state, name):
    state.append(name)
    try:
        yield
    finally:
        state.pop()


class Staged(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.out = nn.Linear(dim, 1)

    def head(self, h):
        return self.out(h)

    def forward(self, x):
        names = []
        with stage(names, "encode"):
            h = self.lin(x)
            print("in", names[-1])
        with torch.no_grad():
            m = h.mean()
        return self.head(h - m)
