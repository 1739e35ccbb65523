import torch
import torch.nn as nn
import torch.nn.functional as F


class Expert(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.w1, self.w2 = nn.Linear(d, 2 * d), nn.Linear(2 * d, d)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)))


class MoE(nn.Module):
    def __init__(self, d=16, experts=4, k=2):
        super().__init__()
        self.gate = nn.Linear(d, experts, bias=False)
        self.experts = nn.ModuleList([Expert(d) for _ in range(experts)])
        self.k = k
        self.register_buffer("usage", torch.zeros(experts))

    def forward(self, x):
        shape = x.shape
        x = x.view(-1, shape[-1])
        weights, chosen = self.gate(x).softmax(-1).topk(self.k, dim=-1)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            token, slot = torch.where(chosen == i)
            if token.numel() == 0:
                continue
            out[token] += weights[token, slot, None] * expert(x[token])
        self.usage += F.one_hot(chosen, len(self.experts)).sum((0, 1)).float()
        return out.view(shape)


torch.manual_seed(0)
layer = MoE().eval()
fast = torch.compile(layer)
with torch.no_grad():
    for n in (4, 6):
        fast(torch.randn(2, n, 16))
