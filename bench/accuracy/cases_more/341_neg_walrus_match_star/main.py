import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, dim, reduction="mean"):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.reduction = reduction

    def reduce(self, x):
        match self.reduction:
            case "mean":
                return x.mean()
            case "sum" | "total":
                return x.sum()
            case _:
                return x

    def forward(self, *xs, scale=None):
        first, *others = xs
        if (n := len(others)) > 0:
            first = first + sum(others) / n
        head, tail = first[..., :1], first[..., 1:]
        y = self.lin(torch.cat((tail, head), -1))
        while n > 1:
            y = y * 0.5
            n -= 1
        return self.reduce(y if scale is None else y * scale)
