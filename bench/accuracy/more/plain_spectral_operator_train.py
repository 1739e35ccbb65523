"""A Fourier layer with complex weights, energy in half precision, and a spectral loss."""
import torch
from torch import nn


class SpectralConv(nn.Module):
    def __init__(self, channels, modes):
        super().__init__()
        self.modes = modes
        self.weight = nn.Parameter(torch.randn(channels, channels, modes, dtype=torch.cfloat) / channels)

    def forward(self, x):
        xf = torch.fft.rfft(x)
        out = torch.zeros_like(xf)
        out[..., : self.modes] = torch.einsum("bix,iox->box", xf[..., : self.modes], self.weight)
        return torch.fft.irfft(out, n=x.size(-1))


class Operator(nn.Module):
    def __init__(self, channels=4, modes=3, depth=2):
        super().__init__()
        self.lift, self.drop = nn.Conv1d(1, channels, 1), nn.Conv1d(channels, 1, 1)
        self.spectral = nn.ModuleList(SpectralConv(channels, modes) for _ in range(depth))
        self.skip = nn.ModuleList(nn.Conv1d(channels, channels, 1) for _ in range(depth))

    def forward(self, x):
        x = self.lift(x)
        for conv, skip in zip(self.spectral, self.skip, strict=True):
            x = nn.functional.gelu(conv(x) + skip(x))
        return self.drop(x)


def spectrum(x):
    power = torch.fft.fft(x, norm="ortho").abs().square()
    peak = power.argmax(-1)
    if torch.any(peak == 0):
        power = power.clone()
        power[..., 0] = 0
    return power


torch.manual_seed(0)
model = Operator()
optimizer = torch.optim.RAdam(model.parameters(), lr=1e-3)


@torch.compile
def loss_fn(x, y):
    out = model(x)
    return (out - y).square().mean() + (spectrum(out) - spectrum(y)).abs().mean()


for _ in range(2):
    loss = loss_fn(torch.randn(3, 1, 16), torch.randn(3, 1, 16))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
