MODE = "torch.compile"
import torch
SELF_COMPILED = True
from main import run
def make(wrap):
    return [lambda: run(), lambda: run()], None
