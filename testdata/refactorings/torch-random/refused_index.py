import numpy as np
import torch


def cut(x):
    n = np.random.randint(1, 3)
    return [x] * n, torch.zeros(n)  # refused: needs a Python number


run = torch.compile(cut)
run(torch.ones(3))
