MODE = "torch.compile"
import torch
from main import Mixed
def make(wrap):
    f = wrap(Mixed(4, True))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
