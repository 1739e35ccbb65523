"""What can be said about two times from interleaved pairs: a median ratio and how sure it is."""

from __future__ import annotations

import dataclasses
from typing import List, Sequence, Tuple

import torch

RESAMPLES = 4000
CONFIDENCE = 0.95


@dataclasses.dataclass
class Ratio:
    """Median of first/second over the pairs, with its interval."""

    median: float
    low: float
    high: float

    def holds_one(self) -> bool:
        return self.low <= 1.0 <= self.high

    def width(self) -> float:
        return self.high / self.low - 1.0


def paired_ratio(pairs: Sequence[Tuple[float, float]], seed: int = 0) -> Ratio:
    """Bootstrap over pairs: each pair was measured side by side, so drift of the machine is in both of its times.

    Percentile interval of the median log ratio, widened where the order statistics of the sign test, which assume nothing, are wider.
    """
    logs = torch.tensor([p[0] / p[1] for p in pairs], dtype=torch.float64).log()
    n = logs.numel()
    generator = torch.Generator().manual_seed(seed)
    picks = torch.randint(n, (RESAMPLES, n), generator=generator)
    medians = logs[picks].quantile(0.5, dim=1)
    tail = (1 - CONFIDENCE) / 2
    low, high = float(medians.quantile(tail)), float(medians.quantile(1 - tail))
    ordered = logs.sort().values
    rank = sign_test_rank(n)
    if rank >= 0:
        low, high = min(low, float(ordered[rank])), max(high, float(ordered[n - 1 - rank]))
    middle = float(logs.quantile(0.5))
    return Ratio(*(float(torch.tensor(v, dtype=torch.float64).exp()) for v in (middle, low, high)))


def sign_test_rank(n: int) -> int:
    """The largest k for which the (k+1)-th smallest and largest of n values hold the median with CONFIDENCE; -1 when n is too small."""
    total, probability = 0.0, 0.5**n
    rank = -1
    for k in range(n // 2):
        total += probability
        if 2 * total > 1 - CONFIDENCE:
            break
        rank = k
        probability *= (n - k) / (k + 1)
    return rank


def median(values: List[float]) -> float:
    return float(torch.tensor(values, dtype=torch.float64).quantile(0.5))
