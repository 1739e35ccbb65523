MODE = "torch.compile"
import torch
from main import Guarded
def make(wrap):
    f = wrap(Guarded(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
