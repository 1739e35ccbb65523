MODE = "torch.compile"
import torch
from main import Robust
def make(wrap):
    f = wrap(Robust(4))
    x = torch.randn(2, 4)
    return [lambda: f(x, "small"), lambda: f(x, "none")], None
