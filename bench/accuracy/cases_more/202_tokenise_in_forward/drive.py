MODE = "torch.compile"
import torch
from main import Prompted
def make(wrap):
    f = wrap(Prompted(4))
    x = torch.randn(2, 4)
    return [lambda: f("a red ball", x), lambda: f("a red ball", x)], None
