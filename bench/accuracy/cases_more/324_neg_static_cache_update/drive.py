MODE = "torch.compile"
import torch
from main import Decoder, StaticCache
def make(wrap):
    f = wrap(Decoder(4)); c = StaticCache(2, 8, 4); x = torch.randn(2, 1, 4)
    return [lambda: f(x, c, torch.tensor([0])), lambda: f(x, c, torch.tensor([1]))], lambda: c.k
