"""The protocol at one call of one region: legs in isolated copies, comparison, verdict.

    eager, eager again     bit for bit alike, or the region is nondeterministic by itself
    graph                  as the program asked for it
    graph, strict          only where the first differs and the backend has such a mode: eager's random numbers and roundings
    eager with rounding noise, eager in float64    only where something differs: how far apart correct results may be
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any, Callable, Dict, List, Optional

import torch

from . import perturb
from . import snapshot as snap
from .compare import Allowances, beyond, compare
from .isolate import Answer, run_isolated
from .leg import Arguments, rng_states, run_leg
from .locate import Locator
from .options import Options
from .records import Difference, Observation, TensorRecord
from .regions import Region
from .roots import Roots
from .timing import time_region

# From best to worst; the verdict on a region is the worst of its calls.
VERDICTS = ("equal-bitwise", "equal-within-bound", "numeric-only", "not-compiled", "nondeterministic-eager", "different", "error")


class Examination:
    """Runs in a process of its own, forked from the program at the call. `switch(graph)` says which way nested regions go."""

    def __init__(self, region: Region, arguments: Arguments, options: Options, scratch: str, switch: Callable[[Optional[bool]], None],
                 progress: Callable[[str], None], timed: bool = False):  # fmt: skip
        self.region, self.arguments, self.options = region, arguments, options
        self.scratch, self.switch, self.progress, self.timed = scratch, switch, progress, timed
        self.deadline = time.monotonic() + options.timeout
        self.legs: Dict[str, Dict[str, Any]] = {}
        self._count = 0
        self.roots = Roots()
        self.roots.add_callable(region.target)
        first = snap.take(arguments, self.roots, keep_data=False, grow=True)
        self.before = snap.digests(first)
        self.tensors = first.tensors
        self.records = first.records
        self.modules = first.modules
        self.rng_before = rng_states()
        self.graph_seen: Optional[Observation] = None

    # -- legs

    def isolated(self, name: str, work: Callable[[], Any], seconds: Optional[float] = None) -> Answer:
        self.progress(name)
        self._count += 1
        left = max(1.0, self.deadline - time.monotonic())
        started = time.monotonic()
        answer = run_isolated(work, min(left, seconds or left), os.path.join(self.scratch, f"leg-{os.getpid()}-{self._count}"))
        entry: Dict[str, Any] = {"kind": answer.kind, "seconds": round(time.monotonic() - started, 3)}
        if not answer.ok:
            entry["detail"] = answer.detail[-2000:]
        self.legs[name] = entry
        return answer

    def eager(self, name: str, around: Optional[Callable[[], Any]] = None, prepare: Optional[Callable[[], None]] = None) -> Answer:
        def work() -> Observation:
            self.switch(False)
            if prepare is not None:
                prepare()
            return run_leg(name, self.region.eager, self.arguments, self.roots, self.before, around=around)

        return self.isolated(name, work)

    def graph(self, name: str, strict: bool = False, **changes: Any) -> Answer:
        """`changes`: other arguments of torch.compile (a rung of the ladder of backends)."""

        def work() -> Observation:
            self.switch(True)
            with strict_numerics() if strict else contextlib.nullcontext():
                call = self.region.graph
                if strict or changes:
                    torch._dynamo.reset()
                if changes:
                    call = self.region.compiled_with(**changes)
                return run_leg(name, call, self.arguments, self.roots, self.before)

        return self.isolated(name, work)

    def originals(self, path: str) -> Optional[torch.Tensor]:
        tensor = self.tensors.get(path)
        return None if tensor is None else tensor.detach().cpu()

    def compare(self, eager: Observation, graph: Observation, allowances: Optional[Allowances] = None) -> List[Difference]:
        return compare(eager, graph, self.originals, allowances)

    def allowances(self) -> Allowances:
        """Legs that tell how far correct results may be apart."""
        noisy = [self.eager(f"eager with rounding noise {i + 1}", perturb.noisy(i + 1)) for i in range(self.options.samples)]
        double = self.eager("eager in float64", perturb.InDouble, lambda: perturb.convert_to_double(self.tensors))
        return Allowances([a.value for a in noisy if a.ok], double.value if double.ok else None)

    # -- the protocol

    def run(self) -> Dict[str, Any]:
        first = self.eager("eager")
        if not first.ok:
            return self._result("error", note=f"the eager leg gave no result: {first.kind}. {last_line(first.detail)}")
        again = self.eager("eager again")
        if not again.ok:
            return self._result("error", note=f"the second eager leg gave no result: {again.kind}. {last_line(again.detail)}")
        unstable = self.compare(first.value, again.value)
        graph = self.graph("graph")
        facts = graph.value.graph if graph.ok else None
        if unstable:
            for d in unstable:
                d.detail = "between two eager runs from one state: " + d.detail.replace("graph", "second run")
            return self._result("nondeterministic-eager", unstable, facts=facts)
        if not graph.ok:
            crash = {"died": "the process died", "timeout": "no answer in time", "raised": "the leg failed"}[graph.kind]
            return self._result("error", note=f"compiled run: {crash}: {last_line(graph.detail)}")
        result = self._judge(first.value, graph.value)
        if self.options.timing and first.value.failure is None and graph.value.failure is None and graph.value.graph.ran and not self.timed:
            result["timing"] = self._time(first.value)
        return result

    def record(self) -> Dict[str, Any]:
        """Eager legs alone, for a comparison with another version of the source."""
        first, again = self.eager("eager"), self.eager("eager again")
        if not (first.ok and again.ok):
            return {"failure": last_line(first.detail or again.detail)}
        known = self.allowances()
        return {
            "eager": first.value,
            "again": again.value,
            "noisy": known.perturbed,
            "double": known.double,
            "before": self.before,
            "rng": self.rng_before,
            "contents": {p: t.detach().cpu().clone() for p, t in self.tensors.items() if t.layout == torch.strided},
        }

    def _time(self, eager: Observation) -> Optional[Dict[str, Any]]:
        """Speed, in a leg of its own. The state that a call changes is put back between blocks."""
        changed = [self.tensors[p] for p, r in eager.state.items() if isinstance(r, TensorRecord) and r.data is not None and p in self.tensors]
        sources = [t for p, t in self.tensors.items() if t.requires_grad and not p.endswith(".grad")]
        cold = self.region.arguments.get("backend", "inductor") == "inductor"

        def work() -> Dict[str, Any]:
            self.switch(None)
            with open(os.devnull, "w", encoding="utf-8") as nothing, contextlib.redirect_stdout(nothing):
                return time_region(self.region.eager, self.region.graph, self.arguments, sources, changed, self.options.pairs,
                                   self.options.timing_seconds, self.options.threads, cold)  # fmt: skip

        answer = self.isolated("timing", work)
        if answer.ok:
            return answer.value
        return {"self_test": "failed", "why": f"timing gave no result: {answer.kind}: {last_line(answer.detail)}"}

    def _judge(self, eager: Observation, fast: Observation) -> Dict[str, Any]:
        if fast.failure is not None and fast.failure.compiler and (eager.failure is None or eager.failure.type != fast.failure.type):
            return self._result("error", note=f"the compiler failed: {fast.failure.type}: {fast.failure.message[:600]}", facts=fast.graph)
        self.graph_seen = fast
        differences = self.compare(eager, fast)
        if not fast.graph.ran and fast.failure is not None and eager.failure is None:
            return self._result("error", note=f"compiling failed: {fast.failure.type}: {fast.failure.message[:600]}", facts=fast.graph)
        if not fast.graph.ran:
            note = "the compiled path never ran: no graph was entered during the call"
            return self._result("not-compiled", beyond(differences), facts=fast.graph, note=note)
        if not differences:
            return self._result("equal-bitwise", facts=fast.graph)
        allowances = self.allowances() if any(d.numeric for d in differences) else Allowances()
        differences = self.compare(eager, fast, allowances)
        if not beyond(differences):
            return self._result("equal-within-bound", differences, facts=fast.graph)
        strict = self._strict(eager, allowances)
        if strict is not None and not beyond(strict):
            note = "vanishes with eager's random numbers and roundings (emulate_precision_casts, fallback_random, eager_numerics)"
            return self._result("numeric-only", beyond(differences), facts=fast.graph, note=note)
        found = beyond(strict) if strict else beyond(differences)
        note = ""
        if self.options.locate:
            try:
                found = Locator(self, eager, allowances).explain(found)
            except Exception as wrong:  # the verdict stands without it
                note = f"where it starts could not be found: {type(wrong).__name__}: {wrong}"
        return self._result("different", found, facts=fast.graph, note=note)

    def _strict(self, eager: Observation, allowances: Allowances) -> Optional[List[Difference]]:
        """Differences of the strict leg, or None where there is no such leg."""
        if self.region.arguments.get("backend", "inductor") != "inductor":
            return None
        answer = self.graph("graph, strict", strict=True)
        return self.compare(eager, answer.value, allowances) if answer.ok and not answer.value.failure else None

    def _result(self, verdict: str, differences: Optional[List[Difference]] = None, facts: Any = None, note: str = "") -> Dict[str, Any]:
        result: Dict[str, Any] = {
            "verdict": verdict,
            "differences": [d.to_json() for d in differences or []],
            "note": note,
            "legs": self.legs,
            "signature": signature(self.arguments),
            "places": len(self.records),
        }
        if facts is not None:
            result["graph"] = {"ran": facts.ran, "graphs": facts.graphs, "operators": facts.operators}
        return result


@contextlib.contextmanager
def strict_numerics() -> Any:
    """Inductor as near to eager as it can be made."""
    from torch._inductor import config

    wanted = {
        "emulate_precision_casts": True,
        "fallback_random": True,
        "eager_numerics.division_rounding": True,
        "eager_numerics.disable_ftz": True,
        "eager_numerics.use_pytorch_libdevice": True,
    }
    known = config.get_config_copy()
    with config.patch({k: v for k, v in wanted.items() if k in known}):
        yield


def signature(arguments: Arguments) -> List[str]:
    """What tells argument sets apart: types, shapes and plain values."""
    out = []
    for path, value in [(str(i), v) for i, v in enumerate(arguments[0])] + list(arguments[1].items()):
        if isinstance(value, torch.Tensor):
            out.append(f"{path}: {str(value.dtype).replace('torch.', '')}{list(value.shape)}")
        elif isinstance(value, (bool, int, float, str, type(None))):
            out.append(f"{path}: {value!r}"[:80])
        else:
            out.append(f"{path}: {type(value).__qualname__}")
    return out


def last_line(text: str) -> str:
    return text.strip().splitlines()[-1][:400] if text.strip() else ""
