"""Runs the program under verification: `python -m graphlift.verify.program OPTIONS.json WORKDIR`.

The program runs as it would by itself, compiled code included. At the calls that are examined, a forked process takes over
the examination and the program waits; it goes on compiled where that worked, eager where the compiler crashed or hung.
Results are written to WORKDIR, one file a call, so that nothing is lost when the program dies.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import random
import sys
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Set

os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")  # a pool of compiling processes does not survive a fork
import torch  # noqa: E402

from .entries import run_main  # noqa: E402
from .examine import Examination, signature  # noqa: E402
from .graphfacts import LOG  # noqa: E402
from .isolate import run_isolated  # noqa: E402
from .options import Options  # noqa: E402
from .regions import Crossing, Interception, Region  # noqa: E402


def resolve(name: str) -> Any:
    """The object that MODULE:ATTRIBUTE names."""
    module, _, attribute = name.partition(":")
    found = importlib.import_module(module)
    for part in attribute.split("."):
        found = getattr(found, part)
    return found


class Session(Crossing):
    """Decides at each call of a region whether it is examined."""

    def __init__(self, options: Options, folder: str):
        self.options, self.folder = options, folder
        self.examined: Dict[int, List[str]] = {}
        self._seen: Dict[int, Set[str]] = {}
        self._inside = False
        self._written = 0

    def switch(self, graph: Optional[bool]) -> None:
        """In a leg: regions inside the one under examination go this way (None: compiled ones, as in the program), and none is examined."""
        self.graph, self._inside = graph is not False, True

    def cross(self, region: Region, args: Any, kwargs: Any) -> Any:
        if self._inside or torch.compiler.is_compiling():
            return (region.graph if self.graph else region.eager)(*args, **kwargs)
        region.calls += 1
        self._inside = True
        try:
            if self._wanted(region, (args, kwargs)):
                (self._record if self.options.record else self._examine)(region, (args, kwargs))
            return (region.graph if region.healthy and not self.options.record else region.eager)(*args, **kwargs)
        finally:
            self._inside = False

    def _wanted(self, region: Region, arguments: Any) -> bool:
        """Calls with arguments of a new kind, and the second call: it is the first that finds compiled code."""
        done = self.examined.setdefault(region.index, [])
        if len(done) >= self.options.calls:
            return False
        kind = json.dumps(signature(arguments))
        kinds = self._seen.setdefault(region.index, set())
        if kind in kinds and region.calls != 2:
            return False
        kinds.add(kind)
        return True

    def _examine(self, region: Region, arguments: Any) -> None:
        def work() -> Dict[str, Any]:
            return Examination(region, arguments, self.options, self.folder, self.switch, self._progress(region), timed=region.timed).run()

        answer = run_isolated(work, self.options.timeout + 60, os.path.join(self.folder, f"examination-{os.getpid()}-{self._written}"))
        if answer.ok:
            result = answer.value
        else:
            result = {"verdict": "error", "differences": [], "note": f"the examination itself failed ({answer.kind}): {answer.detail[-1500:]}", "legs": {}}
        if result["verdict"] == "error":
            region.healthy = False
        region.timed = region.timed or bool(result.get("timing"))
        self.examined[region.index].append(result["verdict"])
        self.write({"kind": "call", "region": region.describe(), "call": region.calls, **result})

    def _record(self, region: Region, arguments: Any) -> None:
        """For a comparison of two versions of the source: what eager leaves, kept in a file."""

        def work() -> Dict[str, Any]:
            return Examination(region, arguments, self.options, self.folder, self.switch, self._progress(region)).record()

        self._written += 1
        answer = run_isolated(work, self.options.timeout + 60, os.path.join(self.folder, f"recording-{os.getpid()}-{self._written}"))
        record = answer.value if answer.ok else {"failure": f"{answer.kind}: {answer.detail[-600:]}"}
        self.examined[region.index].append("recorded")
        torch.save({"region": region.describe(), "call": region.calls, **record}, os.path.join(self.folder, f"observed-{self._written:05}.pt"))

    def _progress(self, region: Region) -> Callable[[str], None]:
        def tell(leg: str) -> None:
            with open(os.path.join(self.folder, "progress"), "a", encoding="utf-8") as f:
                f.write(f"{region.definition['entry']} call {region.calls}: {leg}\n")

        return tell

    def write(self, result: Dict[str, Any]) -> None:
        self._written += 1
        path = os.path.join(self.folder, f"result-{self._written:05}.json")
        with open(path + ".part", "w", encoding="utf-8") as f:
            json.dump(result, f)
        os.rename(path + ".part", path)


def prepare_torch(options: Options) -> None:
    torch.set_num_threads(1)
    torch._graphlift_set_num_threads = torch.set_num_threads  # type: ignore[attr-defined]
    # A pool of threads, once used, is dead in a forked child; so the program stays on the number it was given here.
    torch.set_num_threads = lambda n: None  # type: ignore[assignment]
    if options.dtype:
        torch.set_default_dtype(getattr(torch, options.dtype))
    if options.device:
        torch.set_default_device(options.device)
    LOG.install()


def seed_everything() -> None:
    """Two versions of a program that seeds nothing must draw the same numbers."""
    random.seed(0)
    torch.manual_seed(0)
    with contextlib.suppress(ImportError):
        import numpy

        numpy.random.seed(0)


def compile_changes(options: Options) -> Dict[str, Any]:
    changes: Dict[str, Any] = {}
    if options.backend:
        changes["backend"] = resolve(options.backend) if ":" in options.backend else options.backend
    if options.mode:
        changes["mode"] = options.mode
    return changes


class OutermostModules:
    """Notes the classes of modules that the program calls itself (not from inside another module)."""

    def __init__(self) -> None:
        self.entries: List[str] = []
        self._depth = 0

    def install(self) -> None:
        call = torch.nn.Module.__call__

        def noted(module: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
            if self._depth == 0:
                cls = type(module)
                entry = f"{cls.forward.__module__}:{cls.forward.__qualname__}"
                # A loss or a layer of torch called by itself is no program's model.
                if not entry.startswith("torch.") and entry not in self.entries:
                    self.entries.append(entry)
            self._depth += 1
            try:
                return call(module, *args, **kwargs)
            finally:
                self._depth -= 1

        torch.nn.Module.__call__ = noted  # type: ignore[method-assign]


def main(options_path: str, folder: str) -> int:
    with open(options_path, encoding="utf-8") as f:
        options = Options.load(f.read())
    prepare_torch(options)
    session = Session(options, folder)
    program = os.path.abspath(options.program)
    sys.path.insert(0, os.path.dirname(program))
    interception = Interception(session, compile_changes(options), resolve(options.compiler) if options.compiler else None)
    interception.install()
    modules = OutermostModules()
    if options.discover:
        modules.install()
    if options.record:
        seed_everything()
    sys.argv = [options.program, *options.arguments]
    failure: Optional[str] = None
    started = time.monotonic()
    LOG.start()
    try:
        run_main(program, options.entries)
    except SystemExit as stop:
        if stop.code not in (None, 0):
            failure = f"the program ended with status {stop.code}"
    except BaseException:
        failure = traceback.format_exc()
    facts = LOG.facts()
    session.write({
        "kind": "program",
        "failure": failure,
        "seconds": time.monotonic() - started,
        "regions": [dict(r.describe(), calls=r.calls, healthy=r.healthy) for r in interception.regions],
        "candidates": modules.entries,
        "graphs": facts.graphs,
        "breaks": facts.breaks,
        "recompiles": facts.recompiles,
        "torch": torch.__version__,
    })  # fmt: skip
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
