import torch
import torch.nn as nn


class Placed(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)
        self.register_buffer("table", torch.arange(8).float(), persistent=False)

    @property
    def device(self):
        return next(self.parameters()).device

    def home(self, t):
        return t if t.device == self.device else t.to(self.device, non_blocking=True)

    def forward(self, x):
        x = self.home(x)
        table = self.table[: x.shape[-1]].to(x)
        eye = torch.eye(x.shape[-1], device=x.device, dtype=x.dtype)
        pad = torch.zeros(x.shape[0], 1, **{"device": x.device, "dtype": x.dtype})
        y = self.lin(x @ eye) + table
        if torch.cuda.is_available() and x.is_cuda:
            y = y.contiguous()
        return torch.cat([y.cpu(), pad], dim=-1)
