"""Inner adaptation steps through torch.func in a meta learning loss."""
from dataclasses import dataclass, field

import torch
from torch.func import functional_call, grad, vmap


@dataclass
class Inner:
    steps: int = 2
    lr: float = 0.1
    skip: set = field(default_factory=lambda: {"2.bias"})


torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
params = dict(net.named_parameters())
settings = Inner()


def task_loss(params, x, y):
    return (functional_call(net, params, (x,)) - y).square().mean()


def adapt(params, x, y):
    for _ in range(settings.steps):
        g = grad(task_loss)(params, x, y)
        params = {k: p if k in settings.skip else p - settings.lr * g[k] for k, p in params.items()}
    return params


def one_task(xs, ys, xq, yq):
    return task_loss(adapt(params, xs, ys), xq, yq)


meta = torch.compile(lambda *batch: vmap(one_task)(*batch).mean())
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
for _ in range(2):
    loss = meta(torch.randn(3, 5, 1), torch.randn(3, 5, 1), torch.randn(3, 5, 1), torch.randn(3, 5, 1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
