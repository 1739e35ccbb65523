"""Sums what a mask selects."""
import torch
from torch import nn


class Selected(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(4, 4)

    def forward(self, x, mask):
        return self.proj(x)[mask].sum(0)


torch.manual_seed(0)
model = torch.compile(Selected())
model(torch.ones(3, 4), torch.tensor([True, False, True]))
