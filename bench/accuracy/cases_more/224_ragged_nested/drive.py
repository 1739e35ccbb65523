MODE = "torch.compile"
import torch
from main import Ragged
def make(wrap):
    f = wrap(Ragged(4))
    r = [torch.randn(2, 4), torch.randn(3, 4)]
    return [lambda: f(r), lambda: f(r)], None
