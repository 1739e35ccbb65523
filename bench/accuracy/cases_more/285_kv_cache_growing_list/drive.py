MODE = "torch.compile"
import torch
from main import Attention
def make(wrap):
    m = Attention(4)
    f = wrap(m)
    x = torch.randn(2, 1, 4)
    return [lambda: f(x) for _ in range(4)], lambda: [m.position, m.cache_k]
