import time

import torch


def step(x, deadline):
    if time.time() > deadline:  # refused: the time decides something
        return x
    return x * 2


run = torch.compile(step)
run(torch.ones(3), 10.0)
