import torch
import torch.nn as nn


@torch.library.custom_op("casekit::soft_sign", mutates_args=())
def soft_sign(x: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(x.detach().numpy() / (1 + abs(x.detach().numpy())))


@torch.library.custom_op("casekit::hard_sign", mutates_args=())
def hard_sign(x: torch.Tensor) -> torch.Tensor:
    return torch.sign(x).clone()


@hard_sign.register_fake
def _(x):
    return torch.empty_like(x)


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def tail(self, h):
        return hard_sign(h) * h

    def forward(self, x):
        h = self.tail(self.lin(x))
        return soft_sign(h)
