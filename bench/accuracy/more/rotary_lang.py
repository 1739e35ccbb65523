import torch
import torch.nn as nn
import torch.nn.functional as F
from rotary_embedding_torch import RotaryEmbedding


class Attention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.rotary = RotaryEmbedding(dim=dim // heads // 2, use_xpos=True)
        self.qkv = nn.Linear(dim, 3 * dim, bias=False)
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        q, k, v = self.qkv(x).view(b, n, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        q, k = self.rotary.rotate_queries_and_keys(q, k)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).reshape(b, n, d))


def main():
    torch.manual_seed(0)
    model = Attention(32, 2).eval()
    compiled = torch.compile(model)
    with torch.inference_mode():
        for n in (8, 16, 12):
            compiled(torch.randn(2, n, 32))


if __name__ == "__main__":
    main()
