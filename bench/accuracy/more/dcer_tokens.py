import torch
import torch.nn as nn
from discrete_continuous_embed_readout import EmbedAndReadout


class TinyLM(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.embed, self.readout = EmbedAndReadout(dim=dim, num_discrete=20)
        self.mix = nn.GRUCell(dim, dim) if False else nn.Linear(dim, dim)

    def forward(self, ids):
        x = self.embed(ids[:, :-1])
        x = x + self.mix(x).tanh()
        return self.readout(x, ids[:, 1:], return_loss=True)


torch.manual_seed(0)
model = TinyLM()
model.eval()
inputs = [torch.randint(0, 20, (2, 9)), torch.randint(0, 20, (3, 13))]

compiled = torch.compile(model)
with torch.no_grad():
    for ids in inputs:
        loss = compiled(ids)
