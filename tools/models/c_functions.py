#!/usr/bin/env python3
"""Writes models/policy/c_functions.tsv: the functions of Python's standard library that are implemented in C.

    python c_functions.py OUTPUT

TorchDynamo cannot look into a C function: a call of one breaks the graph unless it has a rule for it. Run it with the Python
version that the models describe (3.11). Importable public modules only; a function is listed under each public name.
"""
import importlib
import pkgutil
import sys
import types
import warnings

LEFT_OUT = {"antigravity", "this", "idlelib", "lib2to3", "test", "turtledemo", "turtle", "tkinter", "builtins"}
C_FUNCTION = (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)


def modules():
    for name in sorted(sys.stdlib_module_names):
        if name.startswith("_") or name in LEFT_OUT:
            continue
        try:
            module = importlib.import_module(name)
        except Exception:
            continue
        yield name, module
        for child in pkgutil.iter_modules(getattr(module, "__path__", [])):
            full = f"{name}.{child.name}"
            if child.name.startswith("_") or full.startswith(("encodings.", "distutils.", "ctypes.macholib")) or child.name in ("test", "tests"):
                continue
            try:
                yield full, importlib.import_module(full)
            except Exception:
                continue


def rows():
    for name, module in modules():
        for key, value in vars(module).items():
            if key.startswith("_"):
                continue
            if isinstance(value, types.BuiltinFunctionType):
                yield f"{name}.{key}"
            elif isinstance(value, type) and getattr(value, "__module__", "") == name:
                for member, inner in vars(value).items():
                    if isinstance(inner, C_FUNCTION) and not member.startswith("__"):
                        yield f"{name}.{key}.{member}"


def main():
    warnings.simplefilter("ignore")
    found = sorted(set(rows()), key=lambda line: line.encode())
    with open(sys.argv[1], "w") as out:
        out.write(f"# C functions of the standard library of Python {sys.version_info.major}.{sys.version_info.minor}, by tools/models/c_functions.py\n")
        out.writelines(line + "\n" for line in found)


main()
