import numpy as np
import torch


def loss(z, image):
    size = int(np.prod(image.shape, axis=0))  # refused: more than the sizes
    return z / size


run = torch.compile(loss)
run(torch.ones(2, 3, 4), torch.zeros(2, 3, 4))
