import torch
import torch.nn as nn


class Ragged(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def project(self, t):
        return self.lin(t)

    def forward(self, rows):
        packed = torch.nested.nested_tensor([self.project(r) for r in rows])
        return torch.nested.to_padded_tensor(packed, 0.0).sum(1)
