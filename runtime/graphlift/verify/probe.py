"""Looks inside a graph whose compiled code shows no operators (Inductor fuses them): compiles it again with every intermediate value as
a further output, and compares these with the graph run operator by operator.

Such a probe build is not the build that went wrong: more outputs mean less fusion. Where the fault hides from it, nothing is said.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional, Tuple

import torch
import torch.fx

from .neutral import lookup
from .numbers import UNIT_ROUNDOFF, Gap
from .roots import _is_user_file

_CLEAR = 4096  # roundings: so far apart are values that differ by more than rounding
Finding = Dict[str, Any]  # name, source


def _place(node: torch.fx.Node) -> Optional[Dict[str, Any]]:
    """The line of the program that a node comes from."""
    for file, line, function in reversed(re.findall(r'File "([^"]+)", line (\d+), in (\S+)', node.meta.get("stack_trace") or "")):
        if _is_user_file(file):
            return {"file": file, "line": int(line), "function": function}
    return None


def _with_intermediates(gm: torch.fx.GraphModule) -> Tuple[torch.fx.GraphModule, List[torch.fx.Node]]:
    """The graph with a copy of every intermediate tensor as output (a copy, because a later operator may write into the original)."""
    graph = torch.fx.Graph()
    mapped: Dict[torch.fx.Node, torch.fx.Node] = {}
    watched: List[torch.fx.Node] = []
    copies = []
    for node in gm.graph.nodes:
        if node.op == "output":
            result = torch.fx.node.map_arg(node.args[0], lambda n: mapped[n])
            graph.output((result, tuple(copies)))
            break
        mapped[node] = graph.node_copy(node, lambda n: mapped[n])
        value = node.meta.get("example_value", node.meta.get("val"))
        if node.op.startswith("call_") and isinstance(value, torch.Tensor) and value.is_floating_point():
            watched.append(node)
            copies.append(graph.call_method("clone", (mapped[node],)))
    return torch.fx.GraphModule(gm, graph), watched


class _Watching(torch.fx.Interpreter):
    """Runs the original graph and keeps what the probe gives out."""

    def __init__(self, gm: torch.fx.GraphModule, watched: List[torch.fx.Node]):
        super().__init__(gm)
        self._watched = set(watched)
        self.values: Dict[torch.fx.Node, torch.Tensor] = {}

    def run_node(self, n: torch.fx.Node) -> Any:
        result = super().run_node(n)
        if n in self._watched:
            self.values[n] = result.detach().clone()
        return result


def _copies(inputs: Any) -> List[Any]:
    return [x.detach().clone().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x for x in inputs]


def _off(right: torch.Tensor, found: torch.Tensor) -> bool:
    if right.shape != found.shape or right.dtype != found.dtype:
        return True
    gap = Gap.between(right.cpu(), found.detach().cpu())
    size = gap.eager[gap.eager.isfinite()].abs().max() if gap.eager.numel() else torch.zeros(())
    return bool((gap.distance > size * min(0.1, _CLEAR * UNIT_ROUNDOFF.get(right.dtype, 0.0))).any())


def probing(backend: Any, findings: List[Finding]) -> Callable[..., Any]:
    """A backend that compiles with `backend`, and notes in `findings` the first operator of each graph whose value is wrong."""

    def compile_fn(gm: torch.fx.GraphModule, example_inputs: Any) -> Callable[..., Any]:
        probe, watched = _with_intermediates(gm)
        compiled = None

        def call(*inputs: Any) -> Any:
            nonlocal compiled
            state = torch.get_rng_state()
            reference = _Watching(gm, watched)
            reference.run(*_copies(inputs))
            torch.set_rng_state(state)
            if compiled is None:
                compiled = lookup(backend)(probe, example_inputs)
            result, found = torch.utils._pytree.tree_unflatten(list(compiled(*inputs)), spec)
            for node, value in zip(watched, found):
                if _off(reference.values[node], value):
                    findings.append({"name": node.target if isinstance(node.target, str) else getattr(node.target, "__name__", str(node.target)), "source": _place(node)})
                    break
            return result

        # Dynamo's graphs give a flat tuple of outputs, and so must what is compiled.
        outputs = next(n for n in gm.graph.nodes if n.op == "output").args[0]
        flat, spec = torch.utils._pytree.tree_flatten((tuple(outputs), tuple(watched)), is_leaf=lambda n: isinstance(n, torch.fx.Node))
        _flatten_output(probe)
        return call

    return compile_fn


def _flatten_output(probe: torch.fx.GraphModule) -> None:
    output = next(n for n in probe.graph.nodes if n.op == "output")
    result, copies = output.args[0]
    output.args = ((*result, *copies),)
    probe.recompile()
