MODE = "torch.compile"
import torch
from main import GraphConv
def make(wrap):
    f = wrap(GraphConv(4))
    x = torch.randn(3, 4); e = torch.tensor([[0, 1, 2], [1, 2, 0]]); w = torch.ones(3)
    return [lambda: f(x, e, w), lambda: f(x, e, w)], None
