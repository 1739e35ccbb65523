import torch
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten


def lerp(a, b, w: float):
    return a + (b - a) * w


def blend_trees(left, right, w: float = 0.25):
    flat_l, spec = tree_flatten(left)
    flat_r, _ = tree_flatten(right)
    mixed = [lerp(a, b, w) for a, b in zip(flat_l, flat_r)]
    tree = tree_unflatten(mixed, spec)
    return tree_map(lambda t: t * 2, tree)
