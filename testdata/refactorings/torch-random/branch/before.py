# fixable: torch-random,select-by-where
import random

import torch


def flip(x):
    if random.random() < 0.5:
        x = x.flip(-1)
    return x


run = torch.compile(flip)
run(torch.arange(3.0))
