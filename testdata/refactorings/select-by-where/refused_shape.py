import torch


def shorten(x):
    if (x > 0).all():
        x = x[1:]  # refused: is not known to keep its shape
    return x.sum()


run = torch.compile(shorten)
run(torch.ones(3))
