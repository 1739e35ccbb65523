import torch


def count(x, seen):
    if (x > 0).all():
        x = x * len(seen) + seen.pop()  # refused: changes a list
    return x


run = torch.compile(count)
run(torch.ones(3), [1.0, 2.0])
