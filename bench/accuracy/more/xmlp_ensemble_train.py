import torch
import torch.nn as nn
from x_mlps_pytorch.ensemble import Ensemble
from x_mlps_pytorch.residual_normed_mlp import ResidualNormedMLP

torch.manual_seed(0)
critics = Ensemble(ResidualNormedMLP(dim_in=6, dim=16, depth=4, residual_every=2, dim_out=1), ensemble_size=3)
critics.train()
optim = torch.optim.Adam(critics.parameters(), lr=1e-3)
net = torch.compile(critics)

for batch in (4, 6):
    state = torch.randn(batch, 6)
    values = net(state)
    loss = values.pow(2).mean()
    loss.backward()
    optim.step()
    optim.zero_grad()
