MODE = "torch.compile"
import torch
from main import Unrolled
def make(wrap):
    f = wrap(Unrolled(4))
    x = torch.randn(2, 3, 4)
    return [lambda: f(x), lambda: f(x)], None
