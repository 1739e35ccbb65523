import torch
from torch.func import grad, jacrev, jvp, vmap


def energy(x):
    return (x.sin() * x).sum()


def sensitivities(x, v):
    g = grad(energy)(x)
    _, d = jvp(energy, (x,), (v,))
    rows = vmap(lambda r: r * 2 + r.sum(), in_dims=0, out_dims=0)(x)
    j = jacrev(lambda t: t.cos())(x[0])
    return g + rows, d, j
