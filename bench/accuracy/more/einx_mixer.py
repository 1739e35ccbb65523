import einx
import torch
import torch.nn as nn


class TokenMix(nn.Module):
    def __init__(self, tokens, channels):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(tokens, tokens) / tokens ** 0.5)
        self.gain = nn.Parameter(torch.ones(channels))

    def forward(self, x):
        mixed = einx.dot("b [t] c, [t] s -> b s c", x, self.weight)
        mean = einx.mean("b t [c]", mixed, keepdims=True)
        normed = mixed - mean
        return einx.multiply("b t c, c", normed, self.gain)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([TokenMix(9, 8) for _ in range(2)])

    def forward(self, img):
        x = einx.id("b c (h p) (w q) -> b (h w) (c p q)", img, p=2, q=2)
        for layer in self.layers:
            x = x + layer(x)
        return einx.sum("b [t] c", x)


torch.manual_seed(0)
model = Model().eval()
fast = torch.compile(model)
with torch.no_grad():
    for b in (2, 3):
        fast(torch.randn(b, 2, 6, 6))
