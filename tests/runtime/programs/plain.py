"""Compiles nothing: `verify` looks for what could be compiled."""

import sys

import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x).relu()


class Tools:
    @staticmethod
    def shifted(x):
        return x + 1


net = Net()
net(torch.randn(2, 4)).sum().backward()
Tools.shifted(torch.ones(2))
print(sys.argv[1:])
