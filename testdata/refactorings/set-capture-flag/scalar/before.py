import torch


def scale(x: torch.Tensor):
    return x / x.abs().sum().item()


step = torch.compile(scale)
step(torch.arange(1.0, 5.0))
step(torch.arange(2.0, 6.0))
