import random

import torch


def seed_of(x):
    return x.sum().item()  # refused: to callers that may need one


def draw(x):
    return x * random.Random(seed_of(x)).uniform(0.0, 1.0)


run = torch.compile(draw)
run(torch.ones(2))
