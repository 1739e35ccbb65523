import torch


def shorten(x):
    if (x > 0).all():
        x = x[1:]  # refused: does not keep its shape
    return x.sum()


run = torch.compile(shorten)
run(torch.ones(3))
