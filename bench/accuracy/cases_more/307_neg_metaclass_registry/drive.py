MODE = "torch.compile"
import torch
from main import Head
def make(wrap):
    f = wrap(Head(4)); x = torch.randn(2, 3, 4)
    return [lambda: f(x), lambda: f(x)], None
