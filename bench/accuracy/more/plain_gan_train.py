import torch
import torch.nn as nn
from torch.nn.utils import spectral_norm

torch.manual_seed(0)
G = nn.Sequential(nn.Linear(8, 64), nn.BatchNorm1d(64), nn.LeakyReLU(0.2), nn.Linear(64, 16), nn.Tanh())
D = nn.Sequential(spectral_norm(nn.Linear(16, 64)), nn.LeakyReLU(0.2), spectral_norm(nn.Linear(64, 1)))
opt_g, opt_d = torch.optim.Adam(G.parameters(), 2e-4), torch.optim.Adam(D.parameters(), 2e-4)


def gradient_penalty(real, fake):
    eps = torch.rand(real.size(0), 1)
    mix = (eps * real + (1 - eps) * fake).requires_grad_(True)
    score = D(mix)
    grad, = torch.autograd.grad(score.sum(), mix, create_graph=True)
    return ((grad.norm(2, dim=1) - 1) ** 2).mean()


@torch.compile
def d_loss(real, z):
    fake = G(z).detach()
    return D(fake).mean() - D(real).mean() + 10.0 * gradient_penalty(real, fake)


@torch.compile
def g_loss(z):
    return -D(G(z)).mean()


for _ in range(2):
    real, z = torch.randn(6, 16), torch.randn(6, 8)
    opt_d.zero_grad()
    d_loss(real, z).backward()
    opt_d.step()
    opt_g.zero_grad()
    g_loss(z).backward()
    opt_g.step()
