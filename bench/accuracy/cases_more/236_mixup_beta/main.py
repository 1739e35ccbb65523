import numpy as np
import torch


def blend(a, b, lam):
    return lam * a + (1 - lam) * b


def mixup(x, y, alpha=0.2):
    lam = np.random.beta(alpha, alpha)
    perm = torch.randperm(x.shape[0])
    return blend(x, x[perm], lam), blend(y, y[perm], lam)


def augment(batches):
    fast = torch.compile(mixup)
    return [fast(x, y) for x, y in batches]
