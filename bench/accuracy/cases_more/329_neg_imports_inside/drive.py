MODE = "torch.compile"
import torch
from main import f as g
def make(wrap):
    f = wrap(g); x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
