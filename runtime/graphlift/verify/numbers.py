"""How far two tensors of equal shape and type are apart, and how far correct ones may be.

Nothing here knows an operator; `perturb` derives how much an operator may err.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional

import torch

# Half of the last place of each type: the largest relative error of one correct rounding.
UNIT_ROUNDOFF = {torch.float64: 2.0**-53, torch.float32: 2.0**-24, torch.float16: 2.0**-11, torch.bfloat16: 2.0**-8}
# How many times the typical spread of correctly rounded runs a difference may be. The spread is estimated from a few runs,
# and a reduction in another order is further out than the average one; bench/verify holds the factor against correct and wrong programs.
SAFETY = 8.0


def as_double(tensor: torch.Tensor) -> torch.Tensor:
    """On the real line: complex numbers become pairs, booleans 0 and 1."""
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor.resolve_conj())
    return tensor.to(torch.float64)


@dataclasses.dataclass
class Gap:
    """`eager` and `graph` element by element, as float64 on the CPU."""

    eager: torch.Tensor
    graph: torch.Tensor
    dtype: torch.dtype
    distance: torch.Tensor  # |eager - graph|, infinite where one is NaN or an infinity that the other is not

    @classmethod
    def between(cls, eager: torch.Tensor, graph: torch.Tensor) -> Gap:
        e, g = as_double(eager), as_double(graph)
        distance = (e - g).abs()
        same = (e == g) | (e.isnan() & g.isnan())
        distance = torch.where(same, torch.zeros_like(distance), distance)
        distance = torch.where(~same & distance.isnan(), torch.full_like(distance, float("inf")), distance)
        return cls(e, g, eager.dtype, distance)

    def ulps(self) -> float:
        """The largest distance in units in the last place of the larger value (infinite where not finite)."""
        unit = UNIT_ROUNDOFF.get(self.dtype)
        if unit is None or self.distance.numel() == 0:
            return 0.0
        largest = torch.maximum(self.eager.abs(), self.graph.abs())
        exponent = torch.frexp(largest)[1].to(torch.float64) - 1
        place = torch.ldexp(torch.full_like(largest, 2 * unit), exponent).clamp(min=torch.finfo(self.dtype).smallest_normal * 2 * unit)
        return float((self.distance / place).max())

    def _profile(self, allowed: Optional[torch.Tensor]) -> Dict[str, List[float]]:
        """33 elements from the nearest to the furthest apart: distance, and what is allowed there."""
        order = self.distance.reshape(-1).argsort()
        picks = order[torch.linspace(0, order.numel() - 1, 33).long()]
        at = lambda t: [float(v) for v in t.reshape(-1)[picks]]  # noqa: E731
        return {"distance": at(self.distance), "allowed": [] if allowed is None else at(allowed)}

    def figures(self, allowed: Optional[torch.Tensor], truth: Optional[torch.Tensor]) -> Dict[str, Any]:
        """What a report says: the worst element and how many are apart."""
        excess = self.distance if allowed is None else self.distance - allowed
        worst = int(excess.reshape(-1).argmax())
        out: Dict[str, Any] = {
            "max_abs": float(self.distance.max()),
            "max_ulp": round(self.ulps(), 2),
            "elements": self.distance.numel(),
            "elements_apart": int((self.distance > 0).sum()),
            "worst_index": [int(i) for i in torch.unravel_index(torch.tensor(worst), self.distance.shape)] if self.distance.dim() else [],
            "eager": float(self.eager.reshape(-1)[worst]),
            "graph": float(self.graph.reshape(-1)[worst]),
        }
        if allowed is not None:
            out["bound"] = float(allowed.reshape(-1)[worst])
            out["elements_beyond"] = int((self.distance > allowed).sum())
        out["profile"] = self._profile(allowed)
        if truth is not None:
            out["float64"] = float(truth.reshape(-1)[worst])
        return out


def _median(values: torch.Tensor) -> torch.Tensor:
    """Of at most 100,000 of the values, evenly taken: it is a scale, not a result."""
    flat = values.reshape(-1)
    if flat.numel() > 100_000:
        flat = flat[:: flat.numel() // 100_000]
    return flat.median()


def allowance(base: torch.Tensor, perturbed: List[torch.Tensor]) -> torch.Tensor:
    """How far a correct result may be from `base`, element by element, from runs of which every operator was off by its own rounding error.

    An element can come out alike in all runs by luck, so none is allowed less than what is typical in the tensor, absolutely
    and relative to its size.
    """
    b = as_double(base)
    if not perturbed:
        return torch.zeros_like(b)
    square = torch.zeros_like(b)
    for each in perturbed:
        d = as_double(each) - b
        square += torch.where(d.isfinite(), d * d, torch.zeros_like(d))
    spread = (square / len(perturbed)).sqrt()
    if b.numel() == 0 or not (base.is_floating_point() or base.is_complex()):
        # A discrete value may differ only where rounding made it differ.
        return spread * len(perturbed) ** 0.5
    floor = _median(spread)
    relative = spread / b.abs()
    relative = relative[relative.isfinite() & (b != 0)]
    typical = _median(relative) if relative.numel() else torch.zeros((), dtype=torch.float64)
    size = torch.where(b.isfinite(), b.abs(), torch.zeros_like(b))
    return SAFETY * torch.maximum(torch.maximum(spread, floor.expand_as(spread)), size * typical)


def is_truth(gap: Gap, truth: torch.Tensor) -> bool:
    """Whether the float64 leg computed the same thing: it may not be further from eager than lost precision explains."""
    unit = UNIT_ROUNDOFF.get(gap.dtype)
    if unit is None or truth.shape != gap.eager.shape or truth.numel() == 0:
        return False
    off, size = (gap.eager - truth).square().mean().sqrt(), truth.square().mean().sqrt()
    return bool(off <= size * min(0.05, 4096 * unit))


def within(gap: Gap, allowed: torch.Tensor, truth: Optional[torch.Tensor]) -> torch.Tensor:
    """Which elements are as they should be: within the allowance, or at least as near to the float64 result as eager is."""
    good = gap.distance <= allowed
    if truth is not None and is_truth(gap, truth):
        off_eager, off_graph = (gap.eager - truth).abs(), (gap.graph - truth).abs()
        good = good | (off_graph <= off_eager)
    return good
