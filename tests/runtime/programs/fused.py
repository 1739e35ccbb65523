"""A fused kernel in which one operator is wrong, by a bug that Inductor has for the tests of such tools."""

import torch
import torch._inductor.config
import torch.nn.functional as F

torch._inductor.config.cpp.inject_relu_bug_TESTING_ONLY = "accuracy"
torch.manual_seed(0)


@torch.compile
def region(x, w):
    y = torch.tanh(x @ w) * 2 - x.mean()
    z = F.relu(y) * 3
    return z.sum(-1) + 1


region(torch.randn(16, 8), torch.randn(8, 8, requires_grad=True))
