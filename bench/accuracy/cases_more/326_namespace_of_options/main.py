import copy
from types import SimpleNamespace

import torch
import torch.nn as nn


class Net(nn.Module):
    DEFAULTS = {"gain": 2.0, "dims": [1, 2], "nested": {"p": 0.1}}

    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def options(self, extra):
        merged = copy.deepcopy(self.DEFAULTS)
        merged["nested"]["p"] = 0.5
        merged.update(extra or {})
        return SimpleNamespace(**merged)

    def forward(self, x, extra=None):
        o = self.options(extra)
        shallow = list(o.dims)
        shallow.append(3)
        return self.lin(x) * o.gain + len(shallow) - o.nested["p"]
