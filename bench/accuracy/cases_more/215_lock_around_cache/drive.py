MODE = "torch.compile"
import torch
from main import Shared
def make(wrap):
    f = wrap(Shared(4))
    x = torch.randn(2, 4)
    return [lambda: f(x, "a"), lambda: f(x, "a")], None
