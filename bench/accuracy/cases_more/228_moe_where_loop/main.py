import torch
import torch.nn as nn
import torch.nn.functional as F


class SparseMoe(nn.Module):
    def __init__(self, dim, experts=3, top=2):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.experts = nn.ModuleList(nn.Linear(dim, dim) for _ in range(experts))
        self.top = top

    def scores(self, x):
        w, idx = torch.topk(self.gate(x).softmax(-1), self.top, dim=-1)
        return w / w.sum(-1, keepdim=True), idx

    def forward(self, x):
        w, idx = self.scores(x)
        mask = F.one_hot(idx, num_classes=len(self.experts)).permute(2, 1, 0)
        out = torch.zeros_like(x)
        for i, expert in enumerate(self.experts):
            slot, token = torch.where(mask[i])
            out.index_add_(0, token, expert(x[token]) * w[token, slot, None])
        return out
