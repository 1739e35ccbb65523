import torch


def residual(x, a):
    return x * x - a


def solve(a, tol: float = 1e-4, limit: int = 20):
    x = torch.ones_like(a)
    steps = 0
    err = residual(x, a).abs().max()
    while err > tol and steps < limit:
        x = x - residual(x, a) / (2 * x)
        err = residual(x, a).abs().max()
        steps += 1
    return x
