import numpy as np
import torch
import torch.nn as nn


class BandMask(nn.Module):
    """SpecAugment-like masking."""

    def __init__(self, width=3):
        super().__init__()
        self.width = width
        self.rng = np.random.default_rng(0)

    def cut(self, spec, start, width):
        keep = torch.ones(spec.shape[-1])
        keep[start:start + width] = 0
        return spec * keep

    def forward(self, spec):
        start = int(self.rng.integers(0, spec.shape[-1] - self.width))
        return self.cut(spec, start, self.width)
