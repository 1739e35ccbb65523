MODE = "torch.compile"
import torch
from main import Decoder
def make(wrap):
    f = wrap(Decoder(4)); x = torch.randn(2, 3, 4)
    return [lambda: f(x, output_all=True), lambda: f(x, f(x, use_cache=True)[1])], None
