import torch
import torch.nn as nn


def shape_logger(name):
    def hook(module, args, output):
        print(f"{name}: {tuple(output.shape)}")
    return hook


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Linear(dim, dim)
        self.head = nn.Linear(dim, 1)
        self.body.register_forward_hook(shape_logger("body"))

    def head_of(self, h):
        return self.head(torch.relu(h))

    def forward(self, x):
        return self.head_of(self.body(x))
