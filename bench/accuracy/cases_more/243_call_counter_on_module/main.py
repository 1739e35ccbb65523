import torch
import torch.nn as nn


class Warmup(nn.Module):
    def __init__(self, dim, steps=100):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.steps = steps
        self.count = 0
        self.register_buffer("total", torch.zeros(()))

    def body(self, x):
        return torch.tanh(self.lin(x))

    def forward(self, x):
        self.count += 1
        self.total += 1
        gain = min(1.0, self.count / self.steps)
        return self.body(x) * gain
