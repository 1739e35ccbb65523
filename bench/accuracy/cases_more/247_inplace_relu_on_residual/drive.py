MODE = "torch.compile"
import torch
from main import PreAct
def make(wrap):
    f = wrap(PreAct(4))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], lambda: x
