"""Stands in for `torch.compile`: what the program compiles becomes a region whose calls pass through `Session.cross`.

The compiled object is still torch's own. A function gets a wrapper; a module's `OptimizedModule` gets another `forward`.
"""

from __future__ import annotations

import functools
import inspect
import os
import sys
import threading
import types
from typing import Any, Callable, Dict, List, Optional

import torch

_HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep
real_compile = torch.compile


def _site() -> Dict[str, Any]:
    """The line of the program that called `torch.compile`."""
    frame = sys._getframe(1)
    torch_root = os.path.dirname(torch.__file__) + os.sep
    while frame is not None and frame.f_code.co_filename.startswith((_HERE, torch_root)):
        frame = frame.f_back  # type: ignore[assignment]
    return {"file": frame.f_code.co_filename, "line": frame.f_lineno} if frame is not None else {"file": "?", "line": 0}


def _definition(target: Any) -> Dict[str, Any]:
    """Where what is compiled is defined, and its name."""
    function = target
    if isinstance(target, torch.nn.Module):
        function = type(target).forward
    elif isinstance(target, types.MethodType) and target.__func__ is torch.nn.Module._call_impl:
        function = type(target.__self__).forward
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(function, "__code__", None)
    module = getattr(function, "__module__", None) or "?"
    name = getattr(function, "__qualname__", None) or type(target).__qualname__
    if isinstance(target, torch.nn.Module):
        module, name = type(target).__module__, f"{type(target).__qualname__}.forward"
    return {
        "entry": f"{module}.{name}",
        "file": code.co_filename if code else "?",
        "line": code.co_firstlineno if code else 0,
    }


class Region:
    """One compile site (or candidate) of the program and what it compiles."""

    def __init__(self, index: int, target: Any, arguments: Dict[str, Any], eager: Callable[..., Any], graph: Callable[..., Any]):
        self.index = index
        self.target = target
        self.arguments = arguments  # of torch.compile
        self.eager = eager
        self.graph = graph
        self.site = _site()
        self.definition = _definition(target)
        self.calls = 0
        self.timed = False
        self.healthy = True  # the program itself goes on with the compiled code

    def compiled_with(self, **changes: Any) -> Callable[..., Any]:
        """The same target compiled anew with other arguments of `torch.compile`; call it in a leg only."""
        arguments = {**self.arguments, **changes}
        made = real_compile(self.target, **arguments)
        return made.forward if isinstance(made, torch.nn.Module) else made

    def describe(self) -> Dict[str, Any]:
        return {**self.definition, "site": self.site, "index": self.index}


class Crossing:
    """What happens at a region's door. `Session` in `program` implements it; the default goes straight through."""

    graph = True  # whether regions run compiled

    def cross(self, region: Region, args: Any, kwargs: Any) -> Any:
        return (region.graph if self.graph else region.eager)(*args, **kwargs)


class Interception:
    """Replaces `torch.compile` until the process ends. `changes`: arguments of torch.compile that the user asked for."""

    def __init__(self, crossing: Crossing, changes: Dict[str, Any], compiler: Optional[Callable[[Any], Any]] = None):
        self.crossing = crossing
        self.changes = changes
        self.compiler = compiler
        self.regions: List[Region] = []

    def install(self) -> None:
        torch.compile = self.compile  # type: ignore[assignment]
        for code in (self._through.__code__, type(self.crossing).cross.__code__, Crossing.cross.__code__):
            torch._dynamo.eval_frame.skip_code(code)

    def compile(self, model: Any = None, **arguments: Any) -> Any:
        if model is None:
            return lambda target: self.compile(target, **arguments)
        if arguments.get("disable") or getattr(model, "_torchdynamo_disable", False):
            return real_compile(model, **arguments)
        if "backend" in self.changes and self.changes["backend"] != "inductor":
            arguments.pop("mode", None)
            arguments.pop("options", None)
        if "mode" in self.changes:
            arguments.pop("options", None)
        arguments.update(self.changes)
        made = self.compiler(model) if self.compiler is not None else real_compile(model, **arguments)
        if isinstance(made, torch.nn.Module):
            eager, graph = made._orig_mod.__call__, made.forward
            region = self._region(model, arguments, eager, graph)
            made.forward = self._door(region, model.forward)
            return made
        region = self._region(model, arguments, model, made)
        return self._door(region, model)

    def _region(self, target: Any, arguments: Dict[str, Any], eager: Any, graph: Any) -> Region:
        region = Region(len(self.regions), target, arguments, eager, graph)
        self.regions.append(region)
        return region

    def _door(self, region: Region, like: Any) -> Callable[..., Any]:
        through = self._through

        @functools.wraps(like)
        def door(*args: Any, **kwargs: Any) -> Any:
            return through(region, args, kwargs)

        torch._dynamo.eval_frame.skip_code(door.__code__)
        # Dynamo, on its way through an outer region, takes the original for the wrapper.
        door._torchdynamo_inline = region.eager  # type: ignore[attr-defined]
        return door

    def _through(self, region: Region, args: Any, kwargs: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return (region.graph if self.crossing.graph else region.eager)(*args, **kwargs)
        return self.crossing.cross(region, args, kwargs)
