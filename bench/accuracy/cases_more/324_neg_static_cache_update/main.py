import torch
import torch.nn as nn
import torch.nn.functional as F


class StaticCache:
    def __init__(self, batch, length, dim):
        self.k = torch.zeros(batch, length, dim)
        self.v = torch.zeros(batch, length, dim)

    def update(self, k, v, position):
        self.k.index_copy_(1, position, k)
        self.v.index_copy_(1, position, v)
        return self.k, self.v


class Decoder(nn.Module):
    def __init__(self, dim, length=8):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.length = length

    def forward(self, x, cache, position):
        q, k, v = self.qkv(x).chunk(3, -1)
        k, v = cache.update(k, v, position)
        visible = torch.arange(self.length)[None, :] <= position[:, None]
        return F.scaled_dot_product_attention(q, k, v, attn_mask=visible[None])
