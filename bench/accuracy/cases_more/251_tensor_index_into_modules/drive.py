MODE = "torch.compile"
import torch
from main import Heads
def make(wrap):
    f = wrap(Heads(4, 3))
    x = torch.randn(2, 4); t = torch.tensor(1)
    return [lambda: f(x, t), lambda: f(x, t)], None
