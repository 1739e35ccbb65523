from collections.abc import Mapping, Sequence

import torch
import torch.nn as nn


def flatten(item):
    if torch.is_tensor(item):
        return [item]
    if isinstance(item, Mapping):
        return [t for v in item.values() for t in flatten(v)]
    if isinstance(item, Sequence) and not isinstance(item, str):
        return [t for v in item for t in flatten(v)]
    return []


def to_float(item):
    if isinstance(item, torch.Tensor):
        return item.float()
    if isinstance(item, dict):
        return type(item)((k, to_float(v)) for k, v in item.items())
    if isinstance(item, (list, tuple)):
        return type(item)(to_float(v) for v in item)
    return item


class Combine(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, batch):
        parts = flatten(to_float(batch))
        return self.lin(torch.cat(parts, dim=0)).sum()
