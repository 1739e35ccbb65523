import torch
import torch.nn as nn


class Missing(KeyError):
    pass


class Lookup(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.table = {"a": 2.0}

    def gain(self, name):
        if name not in self.table:
            raise Missing(name)
        return self.table[name]

    def forward(self, x, name="b"):
        try:
            g = self.gain(name)
        except Missing:
            g = 1.0
        else:
            g = g * 2
        finally:
            x = x + 1
        try:
            depth = int("7")
        except ValueError as error:
            depth = len(str(error))
        return self.lin(x) * g * depth
