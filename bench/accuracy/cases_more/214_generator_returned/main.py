import torch


def scale(x, k):
    return x * k


def chunks(x, sizes):
    start = 0
    for n in sizes:
        yield scale(x[start:start + n], n)
        start += n


def stream(x, sizes):
    y = torch.sin(x)
    return chunks(y, sizes)


def collect(x, sizes):
    fast = torch.compile(stream)
    return [c.sum() for c in fast(x, sizes)]
