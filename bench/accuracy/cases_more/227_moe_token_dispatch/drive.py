MODE = "torch.compile"
import torch
from main import MoE
def make(wrap):
    f = wrap(MoE(4, 3))
    x = torch.randn(6, 4)
    return [lambda: f(x), lambda: f(x)], None
