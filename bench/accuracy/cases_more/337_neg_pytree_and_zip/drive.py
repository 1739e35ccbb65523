MODE = "torch.compile"
import torch
from main import blend_trees
def make(wrap):
    f = wrap(blend_trees); a = {"x": torch.ones(2), "y": [torch.ones(3)]}; b = {"x": torch.zeros(2), "y": [torch.zeros(3)]}
    return [lambda: f(a, b), lambda: f(a, b)], None
