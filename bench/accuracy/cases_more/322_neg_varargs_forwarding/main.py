import inspect

import torch
import torch.nn as nn


class Attn(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q = nn.Linear(dim, dim)

    def forward(self, x, *, scale=1.0, bias=None, **ignored):
        s = self.q(x) @ x.transpose(-1, -2) * scale
        if bias is not None:
            s = s + bias
        return s.softmax(-1) @ x


class Residual(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x, *args, **kwargs):
        return x + self.inner(x, *args, **kwargs)


class Model(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.layers = nn.ModuleList(Residual(Attn(dim)) for _ in range(2))
        self.accepted = set(inspect.signature(Attn.forward).parameters)

    def forward(self, x, **options):
        options = {k: v for k, v in options.items() if k in ("scale", "bias")}
        options.setdefault("scale", x.shape[-1] ** -0.5)
        for layer in self.layers:
            x = layer(x, **options)
        return x
