MODE = "torch.compile"
import torch
from main import mixup
def make(wrap):
    f = wrap(mixup)
    x, y = torch.randn(4, 3), torch.randn(4, 2)
    return [lambda: f(x, y)[0].shape, lambda: f(x, y)[0].shape], None
