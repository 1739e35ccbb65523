"""Runs the program's file as `__main__`, with `torch.compile` put on the functions that `--entry` names.

An entry in the program itself is decorated in its syntax tree, so that every use of the function meets the region; one in
another module is replaced where that module keeps it, before the program runs.
"""

from __future__ import annotations

import ast
import importlib
import sys
import types
from typing import Any, List

import torch

DECORATOR = "__graphlift_region__"


class EntryError(LookupError):
    """An entry names nothing."""


class _Decorate(ast.NodeTransformer):
    def __init__(self, names: List[str]):
        self._wanted = set(names)
        self._path: List[str] = []
        self.found: List[str] = []

    def _scope(self, node: Any, inside: str = "") -> Any:
        self._path.append(node.name)
        name = ".".join(self._path)
        if name in self._wanted and not isinstance(node, ast.ClassDef):
            self.found.append(name)
            decorator = ast.copy_location(ast.Name(DECORATOR, ast.Load()), node)
            node.decorator_list.append(decorator)  # innermost: under a staticmethod, over the function
        if inside:
            self._path.append(inside)
        self.generic_visit(node)
        if inside:
            self._path.pop()
        self._path.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        return self._scope(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self._scope(node, "<locals>")


def _replace(entry: str) -> None:
    module, _, path = entry.partition(":")
    try:
        owner: Any = importlib.import_module(module)
        *outer, name = path.split(".")
        for part in outer:
            owner = getattr(owner, part)
        setattr(owner, name, torch.compile(getattr(owner, name)))
    except (ImportError, AttributeError) as wrong:
        raise EntryError(f"--entry {entry}: {wrong}") from wrong


def run_main(path: str, entries: List[str]) -> None:
    """Executes the file. Entries are MODULE:QUALNAME; `__main__` or the file's own name stand for the file."""
    with open(path, "rb") as f:
        tree = ast.parse(f.read(), path)
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    own = [e.partition(":")[2] for e in entries if e.partition(":")[0] in ("__main__", stem)]
    decorate = _Decorate(own)
    tree = ast.fix_missing_locations(decorate.visit(tree))
    missing = set(own) - set(decorate.found)
    if missing:
        raise EntryError(f"--entry: {path} defines no {', '.join(sorted(missing))}")
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=path, __builtins__=__builtins__, __cached__=None)
    if own:
        module.__dict__[DECORATOR] = torch.compile
    sys.modules["__main__"] = module
    for entry in entries:
        if entry.partition(":")[0] not in ("__main__", stem):
            _replace(entry)
    exec(compile(tree, path, "exec"), module.__dict__)
