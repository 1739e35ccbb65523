import torch


def check(x, queue):
    if (queue.pop() > x).any():  # refused: changes a list
        raise ValueError("too small")
    return x * 2


run = torch.compile(check)
queue = [torch.ones(3) * 0.5, torch.ones(3) * 0.5]
run(torch.ones(3), queue)
