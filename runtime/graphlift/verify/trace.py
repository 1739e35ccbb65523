"""Operator traces of a leg: which operator gave which value, at which line of the program. For diagnosis only; slow."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any, Dict, List, Optional, Tuple

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten

from . import snapshot as snap
from .roots import _is_user_file

SAMPLE = 65536  # elements of a value that are kept for comparison


@dataclasses.dataclass(eq=False)
class Step:
    """One operator that ran."""

    name: str
    inputs: List[str]  # digests
    outputs: List[str]
    values: List[torch.Tensor]  # of the floating outputs, at most SAMPLE elements
    source: Optional[Dict[str, Any]]
    node: Optional[str]  # the autograd node that called it, in the backward pass
    forward: int  # sequence number of the autograd node that this forward (or whose backward) belongs to
    mutated: List[int]  # storages written
    random: bool
    view: bool


def user_line() -> Optional[Dict[str, Any]]:
    """The innermost line of the program on the Python stack."""
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        if _is_user_file(code.co_filename) and not code.co_filename.startswith("<"):
            return {"file": code.co_filename, "line": frame.f_lineno, "function": code.co_name}
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _sample(tensor: torch.Tensor) -> torch.Tensor:
    flat = tensor.detach().reshape(-1)
    if flat.numel() > SAMPLE:
        flat = flat[:: flat.numel() // SAMPLE + 1]
    return flat.cpu().clone()


class TraceMode(TorchDispatchMode):
    def __init__(self, steps: List[Step]):
        super().__init__()
        self.steps = steps

    def __torch_dispatch__(self, func: Any, types: Any, args: Tuple[Any, ...] = (), kwargs: Optional[Dict[str, Any]] = None) -> Any:
        kwargs = kwargs or {}
        before = [snap.tensor_digest(a) for a in tree_flatten((args, kwargs))[0] if isinstance(a, torch.Tensor) and a.layout == torch.strided]
        result = func(*args, **kwargs)
        outs = [o for o in tree_flatten(result)[0] if isinstance(o, torch.Tensor) and o.layout == torch.strided]
        node = torch._C._current_autograd_node()
        mutated = []
        for argument, given in zip(func._schema.arguments, args):
            if argument.alias_info is not None and argument.alias_info.is_write and isinstance(given, torch.Tensor):
                mutated.append(given.untyped_storage()._cdata)
        self.steps.append(Step(
            name=str(func),
            inputs=before,
            outputs=[snap.tensor_digest(o) for o in outs],
            values=[_sample(o) for o in outs if o.is_floating_point()],
            source=user_line() if node is None else None,
            node=None if node is None else node.name(),
            forward=torch.autograd._get_sequence_nr() - 1 if node is None else node._sequence_nr(),
            mutated=mutated,
            random=torch.Tag.nondeterministic_seeded in func.tags,
            view=func.is_view,
        ))  # fmt: skip
        return result


def _off(value: torch.Tensor, others: List[torch.Tensor]) -> float:
    """How far the nearest of `others` is from `value`, relative to the size of `value`; infinite when none has its shape."""
    best = float("inf")
    size = float(value.double().abs().max()) if value.numel() else 0.0
    for other in others:
        if other.shape == value.shape and other.dtype == value.dtype:
            distance = float((other.double() - value.double()).abs().max()) if value.numel() else 0.0
            best = min(best, distance / size if size else distance)
    return best


def first_divergence(eager: List[Step], graph: List[Step]) -> Optional[Step]:
    """The first operator of eager whose operands the graph had and whose result it never had. Values are matched, not positions:
    a graph may leave out, reorder and take apart operators."""
    known = {d for step in graph for d in step.outputs}
    produced = {d for step in eager for d in step.outputs}
    values = [v for step in graph for v in step.values]
    candidates: List[Tuple[float, Step]] = []
    for step in eager:
        if step.view or all(d in known for d in step.outputs) or not step.outputs:
            continue
        if any(d in produced and d not in known for d in step.inputs):
            continue
        off = max((_off(v, values) for v in step.values), default=float("inf"))
        candidates.append((off, step))
    # Values that are all but there are the same operator rounded otherwise.
    for off, step in candidates:
        unit = 2.0**-7 if any(v.dtype in (torch.bfloat16, torch.float16) for v in step.values) else 2.0**-18
        if off > unit:
            return step
    return candidates[0][1] if candidates else None


def source_of(step: Step, steps: List[Step]) -> Optional[Dict[str, Any]]:
    """Its line in the program; of an operator of the backward pass, that of the forward operator which made its node."""
    if step.source is not None or step.node is None:
        return step.source
    return next((s.source for s in steps if s.node is None and s.forward >= step.forward and s.source), None)
