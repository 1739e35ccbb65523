"""How much faster the graph is, with how sure that is, or why nothing can be claimed.

Runs in a forked copy of its own with nothing observed. Eager and graph are timed in pairs, side by side and in random order, so
that whatever else the machine does meets both. First the same is done with eager against eager: where that does not come
out as 1, the machine is too restless to say anything.
"""

from __future__ import annotations

import random
import time
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch

from . import snapshot as snap
from .graphfacts import LOG, CompiledCode
from .leg import Arguments, cotangents
from .statistics import Ratio, median, paired_ratio

BLOCK_SECONDS = 0.002  # a block of calls lasts at least that, far above the clock's step
WARM_UP = 3
MAX_WIDTH = 0.10  # of the interval of eager against eager


def synchronize() -> None:
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.synchronize()


class Workload:
    """One call of the region and its backward pass, with the state that it changes put back before each block (outside the timed part)."""

    def __init__(self, call: Callable[..., Any], arguments: Arguments, sources: List[torch.Tensor], changed: List[torch.Tensor]):
        self.call, self.arguments, self.sources = call, arguments, sources
        self.saved = [(t, t.detach().clone()) for t in changed]
        self.backward = False
        self._directions: Optional[List[torch.Tensor]] = None

    def once(self) -> None:
        result = self.call(*self.arguments[0], **self.arguments[1])
        if not self.sources or not torch.is_grad_enabled():
            return
        found = snap.outputs_of(result)
        if self._directions is None:
            self._directions = cotangents(found)[1]
            self.backward = bool(self._directions)
        if self._directions:
            chosen = [t for t in found.values() if t.requires_grad and (t.is_floating_point() or t.is_complex()) and t.layout == torch.strided]
            torch.autograd.grad(chosen, self.sources, self._directions, allow_unused=True)

    def restore(self) -> None:
        with torch.no_grad():
            for tensor, contents in self.saved:
                tensor.detach().copy_(contents)

    def block(self, count: int) -> float:
        """Seconds for one of `count` calls."""
        self.restore()
        synchronize()
        start = time.perf_counter()
        for _ in range(count):
            self.once()
        synchronize()
        return (time.perf_counter() - start) / count


def measure_pairs(first: Workload, second: Workload, pairs: int, count: int, order: random.Random, deadline: float) -> List[Tuple[float, float]]:
    out = []
    for _ in range(pairs):
        if order.random() < 0.5:
            a = first.block(count)
            b = second.block(count)
        else:
            b = second.block(count)
            a = first.block(count)
        out.append((a, b))
        if time.monotonic() > deadline and len(out) >= 10:
            break
    return out


def peak_memory(work: Workload) -> Optional[int]:
    """Bytes that one call needs beyond what is there before it."""
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        work.once()
        return torch.cuda.max_memory_allocated() - before
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as f:
            f.write("5")  # forget the high-water mark
        before = _status("VmRSS")
        work.once()
        return max(0, _status("VmHWM") - before)
    except OSError:
        return None


def _status(name: str) -> int:
    with open("/proc/self/status", encoding="ascii") as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith(name + ":"))


def time_region(eager: Callable[..., Any], graph: Callable[..., Any], arguments: Arguments, sources: List[torch.Tensor],
                changed: List[torch.Tensor], pairs: int, seconds: float, threads: int, cold: bool) -> Dict[str, Any]:  # fmt: skip
    """The timing part of the report on one region. `cold`: compile without caches, to tell what a first run on a machine costs."""
    _real_threads(threads)
    one, two = Workload(eager, arguments, sources, changed), Workload(graph, arguments, sources, changed)
    out: Dict[str, Any] = {"threads": threads, "device": "cuda" if torch.cuda.is_available() and torch.cuda.is_initialized() else "cpu"}
    out["first_eager_ms"] = one.block(1) * 1e3
    steady = min(one.block(1) for _ in range(WARM_UP))
    out.update(_compile_costs(two, cold))
    with CompiledCode() as entered:
        two.block(1)
    if not entered.entered:
        return {**out, "self_test": "failed", "why": "the compiled path was not entered"}
    for _ in range(WARM_UP):
        two.block(1)
    count = max(1, round(BLOCK_SECONDS / max(steady, 1e-7)))
    order = random.Random(1)
    begun = time.monotonic()
    own = paired_ratio(measure_pairs(one, one, pairs, count, order, begun + seconds / 3))
    out["self_test_interval"] = [own.low, own.high]
    if not own.holds_one() or own.width() > MAX_WIDTH:
        why = f"eager against eager gives {own.median:.3f} [{own.low:.3f}, {own.high:.3f}]: this machine is too restless now"
        return {**out, "self_test": "failed", "why": why}
    LOG.start()
    measured = measure_pairs(one, two, pairs, count, order, begun + seconds)
    facts = LOG.facts()
    out.update(_verdict(measured, out["compile_s"], facts))
    out["backward"] = one.backward
    out["calls_per_block"] = count
    out["peak_memory"] = {"eager": peak_memory(one), "graph": peak_memory(two)}
    return out


def _compile_costs(work: Workload, cold: bool) -> Dict[str, float]:
    """Seconds: `compile_s` the first call with no caches, `recompile_s` a first call with torch's caches on disk, `first_call_ms` the next."""
    import torch._inductor.config as config

    steps: Dict[str, float] = {}
    for name, disable in (("compile_s", True), ("recompile_s", False)) if cold else (("compile_s", False),):
        torch._dynamo.reset()
        with config.patch(force_disable_caches=disable):
            steps[name] = work.block(1)
    steps["first_call_ms"] = work.block(1) * 1e3
    return steps


def _verdict(measured: List[Tuple[float, float]], compile_s: float, facts: Any) -> Dict[str, Any]:
    ratio: Ratio = paired_ratio(measured)
    eager, graph = median([m[0] for m in measured]), median([m[1] for m in measured])
    out: Dict[str, Any] = {
        "self_test": "ok",
        "eager_ms": eager * 1e3,
        "graph_ms": graph * 1e3,
        "speedup": ratio.median,
        "interval": [ratio.low, ratio.high],
        "pairs": len(measured),
        "pair_times_ms": [[a * 1e3, b * 1e3] for a, b in measured],
        "recompiles": len(facts.recompiles),
        "break_even_calls": None,
        "claim": True,
        "why": "",
    }
    if facts.recompiles or facts.graphs:
        out.update(claim=False, why=f"{max(len(facts.recompiles), facts.graphs)} graphs were compiled while timing")
    elif ratio.holds_one():
        out.update(claim=False, why="the interval holds 1")
    elif eager > graph:
        out["break_even_calls"] = int(compile_s / (eager - graph)) + 1
    return out


def _real_threads(count: int) -> None:
    setter = getattr(torch, "_graphlift_set_num_threads", torch.set_num_threads)
    setter(count)
