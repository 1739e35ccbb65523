import torch


def root(x):
    if (x > 0).all():
        x = x.sqrt()  # refused: the gradient of
    return x


run = torch.compile(root)
run(torch.ones(3, requires_grad=True))
