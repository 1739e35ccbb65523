MODE = "torch.compile"
import torch
from main import work, Tagged
def make(wrap):
    f = wrap(work); x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
