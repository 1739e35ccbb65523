"""Compares two legs over everything that was observed, and says in which dimension each difference is."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import torch

from . import numbers
from .records import Difference, Observation, TensorRecord, ValueRecord

GROUPS = ("outputs", "state", "gradients")


class Allowances:
    """What is known of how far values may be apart: perturbed legs and a float64 leg. Empty means: bit for bit."""

    def __init__(self, perturbed: Optional[List[Observation]] = None, double: Optional[Observation] = None):
        self.perturbed = [p for p in perturbed or [] if p.failure is None]
        self.double = double if double is not None and double.failure is None else None

    @staticmethod
    def _data(seen: Observation, group: str, path: str, shape: Tuple[int, ...]) -> Optional[torch.Tensor]:
        record = getattr(seen, group).get(path)
        if isinstance(record, TensorRecord) and record.data is not None and record.shape == shape:
            return record.data
        return None

    def of(self, group: str, path: str, base: torch.Tensor) -> Tuple[Optional[torch.Tensor], Optional[torch.Tensor]]:
        """(allowed distance, float64 result), each None where it is not known."""
        samples = [d for d in (self._data(p, group, path, tuple(base.shape)) for p in self.perturbed) if d is not None]
        truth = self._data(self.double, group, path, tuple(base.shape)) if self.double is not None else None
        return (numbers.allowance(base, samples) if samples else None, None if truth is None else numbers.as_double(truth))


class Comparison:
    """`originals(path)`: contents of a state tensor before the call, for records that kept none because nothing changed."""

    def __init__(self, eager: Observation, graph: Observation, originals: Callable[[str], Optional[torch.Tensor]],
                 allowances: Optional[Allowances] = None):  # fmt: skip
        self.eager, self.graph = eager, graph
        self.originals = originals
        self.allowances = allowances or Allowances()
        self.differences: List[Difference] = []

    def run(self) -> List[Difference]:
        self._failures()
        both = self.eager.failure is None and self.graph.failure is None
        if both:
            self._records("outputs", self.eager.outputs, self.graph.outputs)
        self._records("state", self.eager.state, self.graph.state)
        if both:
            self._gradients()
        for name in sorted(set(self.eager.rng) | set(self.graph.rng)):
            if self.eager.rng.get(name) != self.graph.rng.get(name):
                self._add("rng", name, f"the state of the {name} generator after the call differs")
        for name in ("stdout", "stderr"):
            self._text(name, getattr(self.eager, name), getattr(self.graph, name))
        return self.differences

    def _add(self, dimension: str, path: str, detail: str, **more: Any) -> None:
        self.differences.append(Difference(dimension, path, detail, **more))

    def _failures(self) -> None:
        e, g = self.eager.failure, self.graph.failure
        if e is None and g is None:
            return
        if e is not None and g is not None and (e.type, e.phase) == (g.type, g.phase):
            return
        say = lambda f: "nothing raised" if f is None else f"{f.type} in {f.phase}: {f.message.splitlines()[0][:200] if f.message else ''}"  # noqa: E731
        self._add("exception", "", f"eager: {say(e)}; graph: {say(g)}")

    def _text(self, name: str, eager: str, graph: str) -> None:
        if eager == graph:
            return
        e, g = eager.splitlines(), graph.splitlines()
        at = next((i for i, (a, b) in enumerate(zip(e, g)) if a != b), min(len(e), len(g)))
        one = repr(e[at][:120]) if at < len(e) else "nothing more"
        two = repr(g[at][:120]) if at < len(g) else "nothing more"
        self._add("stdout", f"{name}:{at + 1}", f"eager printed {one}, the graph {two}")

    @staticmethod
    def dimension(group: str, path: str, tensor: bool) -> str:
        if group == "outputs":
            return "output"
        if "_hooks" in path:
            return "hook"
        if not tensor:
            return "python-effect"
        if path.endswith(".grad") or group == "gradients":
            return "gradient"
        return "mutation" if path.startswith(("args[", "kwargs[")) else "state"

    def _records(self, group: str, eager: Dict[str, Any], graph: Dict[str, Any]) -> None:
        done: List[str] = []  # paths below which nothing more is said
        for path in list(eager) + [p for p in graph if p not in eager]:
            if any(path.startswith(d) and path[len(d) : len(d) + 1] in (".", "[") for d in done):
                continue
            e, g = eager.get(path), graph.get(path)
            if isinstance(e, TensorRecord) and isinstance(g, TensorRecord):
                self._tensors(group, path, e, g)
            elif e != g:
                done.append(path)
                tensor = isinstance(e, TensorRecord) or isinstance(g, TensorRecord)
                self._add(self._value_dimension(group, path, e, g, tensor), path, f"eager: {_describe(e)}; graph: {_describe(g)}")

    def _value_dimension(self, group: str, path: str, e: Any, g: Any, tensor: bool) -> str:
        kinds = {r.kind for r in (e, g) if isinstance(r, ValueRecord)}
        if group == "outputs" and "same" in kinds:
            return "alias"
        if path.startswith(("args[", "kwargs[")) and not tensor and e is not None and g is not None:
            return "mutation"
        return self.dimension(group, path, tensor)

    def _tensors(self, group: str, path: str, e: TensorRecord, g: TensorRecord) -> None:
        dimension = self.dimension(group, path, True)
        for what in ("dtype", "shape", "device", "layout", "requires_grad", "subclass"):
            if getattr(e, what) != getattr(g, what):
                self._add(dimension, path, f"{what}: eager {getattr(e, what)}, graph {getattr(g, what)}")
        if e.shape != g.shape:
            return
        if _strides(e) != _strides(g):
            self._add("layout", path, f"strides: eager {e.stride}, graph {g.stride}")
        if (e.same_object, e.same_storage) != (g.same_object, g.same_storage):
            self._add("alias", path, f"eager: {_sharing(e)}; graph: {_sharing(g)}")
        if e.digest != g.digest and e.dtype == g.dtype:
            self._contents(group, dimension, path, e, g)

    def _contents(self, group: str, dimension: str, path: str, e: TensorRecord, g: TensorRecord) -> None:
        one = e.data if e.data is not None else self.originals(path)
        two = g.data if g.data is not None else self.originals(path)
        if one is None or two is None:
            self._add(dimension, path, "contents differ")
            return
        gap = numbers.Gap.between(one, two)
        allowed, truth = self.allowances.of(group, path, one)
        ok = bool(numbers.within(gap, allowed, truth).all()) if allowed is not None else False
        zero_sign = bool((gap.distance == 0).all())
        figures = gap.figures(allowed, truth)
        if zero_sign:
            detail = "equal but for the signs of zeros or the bits of NaNs"
        elif e.data is None and g.data is not None:
            detail = "the graph changes it, eager does not"
        elif g.data is None and e.data is not None:
            detail = "eager changes it, the graph does not"
        else:
            detail = f"up to {figures['max_abs']:.3g} ({figures['max_ulp']:.4g} ulp) apart at {figures['elements_apart']} of {figures['elements']} elements"
            if allowed is not None:
                detail += f"; a correct result may be {figures['bound']:.3g} off there"
                if ok and figures["elements_beyond"]:
                    detail += ", and further off the graph is nearer to float64 than eager"
        self._add(dimension, path, detail, numeric=True, within=ok or zero_sign, figures=figures)

    def _gradients(self) -> None:
        for path in list(self.eager.gradients) + [p for p in self.graph.gradients if p not in self.eager.gradients]:
            e, g = self.eager.gradients.get(path), self.graph.gradients.get(path)
            if (e is None) != (g is None):
                self._add("gradient", path, f"eager: {'none' if e is None else 'a gradient'}; graph: {'none' if g is None else 'a gradient'}")
            elif e is not None and e.digest != g.digest:
                if (e.dtype, e.shape) != (g.dtype, g.shape):
                    self._add("gradient", path, f"eager {e.dtype}{list(e.shape)}, graph {g.dtype}{list(g.shape)}")
                else:
                    self._contents("gradients", "gradient", path, e, g)


def _strides(record: TensorRecord) -> Optional[Tuple[int, ...]]:
    """Of the dimensions along which one can step."""
    if record.stride is None or 0 in record.shape:
        return None
    return tuple(s for s, n in zip(record.stride, record.shape) if n > 1)


def _sharing(record: TensorRecord) -> str:
    if record.same_object:
        return f"the same tensor as {record.same_object}"
    return f"shares storage with {record.same_storage}" if record.same_storage else "storage of its own"


def _describe(record: Any) -> str:
    if record is None:
        return "absent"
    if isinstance(record, TensorRecord):
        return f"tensor {record.dtype}{list(record.shape)}"
    if record.kind == "same":
        return f"the same object as {record.text}"
    return record.text[:160]


def compare(eager: Observation, graph: Observation, originals: Callable[[str], Optional[torch.Tensor]],
            allowances: Optional[Allowances] = None) -> List[Difference]:  # fmt: skip
    return Comparison(eager, graph, originals, allowances).run()


def beyond(differences: List[Difference]) -> List[Difference]:
    """Those that no rounding explains."""
    return [d for d in differences if not d.within]
