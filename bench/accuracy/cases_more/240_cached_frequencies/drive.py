MODE = "torch.compile"
import torch
from main import Rotary
def make(wrap):
    f = wrap(Rotary(4))
    x = torch.randn(2, 3, 4)
    return [lambda: f(x), lambda: f(x)], None
