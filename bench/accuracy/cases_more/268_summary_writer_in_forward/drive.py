MODE = "torch.compile"
import torch
import tempfile, os
from main import Logged, Tracker
def make(wrap):
    f = wrap(Logged(4, Tracker(os.path.join(tempfile.mkdtemp(), "log"))))
    x = torch.randn(2, 4)
    return [lambda: f(x), lambda: f(x)], None
