# differs: gradient
import torch
import torch.nn as nn


class Encoder(nn.Module):
    def __init__(self, layerdrop=0.5):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.layerdrop = layerdrop

    def forward(self, x):
        for layer in self.layers:
            to_drop = False
            if self.training and self.layerdrop > 0.0:
                chance = torch.rand([])
                to_drop = chance < self.layerdrop  # skip the layer

            kept_x = x
            # the layer itself
            x = layer(
                x,
            )
            x = torch.where(torch.as_tensor(to_drop), kept_x, x)

        return x


torch.manual_seed(0)
model = Encoder()
run = torch.compile(model)
run(torch.ones(2, 4))
