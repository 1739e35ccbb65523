"""Operators observed and changed from C++: `Observer` reads what runs, `Interposer` changes it. Both cost nothing when off.

    from graphlift import native
    with native.Observer() as seen:
        model(x).sum().backward()
    print(seen.counts())

The library is built on first use, once for each version of torch (about half a minute); `python -m graphlift.native` builds it ahead.
"""

from __future__ import annotations

import collections
import ctypes
import os
import threading
from typing import Any, Dict, List, NamedTuple, Optional

from .build import BuildError, build, compiler, library_path

__all__ = ["BuildError", "Event", "Interposer", "Observer", "build", "compiler", "is_built", "library", "library_path"]


class _Event(ctypes.Structure):
    """GraphliftEvent of bridge.h."""

    _fields_ = [("name", ctypes.c_char * 64), ("begin", ctypes.c_int64), ("end", ctypes.c_int64), ("sequence", ctypes.c_int64),
                ("thread", ctypes.c_uint64), ("digest", ctypes.c_uint64), ("depth", ctypes.c_int32), ("scope", ctypes.c_int32)]  # fmt: skip


class Event(NamedTuple):
    """What ran: `depth` 0 is what the program called itself; `seconds` includes what it called; `scope` one of SCOPES."""

    name: str
    depth: int
    scope: str
    seconds: float
    thread: int
    sequence: int
    digest: int


SCOPES = ("operator", "backward", "torchscript", "kernel", "custom-class", "build-feature", "lite", "user")
_ACTIONS = {"replace": 0, "scale": 1, "fill": 2, "element": 3}
_library: Optional[ctypes.CDLL] = None


def library() -> ctypes.CDLL:
    """The loaded library, built first where that is needed. Raises BuildError."""
    global _library
    if _library is None:
        lib = ctypes.CDLL(build())
        lib.graphlift_observer_start.argtypes = [ctypes.c_int64, ctypes.c_int32]
        lib.graphlift_observer_stop.restype = ctypes.c_int64
        lib.graphlift_observer_events.restype = ctypes.POINTER(_Event)
        lib.graphlift_interposer_rule.argtypes = [ctypes.c_char_p, ctypes.c_int32, ctypes.c_char_p, ctypes.c_double]
        lib.graphlift_interposer_thread.argtypes = [ctypes.c_int32]
        lib.graphlift_interposer_calls.restype = lib.graphlift_interposer_changes.restype = ctypes.c_int64
        _library = lib
    return _library


def is_built() -> bool:
    return _library is not None or os.path.exists(library_path())


class Observer:
    """Keeps what runs inside the `with` block, on every thread. `total` counts also what did not fit into `capacity` events.

    `digests`: also a hash of each result's contents (CPU, contiguous), which reads all of it. `regions_only`: only entries into compiled code.
    """

    def __init__(self, capacity: int = 1 << 17, digests: bool = False, regions_only: bool = False):
        self._capacity, self._kind = capacity, 2 if regions_only else int(digests)
        self.events: List[Event] = []
        self.total = 0

    def __enter__(self) -> Observer:
        if library().graphlift_observer_start(self._capacity, self._kind) != 0:
            raise RuntimeError("an Observer is running already")
        return self

    def __exit__(self, *exc: Any) -> None:
        lib = library()
        self.total = lib.graphlift_observer_stop()
        raw = lib.graphlift_observer_events()
        self.events = [
            Event(e.name.decode(errors="replace"), e.depth, SCOPES[e.scope] if e.scope < len(SCOPES) else str(e.scope),
                  max(0, e.end - e.begin) / 1e9, e.thread, e.sequence, e.digest)  # fmt: skip
            for e in (raw[i] for i in range(min(self.total, self._capacity)))
        ]

    def counts(self, top_level: bool = False) -> Dict[str, int]:
        """Name -> how often. `top_level`: without what other operators called."""
        return dict(collections.Counter(e.name for e in self.events if not top_level or e.depth == 0))

    def compiled_regions(self) -> List[str]:
        """Compile ids ("0/0") of the compiled code that was entered."""
        mark = "Torch-Compiled Region: "
        return [e.name[len(mark) :] for e in self.events if e.name.startswith(mark)]


class Interposer:
    """Changes operators inside the `with` block: in this thread, in threads started there, in their backward passes, in TorchScript and under vmap.

        Interposer().replace("aten::relu", "aten::tanh")
        Interposer().scale("aten::mul.Tensor", 1.001)

    It stands above autograd, so that a changed operator is differentiated as what it now is. Only one may be active.
    """

    def __init__(self) -> None:
        self._rules: List[Any] = []
        self._start: Any = None
        self.calls = self.changes = 0

    def _rule(self, name: str, action: str, replacement: str = "", value: float = 0.0) -> Interposer:
        self._rules.append((name.encode(), _ACTIONS[action], replacement.encode(), value))
        return self

    def replace(self, name: str, replacement: str) -> Interposer:
        return self._rule(name, "replace", replacement)

    def scale(self, name: str, factor: float) -> Interposer:
        return self._rule(name, "scale", value=factor)

    def fill(self, name: str, value: float) -> Interposer:
        return self._rule(name, "fill", value=value)

    def one_element(self, name: str, factor: float) -> Interposer:
        return self._rule(name, "element", value=factor)

    def __enter__(self) -> Interposer:
        lib = library()
        lib.graphlift_interposer_clear()
        for rule in self._rules:
            wrong = lib.graphlift_interposer_rule(*rule)
            if wrong:
                what = {-1: "there is no such operator", -2: "there is no such replacement", -3: "the schemas differ"}[wrong]
                raise ValueError(f"{rule[0].decode()}: {what}")
        lib.graphlift_interposer_thread(1)
        start = self._start = threading.Thread.start

        def start_with_interposer(thread: threading.Thread) -> None:
            run = thread.run

            def run_with_interposer() -> None:
                lib.graphlift_interposer_thread(1)
                run()

            thread.run = run_with_interposer  # type: ignore[method-assign]
            start(thread)

        threading.Thread.start = start_with_interposer  # type: ignore[method-assign]
        return self

    def __exit__(self, *exc: Any) -> None:
        lib = library()
        threading.Thread.start = self._start  # type: ignore[method-assign]
        lib.graphlift_interposer_thread(0)
        self.calls, self.changes = lib.graphlift_interposer_calls(), lib.graphlift_interposer_changes()

