MODE = "torch.compile"
import torch
from main import Adaptive
def make(wrap):
    f = wrap(Adaptive(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
