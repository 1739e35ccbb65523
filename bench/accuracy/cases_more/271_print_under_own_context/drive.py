MODE = "torch.compile"
import torch
from main import Staged
def make(wrap):
    f = wrap(Staged(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
