import numpy as np
import torch


def window(n):
    t = np.arange(n) / n
    return 0.5 - 0.5 * np.cos(2 * np.pi * t)


def spectrum(x):
    w = torch.from_numpy(window(x.shape[-1])).float()
    y = x * w
    a = y.numpy()
    b = np.sqrt(np.maximum(a, 0.0)) + np.clip(a, -1, 1)
    c = np.concatenate([b, a], axis=-1).mean(axis=0)
    return torch.from_numpy(c) * np.float32(2.0)
