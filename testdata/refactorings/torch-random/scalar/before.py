import random

import numpy as np
import torch


def noise(x):
    scale = random.uniform(0.5, 1.5)
    shift = np.random.randint(0, 3)
    return x * scale + shift * (random.random() - 0.5)


run = torch.compile(noise)
run(torch.ones(3))
