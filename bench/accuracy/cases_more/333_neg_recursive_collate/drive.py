MODE = "torch.compile"
import torch
from main import Combine
def make(wrap):
    f = wrap(Combine(4)); b = {"a": torch.ones(2, 4), "b": [torch.ones(1, 4), "text"], "c": 3}
    return [lambda: f(b), lambda: f(b)], None
