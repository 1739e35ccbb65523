import torch
import torch.nn as nn


class MoE(nn.Module):
    def __init__(self, dim, experts):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))

    def route(self, x):
        return self.gate(x).softmax(-1).max(-1)

    def forward(self, x):
        weight, chosen = self.route(x)
        out = torch.zeros_like(x)
        order = chosen.argsort()
        counts = torch.bincount(chosen, minlength=len(self.experts)).tolist()
        start = 0
        for expert, n in zip(self.experts, counts):
            rows = order[start:start + n]
            out[rows] = expert(x[rows])
            start += n
        return out * weight[:, None]
