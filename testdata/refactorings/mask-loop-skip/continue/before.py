import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, layerdrop=0.5):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.layerdrop = layerdrop

    def forward(self, x):
        for layer in self.layers:
            if self.training and self.layerdrop > 0.0:
                chance = torch.rand([])
                if chance < self.layerdrop:
                    continue
            x = layer(
                x,
            )
            y = x.relu()
            x = y + 1
        return x


torch.manual_seed(0)
model = Encoder()
run = torch.compile(model)
run(torch.ones(2, 4))
