import torch
import torch.nn as nn

@torch.library.custom_op("casekit_neg::shifted", mutates_args=())
def shifted(x: torch.Tensor, by: float) -> torch.Tensor:
    return x + by


@torch.library.register_fake("casekit_neg::shifted")
def shifted_fake(x, by):
    return torch.empty_like(x)


@torch.library.custom_op("casekit_neg::fill_one", mutates_args={"out"})
def fill_one(out: torch.Tensor) -> None:
    out.fill_(1.0)


class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def tail(self, h):
        return torch.ops.casekit_neg.shifted(h, 0.5)

    def forward(self, x):
        scratch = torch.empty_like(x)
        fill_one(scratch)
        return self.tail(self.lin(x)) + scratch
