import torch


def pool(x, keep):
    return x[keep].sum()  # refused: the shape of the tensor


run = torch.compile(pool)
run(torch.ones(3, 2), torch.tensor([True, False, True]))
