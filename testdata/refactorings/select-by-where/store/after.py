import torch


def relax(x, enabled=True):
    y = x * 2
    if enabled:
        y = torch.where(torch.logical_not(torch.isfinite(y).all()), torch.clamp(y, min=-5.0, max=5.0), y)
    y = torch.where((y > 3).any(), y - 1, y + 1)
    return y


run = torch.compile(relax)
run(torch.arange(4.0))
run(torch.tensor([float("inf"), 0.0, 1.0, 2.0]))
