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
            skipped = False
            if self.training and self.layerdrop > 0.0:
                chance = torch.rand([])
                skipped = chance < self.layerdrop
            kept_x = x
            x = layer(
                x,
            )
            y = x.relu()
            x = y + 1
            x = torch.where(torch.as_tensor(skipped), kept_x, x)
        return x


torch.manual_seed(0)
model = Encoder()
run = torch.compile(model)
run(torch.ones(2, 4))
