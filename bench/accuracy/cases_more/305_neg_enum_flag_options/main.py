import enum

import torch
import torch.nn as nn
import torch.nn.functional as F


class Act(str, enum.Enum):
    RELU = "relu"
    GELU = "gelu"


class Opt(enum.Flag):
    NONE = 0
    BIAS = enum.auto()
    NORM = enum.auto()


class Layer(nn.Module):
    def __init__(self, dim, act=Act.GELU, opt=Opt.BIAS | Opt.NORM):
        super().__init__()
        self.act_kind = act
        self.opt = opt
        self.lin = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def act(self, x):
        if self.act_kind is Act.RELU:
            return F.relu(x)
        if self.act_kind == "gelu":
            return F.gelu(x)
        raise ValueError(self.act_kind)

    def forward(self, x):
        h = self.act(self.lin(x))
        if Opt.NORM in self.opt:
            h = self.norm(h)
        if self.opt & Opt.BIAS:
            h = h + 1
        return h
