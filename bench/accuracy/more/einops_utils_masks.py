import torch
import torch.nn as nn
from torch_einops_utils import lens_to_mask, masked_mean, pad_at_dim, pad_sequence, shift_right, slice_right_at_dim


class Pooler(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)

    def forward(self, seqs):
        x, lens = pad_sequence(seqs, dim=0, return_lens=True)
        mask = lens_to_mask(lens, x.shape[1])
        x = self.proj(shift_right(x, dim=1))
        x = pad_at_dim(x, (1, 0), dim=-1)
        return masked_mean(slice_right_at_dim(x, 4, dim=-1), mask, dim=1)


torch.manual_seed(0)
model = Pooler(8)
model.eval()
compiled = torch.compile(model)
with torch.no_grad():
    for lengths in ((3, 5), (4, 2, 6)):
        out = compiled([torch.randn(n, 8) for n in lengths])
