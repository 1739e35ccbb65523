"""What Dynamo did: graphs, breaks and recompilations, taken from the places where torch 2.13 logs them."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Set

import torch
import torch._dynamo.convert_frame as convert_frame
import torch._dynamo.guards as guards
import torch._dynamo.output_graph as output_graph
import torch._dynamo.symbolic_convert as symbolic_convert
import torch._dynamo.utils as dynamo_utils
from torch.profiler import ProfilerActivity, profile

from .. import native
from .records import GraphFacts
from .roots import _is_user_file

_RESUME = re.compile(r"torch_dynamo_resume_in_(.+?)_at_\d+")


class GraphLog:
    """Collects from when `install` is called; `facts` gives what came since the last `start`."""

    def __init__(self) -> None:
        self.breaks: List[Dict[str, Any]] = []
        self.recompiles: List[Dict[str, Any]] = []
        self._graphs = self._calls = 0
        self.with_graph: Set[str] = set()  # compile ids ("0/0") whose code calls a graph
        self._installed = False

    def install(self) -> None:
        if self._installed:
            return
        self._installed = True
        original = symbolic_convert.InstructionTranslatorBase.log_graph_break

        def log(translator: Any, code_options: Any, reason: str, exc: Any) -> Any:
            if not getattr(exc, "logged", False):
                self._break(exc, translator.f_code)
            return original(translator, code_options, reason, exc)

        symbolic_convert.InstructionTranslatorBase.log_graph_break = log
        reasons = guards.get_and_maybe_log_recompilation_reasons

        def recompilation(cache_entries: Any, frame: Any, backend: Any, skip_logging: bool = False) -> Any:
            found = reasons(cache_entries, frame, backend, skip_logging)
            if not skip_logging and found:
                code = frame.f_code
                name = _RESUME.sub(r"\1", code.co_name)
                self.recompiles.append({"file": code.co_filename, "line": code.co_firstlineno, "function": name, "reason": found[0][:300]})
            return found

        guards.get_and_maybe_log_recompilation_reasons = recompilation
        convert_frame.get_and_maybe_log_recompilation_reasons = recompilation

        call_compiler = output_graph.OutputGraph.call_user_compiler

        def compile_graph(graph: Any, *args: Any, **kwargs: Any) -> Any:
            self.with_graph.add(str(torch._guards.CompileContext.current_compile_id()))
            return call_compiler(graph, *args, **kwargs)

        output_graph.OutputGraph.call_user_compiler = compile_graph

    def _break(self, exc: Any, code: Any) -> None:
        stack = list(getattr(exc, "real_stack", None) or [])
        user = next((f for f in reversed(stack) if _is_user_file(f.filename)), stack[-1] if stack else None)
        place = (user.filename, user.lineno) if user else (code.co_filename, code.co_firstlineno)
        kind = getattr(exc, "gb_type", None) or type(exc).__name__
        for known in self.breaks:
            if (known["file"], known["line"], known["gb_type"]) == (*place, kind):
                known["count"] += 1
                return
        self.breaks.append({"file": place[0], "line": place[1], "gb_type": kind, "count": 1, "reason": str(getattr(exc, "msg", exc))[:300]})

    def start(self) -> None:
        self.breaks, self.recompiles = [], []
        stats = dynamo_utils.counters["stats"]
        self._graphs, self._calls = stats["unique_graphs"], stats["calls_captured"]

    def facts(self) -> GraphFacts:
        stats = dynamo_utils.counters["stats"]
        return GraphFacts(
            graphs=stats["unique_graphs"] - self._graphs,
            operators=stats["calls_captured"] - self._calls,
            breaks=[dict(b) for b in self.breaks],
            recompiles=[dict(r) for r in self.recompiles],
        )


LOG = GraphLog()


class CompiledCode:
    """Tells whether a compiled graph was entered, from the events that torch itself records at the door of compiled code.

    Code without a graph has such an event too, so its compile id must be one that made a graph.
    """

    def __init__(self) -> None:
        self.entered = False
        self._observer: Any = native.Observer(capacity=4096, regions_only=True) if native.is_built() else ProfiledRegions()

    def __enter__(self) -> CompiledCode:
        self._observer.__enter__()
        return self

    def __exit__(self, *exc: Any) -> None:
        self._observer.__exit__(None, None, None)
        self.entered = any(region in LOG.with_graph for region in self._observer.compiled_regions())


class ProfiledRegions:
    """The same from torch's profiler, where the C++ library could not be built."""

    EVENT = "Torch-Compiled Region: "

    def __init__(self) -> None:
        self._profile: Any = None

    def __enter__(self) -> None:
        self._profile = profile(activities=[ProfilerActivity.CPU])
        self._profile.__enter__()

    def __exit__(self, *exc: Any) -> None:
        self._profile.__exit__(None, None, None)

    def compiled_regions(self) -> List[str]:
        return [e.name[len(self.EVENT) :] for e in self._profile.events() if e.name.startswith(self.EVENT)]
