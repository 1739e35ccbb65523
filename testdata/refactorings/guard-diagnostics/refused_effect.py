import torch


def step(x, log):
    if log.pop().any():  # refused: changes a list
        print("a NaN came in")
    return x + len(log)


run = torch.compile(step)
log = [torch.zeros(2) > 1, torch.zeros(2) > 1]
run(torch.ones(3), log)
