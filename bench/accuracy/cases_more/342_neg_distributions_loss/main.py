import torch
import torch.nn as nn
from torch.distributions import Normal


class Policy(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.mu = nn.Linear(dim, 2)
        self.log_std = nn.Parameter(torch.zeros(2))

    def dist(self, x):
        return Normal(self.mu(x), self.log_std.exp(), validate_args=False)

    def loss(self, x, action, adv, old_logp, clip: float = 0.2):
        d = self.dist(x)
        logp = d.log_prob(action).sum(-1)
        ratio = (logp - old_logp).exp()
        surr = torch.min(ratio * adv, ratio.clamp(1 - clip, 1 + clip) * adv)
        return -surr.mean() - 0.01 * d.entropy().sum(-1).mean()
