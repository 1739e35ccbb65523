MODE = "torch.compile"
import torch
from main import Ranker
def make(wrap):
    f = wrap(Ranker(4))
    r = [torch.randn(3, 4), torch.randn(2, 4)]
    return [lambda: f(r), lambda: f(r)], None
