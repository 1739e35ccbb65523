MODE = "torch.compile"
import torch
from main import Routed
def make(wrap):
    f = wrap(Routed(4, 3))
    x = torch.randn(2, 4)
    return [lambda: f(x, {"a": 1}), lambda: f(x, {"a": 1})], None
