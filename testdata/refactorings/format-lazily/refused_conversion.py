import torch


def step(x):
    return x + 1, "sum %d" % x.sum()  # refused: writes differently


run = torch.compile(step)
run(torch.ones(3))
