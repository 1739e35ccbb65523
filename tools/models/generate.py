#!/usr/bin/env python3
"""Writes the framework tables under models/ from the installed torch; --check compares instead of writing."""

import argparse
import difflib
import importlib
import os
import sys
import warnings

# One device, one thread, no optional packages that only this machine has: the tables must not depend on them.
os.environ["CUDA_VISIBLE_DEVICES"] = ""

import table  # noqa: E402

# Table -> the script that makes it.
TABLES = {
    "operators": "operators", "graph_breaks": "graph_breaks", "exports": "exports", "tensor_attributes": "tensor_attributes",
    "trace_rules": "trace_rules", "module_rules": "module_rules", "builtin_functions": "builtin_functions",
    "tensor_members": "tensor_members", "numpy": "numpy_functions", "dynamo_config": "dynamo_config",
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a committed table differs from what this torch gives")
    parser.add_argument("tables", nargs="*", default=[], help=f"which ones: {', '.join(TABLES)} (default: all)")
    arguments = parser.parse_args()

    warnings.simplefilter("ignore")
    import torch

    # Which submodules the root has depends on what was imported before: always the same.
    for module in ("torch._dynamo", "torch._inductor", "torch._numpy", "torch.onnx"):
        importlib.import_module(module)
    version = ".".join(torch.__version__.split("+")[0].split(".")[:2])
    folder = table.ROOT / "torch" / version
    if not arguments.check:
        folder.mkdir(parents=True, exist_ok=True)
    stale = False
    for name in arguments.tables or TABLES:
        module = importlib.import_module(TABLES[name])
        path = folder / f"{name}.tsv"
        text = table.render(module.COLUMNS, module.rows())
        if not arguments.check:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{path.relative_to(table.ROOT)}: {text.count(chr(10)) - 1} rows")
            continue
        committed = path.read_text(encoding="utf-8") if path.exists() else ""
        if committed != text:
            stale = True
            sys.stdout.writelines(
                difflib.unified_diff(committed.splitlines(True), text.splitlines(True), f"committed/{name}.tsv", f"torch {torch.__version__}", n=0)
            )
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
