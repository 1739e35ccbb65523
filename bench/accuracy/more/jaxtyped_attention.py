import torch
import torch.nn as nn
from beartype import beartype
from beartype.typing import Optional, Tuple
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor


class Attention(nn.Module):
    @beartype
    def __init__(self, dim: int, heads: int = 4, window: Optional[int] = None):
        super().__init__()
        self.heads = heads
        self.window = window
        self.qkv = nn.Linear(dim, dim * 3, bias=False)
        self.out = nn.Linear(dim, dim)

    def forward(
        self, x: Float[Tensor, "b n d"], mask: Optional[Bool[Tensor, "b n"]] = None
    ) -> Tuple[Float[Tensor, "b n d"], Float[Tensor, "b h n n"]]:
        q, k, v = (rearrange(t, "b n (h d) -> b h n d", h=self.heads) for t in self.qkv(x).chunk(3, dim=-1))
        sim = q @ k.transpose(-1, -2) * q.shape[-1] ** -0.5
        if mask is not None:
            sim = sim.masked_fill(~mask[:, None, None, :], float("-inf"))
        if self.window is not None:
            i = torch.arange(x.shape[1])
            sim = sim.masked_fill((i[:, None] - i[None, :]).abs() > self.window, float("-inf"))
        attn = sim.softmax(dim=-1)
        return self.out(rearrange(attn @ v, "b h n d -> b n (h d)")), attn


torch.manual_seed(0)
layer = Attention(32, window=3).eval()
fast = torch.compile(layer)
with torch.no_grad():
    y, attn = fast(torch.randn(2, 10, 32))
    y, attn = fast(torch.randn(2, 12, 32), torch.ones(2, 12, dtype=torch.bool))
