import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.cache_k = None
        self.cache_v = None
        self.position = 0

    def heads(self, x):
        return self.qkv(x).chunk(3, -1)

    def forward(self, x):
        q, k, v = self.heads(x)
        if self.cache_k is None:
            self.cache_k, self.cache_v = k, v
        else:
            self.cache_k = torch.cat([self.cache_k, k], 1)
            self.cache_v = torch.cat([self.cache_v, v], 1)
        self.position += x.shape[1]
        return F.scaled_dot_product_attention(q, self.cache_k, self.cache_v)
