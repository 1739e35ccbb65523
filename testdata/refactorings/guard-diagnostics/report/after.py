import warnings

import torch


def step(x, limit=10.0):
    if not torch.compiler.is_compiling() and (x.max() > limit or torch.isnan(x).any()):
        warnings.warn("large values")
        print("max", x.max())
    return x.clamp(max=limit)


run = torch.compile(step)
run(torch.ones(3))
