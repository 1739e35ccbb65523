MODE = "torch.compile"
import torch
from main import Named
def make(wrap):
    f = wrap(Named(4)); x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
