import torch


def inside(x, limit):
    return (x > 0).all() and limit, x * 2  # refused: is not always a tensor


run = torch.compile(inside)
run(torch.ones(3), 5)
