import torch
import torch.nn as nn


class Regular(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, 1))
        self.scales = nn.ParameterDict({"a": nn.Parameter(torch.ones(1)), "b": nn.Parameter(torch.ones(1))})
        self.shifts = nn.ParameterList(nn.Parameter(torch.zeros(1)) for _ in range(2))

    def penalty(self):
        total = 0.0
        for name, p in self.net.named_parameters():
            if name.endswith("weight") and p.requires_grad:
                total = total + p.square().sum()
        return total

    def forward(self, x):
        y = self.net(x)
        for k in self.scales:
            y = y * self.scales[k]
        for s in self.shifts:
            y = y + s
        first = next(self.parameters())
        n = sum(p.numel() for p in self.parameters())
        return y.to(first.dtype) + 1e-4 * self.penalty() / n
