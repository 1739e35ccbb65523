import torch
import torch.nn as nn
import gpytorch


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2))
        self.scale = gpytorch.utils.grid.ScaleToBounds(-1.0, 1.0)

    def forward(self, x):
        return self.scale(self.net(x))


torch.manual_seed(0)
features = Features()
features.train()
features = torch.compile(features)
kernel = gpytorch.kernels.RBFKernel()
for n in (8, 12):
    z = features(torch.randn(n, 4))
    loss = kernel(z).to_dense().mean()
    loss.backward()
