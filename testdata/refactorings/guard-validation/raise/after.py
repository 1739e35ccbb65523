import torch


def check(x, labels=None, limit=8):
    if torch.compiler.is_compiling():
        torch._assert_async(torch.isfinite(x).all(), "not finite: ...")
    elif not torch.isfinite(x).all():
        raise ValueError(f"not finite: {x.shape}")
    if torch.compiler.is_compiling():
        if labels is not None:
            torch._assert_async(torch.logical_not(labels.max() >= limit), "a label is out of range")
    elif labels is not None and labels.max() >= limit:
        raise IndexError("a label is out of range")
    return x * 2


run = torch.compile(check)
run(torch.ones(3), torch.tensor([1, 2]))
run(torch.ones(3))
try:
    run(torch.ones(3), torch.tensor([1, 9]))
except (IndexError, RuntimeError) as error:
    caught = error
