MODE = "torch.compile"
import torch
from main import Model
def make(wrap):
    f = wrap(Model(4)); x = torch.randn(2, 3, 4)
    return [lambda: f(x), lambda: f(x, scale=0.3, other=1)], None
