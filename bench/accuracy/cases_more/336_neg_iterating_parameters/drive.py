MODE = "torch.compile"
import torch
from main import Regular
def make(wrap):
    f = wrap(Regular(4)); x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
