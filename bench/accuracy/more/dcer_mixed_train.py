from dataclasses import dataclass, field

import torch
import torch.nn as nn
from discrete_continuous_embed_readout import Embed, Readout


@dataclass
class Config:
    dim: int = 16
    discrete: tuple = (5, 7)
    continuous: int = 3
    steps: int = 2
    lr: float = 1e-3
    tags: list = field(default_factory=list)


class Policy(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = Embed(cfg.dim, num_discrete=cfg.discrete, num_continuous=cfg.continuous)
        self.body = nn.Sequential(nn.Linear(cfg.dim, cfg.dim), nn.SiLU())
        self.head = Readout(cfg.dim, num_discrete=cfg.discrete, num_continuous=cfg.continuous)

    def forward(self, actions, targets):
        x = self.body(self.embed(actions))
        discrete_loss, continuous_loss = self.head(x, targets, return_loss=True)
        return discrete_loss + 0.1 * continuous_loss


def sample(cfg, batch):
    discrete = torch.stack([torch.randint(0, n, (batch, 4)) for n in cfg.discrete], dim=-1)
    return discrete, torch.randn(batch, 4, cfg.continuous)


def main(cfg):
    torch.manual_seed(0)
    policy = Policy(cfg)
    policy.train()
    opt = torch.optim.AdamW(policy.parameters(), lr=cfg.lr)
    compiled = torch.compile(policy)
    for step in range(cfg.steps):
        loss = compiled(sample(cfg, 2), sample(cfg, 2))
        loss.backward()
        opt.step()
        opt.zero_grad(set_to_none=True)


if __name__ == "__main__":
    main(Config())
