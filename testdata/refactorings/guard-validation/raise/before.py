import torch


def check(x, labels=None, limit=8):
    if not torch.isfinite(x).all():
        raise ValueError(f"not finite: {x.shape}")
    if labels is not None and labels.max() >= limit:
        raise IndexError("a label is out of range")
    return x * 2


run = torch.compile(check)
run(torch.ones(3), torch.tensor([1, 2]))
run(torch.ones(3))
try:
    run(torch.ones(3), torch.tensor([1, 9]))
except (IndexError, RuntimeError) as error:
    caught = error
