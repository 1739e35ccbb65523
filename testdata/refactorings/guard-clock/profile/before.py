import time

import torch
import torch.nn as nn


class Pipeline(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(3, 3)
        self.profile = {}

    def forward(self, x):
        start = time.perf_counter()
        y = self.proj(x)
        self.profile["proj"] = time.perf_counter() - start
        return y


torch.manual_seed(0)
pipeline = torch.compile(Pipeline())
pipeline(torch.ones(2, 3))
