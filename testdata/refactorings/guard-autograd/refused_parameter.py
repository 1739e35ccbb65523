import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))

    def forward(self, x):
        self.scale.requires_grad_(False)  # refused: is a parameter
        return x * self.scale


run = torch.compile(Encoder())
run(torch.ones(2, 3))
