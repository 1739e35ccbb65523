"""Which objects a region can reach, and so may read or change: arguments, `self`, closure, globals, classes.

A root names a place, not an object: a global that the region rebinds is read again after the call.
"""

from __future__ import annotations

import dis
import functools
import os
import sys
import sysconfig
import types
from typing import Any, Callable, Dict, Iterable, List, Set, Tuple

import torch

_STDLIB = os.path.realpath(sysconfig.get_paths()["stdlib"]) + os.sep
_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_DESCRIPTORS = (types.MemberDescriptorType, types.GetSetDescriptorType)
_FRAMEWORK = {"torch", "numpy", "functorch", "torchgen", "graphlift", "builtins"}


class Root:
    """A named place: `read()` gives what stands there now, or raises KeyError when nothing does."""

    def __init__(self, path: str, read: Callable[[], Any]):
        self.path = path
        self.read = read


def _is_user_file(path: str) -> bool:
    real = os.path.realpath(path)
    if real.startswith(_STDLIB) and "site-packages" not in real:
        return False
    return not real.startswith((_OWN, os.path.dirname(torch.__file__) + os.sep))


def _is_user_module_name(name: str) -> bool:
    top = (name or "").split(".")[0]
    return top not in _FRAMEWORK and top not in getattr(sys, "stdlib_module_names", ())


def is_user_class(cls: type) -> bool:
    return _is_user_module_name(getattr(cls, "__module__", "") or "")


def is_user_function(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return isinstance(function, types.FunctionType) and code is not None and _is_user_file(code.co_filename)


def _is_user_module(module: types.ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    return bool(file) and _is_user_module_name(module.__name__) and _is_user_file(file)


def _codes(code: types.CodeType) -> Iterable[types.CodeType]:
    todo = [code]
    while todo:
        each = todo.pop()
        yield each
        todo.extend(c for c in each.co_consts if isinstance(c, types.CodeType))


def _cell_reader(cell: Any) -> Callable[[], Any]:
    def read() -> Any:
        try:
            return cell.cell_contents
        except ValueError:
            raise KeyError from None

    return read


def _class_reader(cls: type) -> Callable[[], Any]:
    """The data that a class itself holds, also what is put there later."""

    def read() -> Dict[str, Any]:
        return {n: v for n, v in vars(cls).items()
                if not n.startswith("__") and not callable(v) and not isinstance(v, (property, classmethod, staticmethod, *_DESCRIPTORS))}  # fmt: skip

    return read


def _stored_globals(code: types.CodeType) -> Set[str]:
    return {i.argval for i in dis.get_instructions(code) if i.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")}


class Roots:
    """Collects the roots of a region: start from what is called, then follow code through globals and closures."""

    def __init__(self) -> None:
        self.roots: List[Root] = []
        self._code: Set[int] = set()
        self._places: Set[Tuple[int, str]] = set()
        self._classes: Set[type] = set()
        self._modules: Dict[str, types.ModuleType] = {}
        self._names: Set[str] = set()
        self._keep: List[Any] = []

    def functions(self) -> List[types.FunctionType]:
        """The functions of the program that the region can reach, in the order in which they were found."""
        return [f for f in self._keep if isinstance(f, types.FunctionType)]

    def add_callable(self, target: Any) -> None:
        """The function, method, module or partial that the region calls."""
        if isinstance(target, functools.partial):
            self.add_callable(target.func)
            self._add_object("partial", (target.args, target.keywords))
        elif isinstance(target, types.MethodType):
            self._add_object("self", target.__self__)
            self.add_function(target.__func__)
        elif isinstance(target, types.FunctionType):
            self.add_function(target)
        else:
            self._add_object("self", target)

    def _add_object(self, path: str, value: Any) -> None:
        self.roots.append(Root(path, lambda: value))

    def add_class(self, cls: type) -> None:
        """A class whose instances the region reaches: its own attributes, and the globals of its methods."""
        for each in cls.__mro__:
            if each in self._classes or not is_user_class(each):
                continue
            self._classes.add(each)
            for value in list(vars(each).values()):
                function = getattr(value, "__func__", value)
                if isinstance(function, property):
                    function = function.fget
                function = getattr(function, "__wrapped__", function)
                if isinstance(function, types.FunctionType):
                    self.add_function(function)
            self.roots.append(Root(f"{each.__module__}.{each.__qualname__}", _class_reader(each)))

    def _add_place(self, path: str, owner: Any, name: str) -> None:
        key = (id(owner), name)
        if key in self._places:
            return
        self._places.add(key)
        self._keep.append(owner)
        table = owner if isinstance(owner, dict) else None

        def read() -> Any:
            if table is not None:
                return table[name]
            return vars(owner)[name]

        self.roots.append(Root(path, read))

    def add_function(self, function: types.FunctionType) -> None:
        """A function that the region calls or holds: its closure, defaults and the globals that its code names."""
        todo = [function]
        while todo:
            each = todo.pop()
            code = each.__code__
            if id(each) in self._code or not is_user_function(each):
                continue
            self._code.add(id(each))
            self._keep.append(each)
            label = f"{each.__module__}.{each.__qualname__}"
            for name, cell in zip(code.co_freevars, each.__closure__ or ()):
                key = (id(cell), "")
                if key not in self._places and name != "__class__":
                    self._places.add(key)
                    self.roots.append(Root(f"{label}.{name}", _cell_reader(cell)))
            if each.__defaults__ or each.__kwdefaults__:
                self._add_object(f"{label}.__defaults__", (each.__defaults__, each.__kwdefaults__))
            names = {n for c in _codes(code) for n in c.co_names}
            namespace = each.__globals__
            stored = {n for c in _codes(code) for n in _stored_globals(c)}
            for name in sorted(names):
                if name not in namespace:
                    if name in stored:  # made by the region
                        self._add_place(f"{namespace.get('__name__', '?')}.{name}", namespace, name)
                    continue
                todo.extend(self._global(namespace, name, names))

    def _global(self, namespace: Dict[str, Any], name: str, names: Set[str]) -> List[types.FunctionType]:
        value = namespace[name]
        if isinstance(value, types.ModuleType):
            found: List[types.FunctionType] = []
            if _is_user_module(value):
                for attribute in sorted(names & set(vars(value))):
                    if not isinstance(vars(value)[attribute], types.ModuleType):
                        found += self._global(vars(value), attribute, names)
            return found
        if isinstance(value, types.FunctionType):
            # A decorated function is what it wraps as well; a compiled one is its original.
            inner = getattr(value, "_torchdynamo_inline", None) or getattr(value, "__wrapped__", None)
            return [f for f in (value, inner) if isinstance(f, types.FunctionType)]
        if isinstance(value, type):
            self.add_class(value)
            return []
        if isinstance(value, (types.BuiltinFunctionType, types.BuiltinMethodType)):
            return []
        self._add_place(f"{namespace.get('__name__', '?')}.{name}", namespace, name)
        return []
