import torch


def clip(x):
    skipped = torch.isfinite(x).all()
    kept_x = x
    limit = torch.finfo(x.dtype).max - 1000
    x = torch.clamp(x, min=-limit, max=limit)
    x = torch.where(skipped, kept_x, x)
    return x * 2


run = torch.compile(clip)
run(torch.ones(3))
run(torch.tensor([float("inf"), 1.0, -2.0]))
