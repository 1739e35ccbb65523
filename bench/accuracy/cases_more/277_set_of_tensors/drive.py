MODE = "torch.compile"
import torch
from main import total_parameters
def make(wrap):
    f = wrap(total_parameters)
    m = torch.nn.Linear(4, 1)
    return [lambda: f(m, [m.weight]), lambda: f(m, [m.weight])], None
