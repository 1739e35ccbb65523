MODE = "torch.compile"
import torch
from main import Filtered
def make(wrap):
    f = wrap(Filtered(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
