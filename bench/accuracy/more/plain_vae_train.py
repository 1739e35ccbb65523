"""A variational autoencoder written with torch.distributions."""
from dataclasses import dataclass

import torch
import torch.distributions as D
import torch.nn as nn


@dataclass
class Config:
    x_dim: int = 24
    z_dim: int = 4
    hidden: int = 32
    beta: float = 0.5
    lr: float = 1e-3
    steps: int = 3


class VAE(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.cfg = cfg
        self.enc = nn.Sequential(nn.Linear(cfg.x_dim, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, 2 * cfg.z_dim))
        self.dec = nn.Sequential(nn.Linear(cfg.z_dim, cfg.hidden), nn.Tanh(), nn.Linear(cfg.hidden, cfg.x_dim))

    def posterior(self, x):
        loc, log_scale = self.enc(x).chunk(2, dim=-1)
        return D.Independent(D.Normal(loc, log_scale.exp()), 1)

    def forward(self, x):
        q = self.posterior(x)
        z = q.rsample()
        likelihood = D.Independent(D.Bernoulli(logits=self.dec(z)), 1)
        prior = D.Independent(D.Normal(torch.zeros_like(z), torch.ones_like(z)), 1)
        return -(likelihood.log_prob(x) - self.cfg.beta * D.kl_divergence(q, prior)).mean()


def main(cfg: Config):
    torch.manual_seed(0)
    model = VAE(cfg)
    model.train()
    optimizer = torch.optim.Adam(model.parameters(), lr=cfg.lr)
    elbo = torch.compile(model)
    for step in range(cfg.steps):
        loss = elbo((torch.rand(8, cfg.x_dim) > 0.5).float())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        if step % 2 == 0:
            print(f"step {step}: {loss.item():.3f}")


if __name__ == "__main__":
    main(Config())
