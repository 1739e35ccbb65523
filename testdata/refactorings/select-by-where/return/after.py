import torch


def flip(x):
    return torch.where(torch.rand(1) < 0.5, x.flip(-1), x)


def sign(x):
    return torch.where(x.sum() > 0, x * 2, -x)


run = torch.compile(flip)
for _ in range(4):
    run(torch.arange(4.0))
both = torch.compile(sign)
both(torch.arange(4.0))
both(-torch.arange(4.0))
