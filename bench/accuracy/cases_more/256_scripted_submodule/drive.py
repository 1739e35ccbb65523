MODE = "torch.compile"
import torch
from main import Wrapper
def make(wrap):
    f = wrap(Wrapper(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
