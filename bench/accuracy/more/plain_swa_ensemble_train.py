"""Stochastic weight averaging, weight norm parametrization and an ensemble by functional_call."""
import copy

import torch
from torch import nn
from torch.nn.utils.parametrizations import weight_norm
from torch.optim.swa_utils import AveragedModel, update_bn

torch.manual_seed(0)
net = nn.Sequential(weight_norm(nn.Linear(4, 8)), nn.BatchNorm1d(8), nn.Mish(), nn.Linear(8, 2))
average = AveragedModel(net)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, T_0=2)


@torch.compile
def train(x, y):
    loss = nn.functional.cross_entropy(net(x), y)
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    average.update_parameters(net)
    return loss


@torch.compile
def predict(x):
    return (net(x).softmax(-1) + average(x).softmax(-1)) / 2


for _ in range(2):
    train(torch.randn(6, 4), torch.randint(0, 2, (6,)))
    scheduler.step()
update_bn([torch.randn(6, 4)], average)
net.eval(), average.eval()
with torch.no_grad():
    out = predict(torch.randn(3, 4))
