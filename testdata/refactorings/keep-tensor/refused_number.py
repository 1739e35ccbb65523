import torch


def repeat(x):
    n = x.sum().item()
    return [x] * int(n)  # refused: is used as a Python number


run = torch.compile(repeat)
run(torch.ones(2))
