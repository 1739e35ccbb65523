MODE = "torch.compile"
import torch
from main import build_and_run
def make(wrap):
    f = wrap(build_and_run)
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
