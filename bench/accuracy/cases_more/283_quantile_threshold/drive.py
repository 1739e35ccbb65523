MODE = "torch.compile"
import torch
from main import Pruner
def make(wrap):
    f = wrap(Pruner(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
