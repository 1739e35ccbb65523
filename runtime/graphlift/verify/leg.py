"""One leg: runs a region once in the current process and observes everything that its caller could.

Meant for a forked child (`isolate`): the leg changes global state at will.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import pickle
import random
import sys
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch

from . import snapshot as snap
from .graphfacts import LOG, CompiledCode
from .records import Failure, Observation
from .roots import Roots
from .trace import user_line

Arguments = Tuple[Tuple[Any, ...], Dict[str, Any]]
_COMPILER_MODULES = ("torch._dynamo", "torch._inductor", "torch._functorch", "torch.fx", "torch._subclasses")


class PrintedText(io.TextIOBase):
    """Stands for a text stream: keeps what the program writes and drops what torch itself says (progress, recompilation notes)."""

    def __init__(self) -> None:
        self.text: List[str] = []
        self.places: List[Any] = []  # for each line, the place in the program that began it
        self._begun = False

    def write(self, text: str) -> int:
        frame = sys._getframe(1)
        while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] in ("logging", "warnings", "contextlib", "codecs"):
            frame = frame.f_back  # type: ignore[assignment]
        name = frame.f_globals.get("__name__", "") if frame is not None else ""
        if not name.startswith(("torch._dynamo.", "torch._inductor", "torch._functorch", "torch.fx", "torch._logging")):
            self.text.append(text)
            self._note(text)
        return len(text)

    def _note(self, text: str) -> None:
        pieces = text.split("\n")
        place = user_line()
        for i, piece in enumerate(pieces):
            last = i == len(pieces) - 1
            if (piece or not last) and not self._begun:
                self.places.append(place)
            self._begun = bool(piece) or self._begun if last else False

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"


def rng_states() -> Dict[str, str]:
    """Generator name -> digest of its state."""
    states = {
        "python": hashlib.blake2b(pickle.dumps(random.getstate()), digest_size=16).hexdigest(),
        "torch": snap.tensor_digest(torch.get_rng_state()),
    }
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        states["numpy"] = hashlib.blake2b(keys.tobytes() + repr((kind, rest)).encode(), digest_size=16).hexdigest()
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        for i in range(torch.cuda.device_count()):
            states[f"cuda:{i}"] = snap.tensor_digest(torch.cuda.get_rng_state(i))
    return states


def failure_of(wrong: BaseException, phase: str) -> Failure:
    kind = type(wrong)
    return Failure(
        type=f"{kind.__module__}.{kind.__qualname__}" if kind.__module__ != "builtins" else kind.__qualname__,
        message=str(wrong)[:2000],
        phase=phase,
        compiler=kind.__module__.startswith(_COMPILER_MODULES),
        trace="".join(traceback.format_exception(kind, wrong, wrong.__traceback__)[-12:])[-6000:],
    )


def cotangents(outputs: Dict[str, torch.Tensor]) -> Tuple[List[torch.Tensor], List[torch.Tensor]]:
    """The outputs that can be differentiated, and for each a fixed random direction of its shape, the same in every leg."""
    chosen, directions = [], []
    generator = torch.Generator().manual_seed(20130)
    for tensor in outputs.values():
        if not (tensor.requires_grad and (tensor.is_floating_point() or tensor.is_complex()) and tensor.layout == torch.strided):
            continue
        direction = torch.randn(tuple(tensor.shape), generator=generator, dtype=torch.float64)
        chosen.append(tensor)
        directions.append(direction.to(dtype=tensor.dtype, device=tensor.device))
    return chosen, directions


def _gradients(seen: Observation, result: Any, sources: List[torch.Tensor], around: Optional[Callable[[], Any]]) -> Tuple[Any, ...]:
    """Of the outputs in fixed directions; empty when nothing can be differentiated or the pass failed, which `seen` then says."""
    found = snap.Snapshot(keep_data=False)
    found.add("output", result)
    chosen, directions = cotangents(found.tensors)
    if not chosen or not sources or not torch.is_grad_enabled():
        return ()
    try:
        with around() if around is not None else contextlib.nullcontext():
            return torch.autograd.grad(chosen, sources, directions, allow_unused=True)
    except Exception as wrong:
        seen.failure = failure_of(wrong, "backward")
        return ()


def run_leg(name: str, call: Callable[..., Any], arguments: Arguments, roots: Roots, before: Dict[str, str], *, backward: bool = True,
            around: Optional[Callable[[], Any]] = None) -> Observation:  # fmt: skip
    """Runs `call` on `arguments`. `before`: digests of the state as it is now. `around` gives a context to run in (a mode, a hook)."""
    seen = Observation(name)
    args, kwargs = arguments
    # What may get a gradient is settled before the call, by the objects that the caller holds.
    sources = {
        path: t
        for path, t in snap.take(arguments, roots, keep_data=False).tensors.items()
        if t.requires_grad and not path.endswith(".grad")
    }
    out, err = PrintedText(), PrintedText()
    old = sys.stdout, sys.stderr
    LOG.start()
    result: Any = None
    grads: Tuple[Any, ...] = ()
    sys.stdout, sys.stderr = out, err  # type: ignore[assignment]
    started = time.perf_counter()
    compiled = CompiledCode()
    try:
        with compiled:
            try:
                with around() if around is not None else contextlib.nullcontext():
                    result = call(*args, **kwargs)
            except Exception as wrong:
                seen.failure = failure_of(wrong, "forward")
            if seen.failure is None and backward:
                grads = _gradients(seen, result, list(sources.values()), around)
    finally:
        sys.stdout, sys.stderr = old
    seen.seconds = time.perf_counter() - started
    seen.graph = LOG.facts()
    seen.graph.ran = compiled.entered
    seen.rng = rng_states()
    after = snap.take(arguments, roots, before)
    if seen.failure is None or seen.failure.phase == "backward":
        after.add("output", result)
    seen.outputs = {p: r for p, r in after.records.items() if p == "output" or p.startswith(("output.", "output["))}
    seen.state = {p: r for p, r in after.records.items() if p not in seen.outputs}
    for path, gradient in zip(sources, grads):
        seen.gradients[path] = None if gradient is None else snap.record_tensor(gradient, None, True)
    seen.stdout, seen.stderr = "".join(out.text), "".join(err.text)
    seen.printed = {"stdout": out.places, "stderr": err.places}
    return seen
