import torch
import torch.nn as nn


class Norm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def core(self, x):
        dtype = x.dtype
        x = x.to(torch.float32)
        x = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + torch.finfo(torch.float32).eps)
        return (self.weight * x).to(dtype)

    def forward(self, x):
        device_type = x.device.type if x.device.type != "mps" else "cpu"
        with torch.autocast(device_type=device_type, enabled=False):
            freqs = x.float() @ x.float().transpose(-1, -2)
        if x.is_cuda or x.requires_grad:
            freqs = freqs + 1
        if torch.is_grad_enabled() and not torch.is_autocast_enabled():
            freqs = freqs * 2
        low = torch.finfo(x.dtype).min
        return self.core(x), freqs.masked_fill(freqs < 0, low)
