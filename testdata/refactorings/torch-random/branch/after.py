# differs: output rng gradient
# fixable: torch-random,select-by-where
import random

import torch


def flip(x):
    x = torch.where(torch.rand(()) < 0.5, x.flip(-1), x)
    return x


run = torch.compile(flip)
run(torch.arange(3.0))
