import torch
import torch.nn as nn
from tqdm import tqdm


class Stack(nn.Module):
    def __init__(self, dim, depth, verbose=True):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.verbose = verbose

    def block(self, layer, x):
        return x + torch.relu(layer(x))

    def forward(self, x):
        layers = tqdm(self.layers, desc="layers", disable=True) if self.verbose else self.layers
        for layer in layers:
            x = self.block(layer, x)
        return x
