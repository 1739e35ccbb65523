"""`--against OTHER`: two versions of the source under eager, before and after a fix. No compiler takes part.

Each version runs from the same seeds in a process of its own; what its regions leave at the examined calls is recorded and compared
call by call, as two legs are. The regions are those that either version compiles, matched by name, else by order.
"""

from __future__ import annotations

import os
from typing import Any, Dict, List, Optional, Tuple

import torch

from .compare import Allowances, beyond, compare
from .records import Difference, Observation

Record = Dict[str, Any]  # region, call, before (path -> digest), rng, eager, again, noisy, double


def read_records(folder: str) -> List[Record]:
    names = sorted(n for n in os.listdir(folder) if n.startswith("observed-") and n.endswith(".pt"))
    return [torch.load(os.path.join(folder, n), weights_only=False) for n in names]


def pair_up(before: List[Record], after: List[Record]) -> List[Tuple[Optional[Record], Optional[Record]]]:
    """Calls of the same region by entry name and number; what has no partner stands alone."""
    left = {(r["region"]["entry"], r["call"]): r for r in after}
    pairs: List[Tuple[Optional[Record], Optional[Record]]] = []
    alone: List[Record] = []
    for record in before:
        partner = left.pop((record["region"]["entry"], record["call"]), None)
        if partner is None:
            alone.append(record)
        else:
            pairs.append((record, partner))
    rest = list(left.values())
    for record in alone:  # a renamed function stands where the old one stood
        partner = next((r for r in rest if (r["region"]["index"], r["call"]) == (record["region"]["index"], record["call"])), None)
        if partner is not None:
            rest.remove(partner)
        pairs.append((record, partner))
    return pairs + [(None, r) for r in rest]


def judge(before: Optional[Record], after: Optional[Record]) -> Dict[str, Any]:
    """Verdict and differences of one pair; in the differences `eager` is the version before and `graph` the one after."""
    if before is None or after is None:
        missing = "after" if after is None else "before"
        return _result("error", note=f"the version {missing} makes no such call")
    for record, name in ((before, "before"), (after, "after")):
        if record.get("failure"):
            return _result("error", note=f"the version {name} gave no result: {record['failure']}")
    if before["rng"] != after["rng"] or any(after["before"].get(p, d) != d for p, d in before["before"].items()):
        moved = [p for p, d in before["before"].items() if after["before"].get(p, d) != d][:5]
        note = f"the call is reached in another state: {', '.join(moved) or 'random generators'}"
        return _result("different", [Difference("state", moved[0] if moved else "", note)])
    contents: Dict[str, torch.Tensor] = before["contents"]
    first: Observation = before["eager"]
    unstable = compare(first, before["again"], contents.get)
    if unstable:
        return _result("nondeterministic-eager", unstable)
    differences = compare(first, after["eager"], contents.get, Allowances(before["noisy"], before["double"]))
    for d in differences:
        d.detail = d.detail.replace("eager", "before").replace("the graph", "after").replace("graph", "after")
    if not differences:
        return _result("equal-bitwise")
    if not beyond(differences):
        return _result("equal-within-bound", differences)
    return _result("different", beyond(differences))


def _result(verdict: str, differences: Optional[List[Difference]] = None, note: str = "") -> Dict[str, Any]:
    return {"verdict": verdict, "differences": [d.to_json() for d in differences or []], "note": note}
