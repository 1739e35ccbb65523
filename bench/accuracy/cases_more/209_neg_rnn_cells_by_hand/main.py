import torch
import torch.nn as nn


class Unrolled(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.cell = nn.GRUCell(dim, dim)
        self.lstm = nn.LSTMCell(dim, dim)
        self.dim = dim

    def start(self, x):
        return x.new_zeros(x.shape[0], self.dim)

    def forward(self, x):
        h = self.start(x)
        c = self.start(x)
        g = self.start(x)
        outs = []
        for t in range(x.shape[1]):
            g = self.cell(x[:, t], g)
            h, c = self.lstm(g, (h, c))
            outs.append(h)
        return torch.stack(outs, dim=1)
