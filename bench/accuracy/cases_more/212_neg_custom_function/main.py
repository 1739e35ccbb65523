import torch
import torch.nn as nn


class RoundSTE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, bits):
        ctx.bits = bits
        ctx.save_for_backward(x)
        scale = 2 ** bits - 1
        return torch.round(x * scale) / scale

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        inside = (x >= 0) & (x <= 1)
        return grad * inside, None


class Quantised(nn.Module):
    def __init__(self, dim, bits=4):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.bits = bits

    def forward(self, x):
        w = RoundSTE.apply(torch.sigmoid(self.lin.weight), self.bits)
        return nn.functional.linear(x, w, self.lin.bias)
