import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(3, 3), nn.GELU())

    def forward(self, x):
        if self.training and torch.rand(()) < 0.5:
            return x
        return x + self.inner(x)


def either(x, off=False):
    if off or x.sum() > 2:
        return x * 2
    return x - 1


torch.manual_seed(0)
block = torch.compile(Block())
for _ in range(3):
    block(torch.ones(2, 3))
run = torch.compile(either)
run(torch.ones(3))
run(torch.zeros(3))
run(torch.zeros(3), True)
