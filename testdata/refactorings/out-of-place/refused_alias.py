import torch


def step(x):
    head = x[:1]  # refused: is seen through
    x += 1
    return head * x.sum()


run = torch.compile(step)
run(torch.ones(3))
