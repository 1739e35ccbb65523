import torch
from rotary_embedding_torch import RotaryEmbedding, apply_rotary_emb

torch.manual_seed(0)
pos = RotaryEmbedding(dim=8, freqs_for="pixel", max_freq=16, learned_freq=True)


@torch.compile
def rotate(q, k, sizes):
    freqs = pos.get_axial_freqs(*sizes)
    return apply_rotary_emb(freqs, q), apply_rotary_emb(freqs, k)


for h, w in ((4, 6), (8, 8)):
    q, k = torch.randn(1, h, w, 32), torch.randn(1, h, w, 32)
    a, b = rotate(q, k, (h, w))
    (a.sum() + b.sum()).backward()
