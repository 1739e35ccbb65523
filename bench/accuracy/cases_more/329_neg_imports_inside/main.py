import importlib.util

import torch

HAS_FAST = importlib.util.find_spec("not_a_real_module_here") is not None


def pick():
    if HAS_FAST:
        import not_a_real_module_here as fast
        return fast.run
    from torch.nn import functional as F
    return F.silu


def f(x):
    import collections
    from math import pi

    pair = collections.namedtuple
    act = pick()
    return act(x) * pi if pair is not None else x
