import torch
import torch.nn as nn


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, x):
        return torch.relu(self.lin(x))


class Runner:
    def __init__(self, dim, compile_model=True):
        self.unet = Block(dim)
        self.vae = Block(dim)
        self.blocks = [Block(dim) for _ in range(2)]
        if compile_model:
            torch.compile(self.unet, dynamic=True)
            self.vae = torch.compile(self.vae, dynamic=True)
            for block in self.blocks:
                block = torch.compile(block)

    def sample(self, x):
        for b in self.blocks:
            x = b(x)
        return self.vae(self.unet(x))


def run():
    return Runner(4).sample(torch.randn(2, 4))
