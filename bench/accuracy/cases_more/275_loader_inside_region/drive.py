MODE = "torch.compile"
import torch
from torch.utils.data import DataLoader, TensorDataset
from main import evaluate
def make(wrap):
    f = wrap(evaluate)
    d = DataLoader(TensorDataset(torch.ones(8, 4), torch.ones(8, 1)), batch_size=4)
    m = torch.nn.Linear(4, 1)
    return [lambda: f(m, d), lambda: f(m, d)], None
