import random

import torch


def pick(x):
    return x * random.choice([1.0, 2.0])  # refused: has no counterpart in torch


run = torch.compile(pick)
run(torch.ones(3))
