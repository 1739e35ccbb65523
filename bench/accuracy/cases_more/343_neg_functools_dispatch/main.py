import functools

import torch


def pipeline(*steps):
    def run(x):
        return functools.reduce(lambda v, s: s(v), steps, x)
    return run


def repeat(times):
    def deco(fn):
        @functools.wraps(fn)
        def wrapper(x, *a, **k):
            for _ in range(times):
                x = fn(x, *a, **k)
            return x
        return wrapper
    return deco


@repeat(2)
def clip(x, low=-1.0, high=1.0):
    return x.clamp(low, high) * 0.9


def apply_all(x, fns):
    return [fn(x) for fn in fns]


def encode(x):
    run = pipeline(torch.sin, functools.partial(clip, high=0.5), lambda t: t + 1)
    parts = apply_all(run(x), (torch.relu, torch.Tensor.neg, clip))
    return torch.stack(list(map(torch.sum, parts)))
