"""Mixture density network over torch.distributions, with validation on and a KL term."""
import torch
from torch import distributions as D
from torch import nn


class MDN(nn.Module):
    def __init__(self, k=3):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 16), nn.ELU())
        self.logits, self.loc, self.scale = nn.Linear(16, k), nn.Linear(16, k), nn.Linear(16, k)
        self.prior = D.Gamma(torch.tensor(2.0), torch.tensor(1.0))

    def forward(self, x, y):
        h = self.body(x)
        components = D.Normal(self.loc(h), nn.functional.softplus(self.scale(h)) + 1e-3)
        mixture = D.MixtureSameFamily(D.Categorical(logits=self.logits(h)), components)
        nll = -mixture.log_prob(y)
        posterior = D.LogNormal(h.mean(), h.std() + 1e-3)
        sample = posterior.rsample()
        kl = posterior.log_prob(sample) - self.prior.log_prob(sample)
        if nll.isnan().any():
            raise FloatingPointError("the density collapsed")
        return nll.mean() + 0.01 * kl


torch.manual_seed(0)
model = MDN()
loss_fn = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, amsgrad=True)
for _ in range(2):
    loss = loss_fn(torch.randn(4, 2), torch.randn(4))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
