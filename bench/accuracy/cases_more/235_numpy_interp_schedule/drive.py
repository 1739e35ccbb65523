MODE = "torch.compile"
import torch
from main import Warp
def make(wrap):
    f = wrap(Warp(4))
    x = torch.randn(2, 4)
    return [lambda: f(x, 1.0), lambda: f(x, 1.0)], None
