import torch
import torch.nn as nn


class Window:
    def __init__(self, size):
        self._size = size

    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, value):
        if value < 1:
            raise ValueError("window must be positive")
        self._size = value

    def __len__(self):
        return self._size

    def __contains__(self, n):
        return 0 <= n < self._size


class Scaled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    @property
    def weight(self):
        return self.lin.weight.t()

    def forward(self, x):
        window = Window(2)
        window.size = min(x.shape[1], 3)
        y = x @ self.weight
        if 1 in window and len(window) > 2:
            y = y[:, : window.size]
        return y
