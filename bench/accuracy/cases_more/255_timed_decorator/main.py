import torch

from net import Net


def build():
    return torch.compile(Net(4))
