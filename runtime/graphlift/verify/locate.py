"""Says where a difference comes from: which part of the compiler, which operator, which line of the program.

The part is found on the ladder of backends (each adds one part to the one before), the operator by comparing the traces of
eager and of the first wrong rung, the line from the operator or, for effects of Python, from the program's text.
"""

from __future__ import annotations

import ast
import linecache
import re
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch

from . import trace
from .compare import Allowances, beyond
from .leg import run_leg
from .neutral import NeutralRandom, under
from .records import Difference, Observation, TensorRecord

_STAGES = {
    "eager": "TorchDynamo (capture)",
    "aot_eager": "AOTAutograd (functionalisation, autograd tracing)",
    "aot_eager_decomp_partition": "decompositions and partitioner",
    "inductor": "Inductor (lowering, fusion, kernels)",
}
_LADDER = list(_STAGES)


class Locator:
    """Works on an `Examination` whose graph leg differs. `eager`: its eager observation; `allowances` as there."""

    def __init__(self, examination: Any, eager: Observation, allowances: Allowances):
        self.examination, self.eager_seen, self.allowances = examination, eager, allowances
        self.region = examination.region
        self.backend = self.region.arguments.get("backend", "inductor")

    def explain(self, differences: List[Difference]) -> List[Difference]:
        """The same differences with `first_operator` and `source`; the dimension becomes `hook` or `rng` where that is the cause."""
        differences = self._caused_by_hooks(differences)
        rung, stage = self._stage(differences)
        if any(d.dimension in ("output", "state", "gradient", "mutation") and d.numeric for d in differences):
            differences = self._caused_by_random_numbers(differences, rung)
        eager_steps, graph_steps = self._traces(rung)
        for difference in differences:
            self._explain(difference, stage, eager_steps, graph_steps)
        return differences

    # -- causes

    def _caused_by_hooks(self, differences: List[Difference]) -> List[Difference]:
        """Eager without the modules' hooks does what the graph does: the graph lost them."""
        modules = [m for m in self.examination.modules if any(getattr(m, name, None) for name in _HOOKS)]
        if not modules:
            return differences

        def prepare() -> None:
            for module in modules:
                for name in _HOOKS:
                    getattr(module, name).clear()

        answer = self.examination.eager("eager without hooks", prepare=prepare)
        graph = self.examination.graph_seen
        if not answer.ok or graph is None:
            return differences
        left = {(d.dimension, d.path) for d in beyond(self.examination.compare(answer.value, graph, self.allowances))}
        for difference in differences:
            if (difference.dimension, difference.path) not in left and not difference.within:
                difference.detail += f" (the {difference.dimension} that a hook makes)"
                difference.dimension = "hook"
        return differences

    def _caused_by_random_numbers(self, differences: List[Difference], rung: Any) -> List[Difference]:
        """With constants for random numbers eager and graph agree: the graph drew others, or in another order."""
        before = self.examination.rng_before
        if self.eager_seen.rng == before and self.examination.graph_seen.rng == before:
            return differences
        eager = self.examination.eager("eager, no chance", around=NeutralRandom)
        graph = self.examination.graph("graph, no chance", backend=under(NeutralRandom, rung), **_plain(self.region))
        if not (eager.ok and graph.ok) or eager.value.failure or graph.value.failure:
            return differences
        left = {(d.dimension, d.path) for d in self.examination.compare(eager.value, graph.value, self.allowances) if d.numeric and not d.within}
        for difference in differences:
            if difference.numeric and not difference.within and (difference.dimension, difference.path) not in left:
                difference.detail = f"{difference.dimension} made from other random numbers: " + difference.detail
                difference.dimension = "rng"
        return differences

    # -- the part of the compiler

    def _stage(self, differences: List[Difference]) -> Tuple[Any, str]:
        """(backend of the first wrong rung, its name). The rung that the region uses is wrong by what was seen."""
        wanted = {(d.dimension, d.path) for d in differences}
        rungs = _LADDER[: _LADDER.index(self.backend)] if self.backend in _LADDER else ["eager"]
        for rung in rungs:
            answer = self.examination.graph(f"graph, {rung}", backend=rung, **_plain(self.region))
            if not answer.ok or answer.value.failure is not None and self.eager_seen.failure is None:
                continue
            found = beyond(self.examination.compare(self.eager_seen, answer.value, self.allowances))
            if wanted & {(d.dimension, d.path) for d in found} or any(d.dimension == "hook" for d in differences) and found:
                return rung, _STAGES[rung]
        name = self.backend if isinstance(self.backend, str) else f"backend {getattr(self.backend, '__qualname__', self.backend)}"
        return self.backend, _STAGES.get(self.backend, name) if isinstance(self.backend, str) else name

    def _traces(self, rung: Any) -> Tuple[List[trace.Step], List[trace.Step]]:
        ex = self.examination

        def traced(graph: bool) -> Callable[[], List[trace.Step]]:
            def work() -> List[trace.Step]:
                steps: List[trace.Step] = []
                mode = lambda: trace.TraceMode(steps)  # noqa: E731
                ex.switch(graph)
                if graph:
                    torch._dynamo.reset()
                    call = self.region.compiled_with(backend=under(mode, rung), **_plain(self.region))
                    run_leg("trace", call, ex.arguments, ex.roots, ex.before, around=None)
                else:
                    run_leg("trace", self.region.eager, ex.arguments, ex.roots, ex.before, around=mode)
                return steps

            return work

        eager, graph = ex.isolated("trace of eager", traced(False)), ex.isolated("trace of the graph", traced(True))
        return eager.value if eager.ok else [], graph.value if graph.ok else []

    # -- operator and line

    def _explain(self, difference: Difference, stage: str, eager: List[trace.Step], graph: List[trace.Step]) -> None:
        step = self._step(difference, eager, graph)
        difference.first_operator = {"name": step.name if step else None, "stage": stage}
        if step is not None and step.node:
            difference.first_operator["autograd_node"] = step.node
        source = trace.source_of(step, eager if step in eager else graph) if step is not None else None
        if difference.dimension in ("python-effect", "hook") and not difference.numeric:
            source = _line_that_writes(difference.path, self.examination.roots.functions()) or source
        elif difference.dimension == "stdout":
            source = self._printed_at(difference)
        elif difference.dimension == "exception":
            source = _last_user_line((self.eager_seen.failure or self.examination.graph_seen.failure).trace) or source
        if source is not None:
            source = dict(source, text=linecache.getline(source["file"], source["line"]).strip()[:120])
        difference.source = source

    def _step(self, difference: Difference, eager: List[trace.Step], graph: List[trace.Step]) -> Optional[trace.Step]:
        if difference.dimension == "rng":
            drawn = [s for s in eager if s.random]
            known = {d for s in graph for d in s.outputs}
            return next((s for s in drawn if any(d not in known for d in s.outputs)), None) or next(iter(drawn or [s for s in graph if s.random]), None)
        if difference.dimension in ("mutation", "state"):
            tensor = self.examination.tensors.get(difference.path)
            if tensor is not None:
                key = tensor.untyped_storage()._cdata
                writers = [s for s in eager if key in s.mutated] or [s for s in graph if key in s.mutated]
                if writers:
                    return writers[-1]
        if difference.numeric:
            found = trace.first_divergence(eager, graph)
            if found is not None:
                return found
        record = self.eager_seen.outputs.get(difference.path) or self.eager_seen.gradients.get(difference.path)
        if isinstance(record, TensorRecord):
            return next((s for s in reversed(eager) if record.digest in s.outputs), None)
        return None

    def _printed_at(self, difference: Difference) -> Optional[Dict[str, Any]]:
        stream, _, line = difference.path.partition(":")
        for seen in (self.eager_seen, self.examination.graph_seen):
            places = seen.printed.get(stream, [])
            if int(line) <= len(places):
                return places[int(line) - 1]
        return None


_HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")


def _plain(region: Any) -> Dict[str, Any]:
    """Arguments of torch.compile that only its own backend understands are left out on another rung."""
    return {k: None for k in ("mode", "options") if k in region.arguments}


def _last_user_line(text: str) -> Optional[Dict[str, Any]]:
    from .roots import _is_user_file

    for file, line, function in reversed(re.findall(r'File "([^"]+)", line (\d+), in (\S+)', text)):
        if _is_user_file(file) and not file.startswith("<"):
            return {"file": file, "line": int(line), "function": function}
    return None


def _line_that_writes(path: str, functions: List[Any]) -> Optional[Dict[str, Any]]:
    """The first statement in the region's functions that stores to, or calls a method of, the last name in `path`."""
    names = re.findall(r"[A-Za-z_]\w*", re.sub(r"\[[^\]]*\]", "", path))
    if not names:
        return None
    name = names[-1]
    for function in functions:
        code = function.__code__
        lines = linecache.getlines(code.co_filename)
        try:
            tree = ast.parse("".join(lines))
        except SyntaxError:
            continue
        last = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno) if hasattr(code, "co_lines") else 1 << 30
        for node in ast.walk(tree):
            line = getattr(node, "lineno", 0)
            if code.co_firstlineno <= line <= last and _writes(node, name):
                return {"file": code.co_filename, "line": line, "function": code.co_name}
    return None


def _named(node: Any, name: str) -> bool:
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == name or isinstance(node, ast.Name) and node.id == name


def _writes(node: Any, name: str) -> bool:
    if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(_named(t, name) for t in targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute) and _named(node.value.func.value, name)
