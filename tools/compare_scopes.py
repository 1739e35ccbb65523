#!/usr/bin/env python3
"""Compare how graphlift resolves names with what CPython's compiler does (run it under Python 3.11).

    compare_scopes.py GRAPHLIFT FILE|DIR...

For every code object (module, function, class body, lambda, comprehension) the parameters, cells and free variables
must be equal; every local, global and by-name access that CPython emits must be one that graphlift emits. The other
direction is not checked, since CPython drops unreachable code. Annotations are taken out first: graphlift does not
evaluate them in place.
"""
import ast
import dis
import pathlib
import subprocess
import sys
import types
import warnings

GLOBAL = {"LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL"}
NAME = {"LOAD_NAME", "STORE_NAME", "DELETE_NAME"}


class StripAnnotations(ast.NodeTransformer):
    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_AnnAssign(self, node):
        node.annotation = ast.copy_location(ast.Constant(0), node.annotation)
        return self.generic_visit(node)


def record(qualname, parameters, cells, free, stored, globals_used, names_used):
    if qualname == "<module>":  # a module's names are its globals
        globals_used, names_used = set(), globals_used | names_used
    return (qualname, tuple(parameters), tuple(sorted(cells)), tuple(sorted(free))), stored, globals_used, names_used


def expected(source):
    """((qualname, parameters, cells, free), locals, globals, names) of each code object."""
    tree = StripAnnotations().visit(ast.parse(source))
    pending, found = [compile(tree, "<file>", "exec", dont_inherit=True)], []
    while pending:
        code = pending.pop()
        pending += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        count = code.co_argcount + code.co_kwonlyargcount
        count += bool(code.co_flags & 4) + bool(code.co_flags & 8)
        used = {"global": set(), "name": set()}
        for instruction in dis.get_instructions(code):
            if instruction.opname in GLOBAL:
                used["global"].add(instruction.argval)
            elif instruction.opname in NAME:
                used["name"].add(instruction.argval)
        used["name"].discard("__annotations__")
        parameters, stored = code.co_varnames[:count], set(code.co_varnames[count:])
        found.append(record(code.co_qualname, parameters, code.co_cellvars, code.co_freevars, stored, used["global"], used["name"]))
    return found


def actual(binary, path):
    output = subprocess.run([binary, "dump", "--stage=scopes", str(path)], capture_output=True, check=True).stdout.decode()
    found, rows = [], None
    for line in output.splitlines():
        if not line.startswith("  "):
            rows = {}
            found.append((line.split(" ")[1], rows))
        else:
            title, *names = line.split()
            rows[title] = names
    result = []
    for qualname, rows in found:
        parameters, cells, free = (rows.get(title, ()) for title in ("parameters", "cells", "free"))
        result.append(record(qualname, parameters, cells, free, *(set(rows.get(title, ())) for title in ("locals", "global", "name"))))
    return result


def compare(binary, path):
    try:
        source = path.read_bytes()
        wanted = expected(source)
    except (SyntaxError, ValueError):
        return None
    candidates = {}
    for key, *sets in actual(binary, path):
        candidates.setdefault(key, []).append(sets)
    problems = []
    for key, *sets in wanted:
        if key not in candidates:
            problems.append(f"{path}: no code object {key}; same name: {[k for k in candidates if k[0] == key[0]]}")
        elif not any(all(w <= g for w, g in zip(sets, got)) for got in candidates[key]):
            problems.append(f"{path}: {key[0]}: missing {[sorted(w - g) for w, g in zip(sets, candidates[key][0])]}")
    return problems


def main():
    warnings.simplefilter("ignore")
    binary, *roots = sys.argv[1:]
    files = [f for root in map(pathlib.Path, roots) for f in ([root] if root.is_file() else sorted(root.rglob("*.py")))]
    compared = bad = 0
    for path in files:
        problems = compare(binary, path)
        if problems is None:
            continue
        compared += 1
        bad += bool(problems)
        for problem in problems:
            print(problem)
    print(f"{compared} files compared, {bad} differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
