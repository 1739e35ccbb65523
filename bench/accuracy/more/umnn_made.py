import torch
from UMNN import MADE, MonotonicNN

torch.manual_seed(0)
made = MADE(4, [16, 16], 8, num_masks=1, natural_ordering=True)
mono = MonotonicNN(3, [8, 8], nb_steps=10, dev="cpu")
made.eval()
mono.eval()

fast_made = torch.compile(made)
fast_mono = torch.compile(mono)
with torch.no_grad():
    a = fast_made(torch.randn(5, 4))
    b = fast_mono(torch.randn(5, 1), torch.randn(5, 2))
