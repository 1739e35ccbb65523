import itertools
from collections import Counter, OrderedDict, defaultdict, deque

import torch


def group(names):
    out = defaultdict(list)
    for i, n in enumerate(names):
        out[n.split(".")[0]].append(i)
    return OrderedDict(sorted(out.items()))


def aggregate(x, names):
    sums = {}
    for key, rows in group(names).items():
        sums[key] = x[rows].sum(0)
    order = sorted(sums, key=lambda k: (-len(k), k))
    pairs = list(itertools.combinations(order, 2))
    initials = Counter(n[0] for n in names)
    best = sorted(initials, key=initials.get)[-1]
    window = deque((sums[k] for k in order), maxlen=2)
    total = sum(sums.values())
    for a, b in pairs:
        total = total + sums[a] * sums[b]
    return total, best, torch.stack(tuple(window))
