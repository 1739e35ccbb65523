import math
from typing import Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F


class Patchify(nn.Module):
    def __init__(self, patch=2, dim=4):
        super().__init__()
        self.patch = patch
        self.proj = nn.Conv2d(1, dim, patch, stride=patch)
        self.pos = nn.Parameter(torch.zeros(1, 4, dim))

    def grid(self, x) -> Tuple[int, int]:
        h, w = x.shape[-2:]
        return math.ceil(h / self.patch), math.ceil(w / self.patch)

    def forward(self, x):
        gh, gw = self.grid(x)
        pad = (0, gw * self.patch - x.size(-1), 0, gh * self.patch - x.size(-2))
        if any(p > 0 for p in pad):
            x = F.pad(x, pad)
        y = self.proj(x).flatten(2).transpose(1, 2)
        side = int(math.sqrt(self.pos.shape[1]))
        pos = self.pos.reshape(1, side, side, -1).permute(0, 3, 1, 2)
        if (gh, gw) != (side, side):
            pos = F.interpolate(pos, size=(gh, gw), mode="bilinear", align_corners=False)
        limit = float(y.shape[1]) ** 0.5
        return (y + pos.flatten(2).transpose(1, 2)) / max(limit, 1.0)
