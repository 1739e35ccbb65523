import copy
import functools

import torch
import torch.nn as nn
import torch.nn.functional as F


class MoCo(nn.Module):
    def __init__(self, dim=8, queue=16, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.q = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, dim))
        self.k = copy.deepcopy(self.q).requires_grad_(False)
        self.register_buffer("queue", F.normalize(torch.randn(dim, queue), dim=0))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def update_key(self):
        for a, b in zip(self.q.parameters(), self.k.parameters()):
            b.data.mul_(self.momentum).add_(a.data, alpha=1 - self.momentum)

    @torch.no_grad()
    def enqueue(self, keys):
        n, ptr = keys.size(0), int(self.ptr)
        self.queue[:, ptr:ptr + n] = keys.t()
        self.ptr[0] = (ptr + n) % self.queue.size(1)

    def forward(self, a, b):
        normalize = functools.partial(F.normalize, dim=1)
        q = normalize(self.q(a))
        with torch.no_grad():
            self.update_key()
            k = normalize(self.k(b))
        pos = (q * k).sum(1, keepdim=True)
        neg = q @ self.queue.clone().detach()
        logits = torch.cat([pos, neg], 1) / 0.2
        self.enqueue(k)
        return F.cross_entropy(logits, torch.zeros(q.size(0), dtype=torch.long))


torch.manual_seed(0)
model = MoCo().train()
opt = torch.optim.SGD(model.q.parameters(), lr=0.05, momentum=0.9)
compiled = torch.compile(model)
for _ in range(3):
    x = torch.randn(4, 12)
    loss = compiled(x + 0.1 * torch.randn_like(x), x)
    loss.backward()
    opt.step()
    opt.zero_grad()
