import torch
import torch.nn as nn


class Loss(nn.Module):
    def __init__(self, perceptual=True):
        super().__init__()
        self.perceptual = perceptual

    def pixel(self, a, b):
        return (a - b).abs().mean()

    def forward(self, a, b):
        import math

        total = self.pixel(a, b) * math.sqrt(2)
        if self.perceptual:
            try:
                import lpips_not_here as lp
                total = total + lp.distance(a, b)
            except ImportError:
                total = total + (a.mean() - b.mean()).pow(2)
        return total
