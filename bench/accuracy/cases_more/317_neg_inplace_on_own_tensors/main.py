import torch


def normalise(x):
    x = x - x.mean(0, keepdim=True)
    x /= x.std(0, keepdim=True) + 1e-6
    return x


def scatter_mean(x, index, n: int):
    h = normalise(x)
    out = h.new_zeros(n, h.shape[1])
    out.index_add_(0, index, h)
    count = torch.zeros(n).scatter_add_(0, index, torch.ones_like(index, dtype=torch.float))
    out /= count.clamp_(min=1)[:, None]
    y = x.clone()
    y[:, 0] = 0
    y.mul_(2).relu_()
    z = x + 0
    z.copy_(y)
    return out, z
