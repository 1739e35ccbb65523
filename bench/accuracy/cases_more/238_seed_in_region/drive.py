MODE = "torch.compile"
import torch
from main import Noisy
def make(wrap):
    f = wrap(Noisy(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
