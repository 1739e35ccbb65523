"""Regions that Inductor compiles correctly: whatever `verify` says against one of them is a false alarm.

Half of them compute in bfloat16 or add up long rows, where correct results are furthest apart. Forward and backward.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
REGIONS = []


def region(*shape, dtype=torch.float32, grad=True):
    """Compiles a function of one tensor of this shape and type."""

    def register(function):
        REGIONS.append((torch.compile(function), shape, dtype, grad))
        return function

    return register


BF16 = torch.bfloat16


# -- long reductions in float32


@region(4096, 256)
def sum_of_rows(x):
    return x.sum(0)


@region(1_000_000)
def mean_of_a_million(x):
    return x.mean()


@region(64, 4096)
def variance(x):
    return x.var(-1)


@region(64, 4096)
def softmax(x):
    return torch.softmax(x, -1)


@region(32, 8192)
def logsumexp(x):
    return torch.logsumexp(x, -1)


@region(16, 16384)
def layer_norm(x):
    return F.layer_norm(x, (16384,))


@region(8, 100_000)
def norm(x):
    return x.norm(dim=-1) + x.abs().sum(-1)


@region(2048, 64)
def cumulative_sum(x):
    return x.cumsum(0)


@region(8, 32, 32, 32)
def batch_norm(x):
    return F.batch_norm(x, None, None, training=True)


@region(64, 5000)
def cross_entropy(x):
    return F.cross_entropy(x, torch.arange(64))


@region(20_000)
def cancelling_sum(x):
    return (x - x.mean()).sum() + (x * 1e4).sum() - (x * 1e4 - x).sum()


# -- bfloat16

norm16, linear16, conv16 = nn.LayerNorm(128).to(BF16), nn.Linear(128, 128).to(BF16), nn.Conv2d(8, 8, 3).to(BF16)


@region(64, 128, dtype=BF16)
def bfloat16_gelu_chain(x):
    return F.gelu(torch.tanh(x * 1.5 + 1) * x) - x.sigmoid()


@region(64, 128, dtype=BF16)
def bfloat16_norm(x):
    return norm16(x)


@region(64, 128, dtype=BF16)
def bfloat16_mlp(x):
    return F.gelu(linear16(norm16(x))) + x


@region(64, 2048, dtype=BF16)
def bfloat16_softmax(x):
    return torch.softmax(x * 3, -1)


@region(4096, 32, dtype=BF16)
def bfloat16_sum(x):
    return x.sum(0)


@region(2, 4, 64, 32, dtype=BF16)
def bfloat16_attention(x):
    return F.scaled_dot_product_attention(x, x, x)


@region(2, 8, 16, 16, dtype=BF16)
def bfloat16_convolution(x):
    return F.relu(conv16(x)).mean((2, 3))


@region(64, 128, dtype=BF16)
def bfloat16_silu_gate(x):
    a, b = x.chunk(2, -1)
    return F.silu(a) * b


@region(32, 512)
def autocast_matmul(x):
    with torch.autocast("cpu", dtype=BF16):
        return F.relu(x @ x.t()).sum(-1)


@region(64, 1000, dtype=BF16)
def bfloat16_cross_entropy(x):
    return F.cross_entropy(x.float(), torch.arange(64))


# -- the rest

mlp = nn.Sequential(nn.Linear(64, 128), nn.GELU(), nn.Linear(128, 8))
conv = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 14 * 14, 10))
attention = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
table = nn.Embedding(50, 16)


@region(32, 64)
def multilayer(x):
    return mlp(x)


@region(4, 3, 16, 16)
def convolutional(x):
    return conv(x)


@region(2, 10, 32)
def transformer(x):
    return attention(x)


@region(128, 128)
def transcendental(x):
    return torch.exp(x).log1p() + torch.sin(x) * torch.cos(x) - torch.erf(x)


@region(64, 64)
def division(x):
    return x / (x.abs() + 1e-3) + torch.rsqrt(x.square() + 1)


@region(16, 16)
def gathered(x):
    return table((x.abs() * 10).long().clamp(max=49)).sum(1) @ table.weight.t()


@region(64, 64, grad=False)
def mutated(x):
    x.mul_(2).add_(1)
    return x.t() @ x


@region(40, 40)
def chosen(x):
    return torch.where(x > 0, x.exp(), x * 0.1).topk(5, -1).values


@region(64, 64)
def dropped(x):
    return F.dropout(x, 0.2) * 2


@region(30, 30)
def double_precision(x):
    return torch.linalg.vector_norm(x.double() @ x.double().t(), dim=-1)


@region(64, 33)
def pooled(x):
    return F.avg_pool1d(x, 3) + F.max_pool1d(x, 3)


def main():
    for compiled, shape, dtype, grad in REGIONS:
        compiled(torch.randn(*shape).to(dtype).requires_grad_(grad))


main()
