import hashlib
import json

import torch
import torch.nn as nn


class Routed(nn.Module):
    """Chooses a branch by a digest of the request options."""

    def __init__(self, dim, n):
        super().__init__()
        self.branches = nn.ModuleList(nn.Linear(dim, dim) for _ in range(n))

    def pick(self, key):
        return self.branches[key % len(self.branches)]

    def forward(self, x, options):
        text = json.dumps(options, sort_keys=True)
        key = int(hashlib.md5(text.encode()).hexdigest(), 16)
        return self.pick(key)(x)
