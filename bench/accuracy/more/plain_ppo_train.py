import torch
import torch.nn as nn
from torch.distributions import Categorical, Normal


class ActorCritic(nn.Module):
    def __init__(self, obs, actions):
        super().__init__()
        self.pi = nn.Sequential(nn.Linear(obs, 32), nn.Tanh(), nn.Linear(32, actions))
        self.v = nn.Sequential(nn.Linear(obs, 32), nn.Tanh(), nn.Linear(32, 1))
        self.log_std = nn.Parameter(torch.zeros(1))

    def evaluate(self, obs, act):
        dist = Categorical(logits=self.pi(obs))
        return dist.log_prob(act), dist.entropy(), self.v(obs).squeeze(-1)


def ppo_loss(net, obs, act, adv, ret, old_logp, clip=0.2):
    logp, entropy, value = net.evaluate(obs, act)
    ratio = torch.exp(logp - old_logp)
    clipped = torch.clamp(ratio, 1 - clip, 1 + clip) * adv
    policy_loss = -torch.min(ratio * adv, clipped).mean()
    value_loss = 0.5 * (ret - value).pow(2).mean()
    approx_kl = (old_logp - logp).mean()
    if approx_kl > 1.5 * 0.01:
        policy_loss = policy_loss * 0
    noise = Normal(torch.zeros(1), net.log_std.exp()).entropy()
    return policy_loss + value_loss - 0.01 * entropy.mean() + 0.0 * noise.sum()


torch.manual_seed(0)
net = ActorCritic(6, 3)
optimizer = torch.optim.Adam(net.parameters(), lr=3e-4)
loss_fn = torch.compile(ppo_loss)
obs, act = torch.randn(16, 6), torch.randint(0, 3, (16,))
adv, ret = torch.randn(16), torch.randn(16)
with torch.no_grad():
    old_logp, _, _ = net.evaluate(obs, act)
for epoch in range(3):
    loss = loss_fn(net, obs, act, adv, ret, old_logp)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
