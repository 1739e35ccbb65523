MODE = "torch.compile"
import torch
from main import clip_step
def make(wrap):
    f = wrap(clip_step)
    p = [torch.ones(3), torch.ones(2)]; g = [torch.ones(3), torch.ones(2)]
    return [lambda: f(p, g, 0.1, 0.5), lambda: f(p, g, 0.1, 0.5)], lambda: p
