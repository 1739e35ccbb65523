MODE = "torch.compile"
import torch
from main import Reversal
def make(wrap):
    f = wrap(Reversal(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
