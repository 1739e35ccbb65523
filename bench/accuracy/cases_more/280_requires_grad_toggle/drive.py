MODE = "torch.compile"
import torch
from main import Finetune
def make(wrap):
    f = wrap(Finetune(4))
    x = torch.randn(2, 4)
    return [lambda: f(x, True), lambda: f(x, True)], None
