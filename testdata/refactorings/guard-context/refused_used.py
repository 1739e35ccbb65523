import tempfile

import torch


def step(x):
    with tempfile.TemporaryFile() as file:  # refused: is used as
        file.write(b"x")
    return x + 1


run = torch.compile(step)
run(torch.ones(3))
