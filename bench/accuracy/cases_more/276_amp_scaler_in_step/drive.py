MODE = "torch.compile"
import torch
from main import amp_step
def make(wrap):
    f = wrap(amp_step)
    m = torch.nn.Linear(4, 1); s = torch.amp.GradScaler("cpu", enabled=True)
    x, y = torch.randn(2, 4), torch.randn(2, 1)
    return [lambda: f(m, s, x, y), lambda: f(m, s, x, y)], None
