import torch
import torch.nn as nn
from torch.func import functional_call, jacrev, vmap


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))

    def forward(self, xt):
        return self.net(xt)


torch.manual_seed(0)
field = Field()
optimizer = torch.optim.LBFGS(field.parameters(), max_iter=2)


def residual(points):
    params = dict(field.named_parameters())

    def u(xt):
        return functional_call(field, params, (xt,)).squeeze()

    grads = vmap(jacrev(u))(points)
    u_x, u_t = grads[:, 0], grads[:, 1]
    return (u_t + 0.5 * u_x).pow(2).mean()


loss_fn = torch.compile(residual)
points = torch.rand(12, 2)


def closure():
    optimizer.zero_grad()
    loss = loss_fn(points)
    loss.backward()
    return loss


optimizer.step(closure)
