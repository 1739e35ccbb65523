import torch
import torch.nn as nn


def double(module, args):
    return (args[0] * 2,)


def clip_grad(module, grad_input, grad_output):
    return tuple(g.clamp(-1, 1) if g is not None else None for g in grad_input)


class Hooked(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.a = nn.Linear(dim, dim)
        self.b = nn.Linear(dim, dim)
        self.a.register_forward_pre_hook(double)
        self.b.register_forward_hook(lambda m, i, o: o + i[0])
        self.b.register_full_backward_hook(clip_grad)

    def forward(self, x):
        return self.b(self.a(x))
