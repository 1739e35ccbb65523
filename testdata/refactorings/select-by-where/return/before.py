import torch


def flip(x):
    if torch.rand(1) < 0.5:
        return x.flip(-1)
    return x


def sign(x):
    return x * 2 if x.sum() > 0 else -x


run = torch.compile(flip)
for _ in range(4):
    run(torch.arange(4.0))
both = torch.compile(sign)
both(torch.arange(4.0))
both(-torch.arange(4.0))
