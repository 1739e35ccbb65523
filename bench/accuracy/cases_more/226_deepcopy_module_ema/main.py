import copy

import torch
import torch.nn as nn


class Student(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Linear(dim, dim)
        self.options = {"temperature": 2.0, "names": ["a", "b"]}

    def student(self, x):
        return self.net(x)

    def forward(self, x):
        options = dict(self.options)
        teacher = copy.deepcopy(self.net)
        with torch.no_grad():
            target = teacher(x)
        return (self.student(x) / options["temperature"] - target).pow(2).mean()
