import torch
import torch.nn as nn
from axial_positional_embedding import AxialPositionalEmbedding, ContinuousAxialPositionalEmbedding


class Positions(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fixed = AxialPositionalEmbedding(dim=dim, axial_shape=(8, 8))
        self.free = ContinuousAxialPositionalEmbedding(dim=dim, num_axial_dims=2)

    def forward(self, tokens):
        h, w = tokens.shape[1:3]
        x = tokens + self.free((h, w))
        x = x.flatten(1, 2)
        return x + self.fixed(x)


torch.manual_seed(0)
model = Positions(16)
model.eval()
inputs = [torch.randn(2, 4, 6, 16), torch.randn(1, 8, 8, 16)]
opt_model = torch.compile(model)
with torch.no_grad():
    for x in inputs:
        opt_model(x)
