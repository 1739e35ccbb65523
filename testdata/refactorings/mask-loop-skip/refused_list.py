import torch


def f(x, seen):
    for i in range(3):
        if torch.rand([]) < 0.5:
            continue
        x = x + 1
        seen.append(x)  # refused: does more than assign to a name
    return x


run = torch.compile(f)
run(torch.ones(3), [])
