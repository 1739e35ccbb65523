# differs: output rng gradient
import random

import numpy as np
import torch


def noise(x):
    scale = random.uniform(0.5, 1.5)
    shift = torch.randint(0, 3, ())
    return x * scale + shift * (torch.rand(()) - 0.5)


run = torch.compile(noise)
run(torch.ones(3))
