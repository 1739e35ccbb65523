import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(3, 3)

    def forward(self, x):
        hidden = x * 2
        hidden.requires_grad = True
        return self.proj(hidden)


torch.manual_seed(0)
run = torch.compile(Encoder())
run(torch.ones(2, 3))
