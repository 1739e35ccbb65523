import torch


def transform(x):
    return torch.sin(x) * 2


def make_counter():
    n = 0

    def bump():
        nonlocal n
        n += 1
        return n
    return bump


bump = make_counter()


def scored(x):
    y = transform(x)
    return y / bump()


fast = torch.compile(scored)
