#!/usr/bin/env python3
"""Runs a program with torch.compile doing nothing and saves what the compiled callables return; compares two such runs.

    eager.py PROGRAM OUT.pt        eager.py --compare A.pt B.pt
"""
import contextlib
import io
import os
import runpy
import sys
import warnings

warnings.filterwarnings("ignore")
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "accuracy"))
import torch  # noqa: E402

torch.set_num_threads(1)


def leaves(value, out, depth=0):
    """Tensors and numbers of a result, in order; objects of other classes by their attributes."""
    if isinstance(value, torch.Tensor):
        out.append(value.detach().clone())
    elif isinstance(value, (bool, int, float, str, type(None))):
        out.append(value)
    elif isinstance(value, dict):
        for key in value:
            leaves(value[key], out, depth + 1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            leaves(item, out, depth + 1)
    elif hasattr(value, "__dict__") and depth < 4:
        for key in sorted(vars(value)):
            leaves(vars(value)[key], out, depth + 1)


def compare(a, b):
    a, b = torch.load(a, weights_only=False), torch.load(b, weights_only=False)
    if a["printed"] != b["printed"]:
        return "other text"
    if len(a["values"]) != len(b["values"]):
        return f"{len(a['values'])} values became {len(b['values'])}"
    for i, (x, y) in enumerate(zip(a["values"], b["values"])):
        if isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor):
            if x.shape != y.shape or x.dtype != y.dtype or not torch.equal(torch.nan_to_num(x) if x.is_floating_point() else x, torch.nan_to_num(y) if y.is_floating_point() else y):
                return f"value {i} differs"
        elif x != y and not (x != x and y != y):
            return f"value {i} differs: {x!r} {y!r}"
    return "equal"


def main():
    if sys.argv[1] == "--compare":
        print(compare(*sys.argv[2:4]))
        return
    with contextlib.suppress(Exception):
        import tvshim  # noqa: F401
    program, out = sys.argv[1:3]
    values = []

    def noted(function):
        def call(*args, **kwargs):
            result = function(*args, **kwargs)
            leaves(result, values)
            return result

        return call

    def compiled(model=None, **options):
        if model is None:
            return lambda f: compiled(f, **options)
        if isinstance(model, torch.nn.Module):
            real = model.forward
            model.forward = noted(real)
            return model
        return noted(model)

    torch.compile = compiled
    torch.nn.Module.compile = lambda self, *a, **k: compiled(self) and None
    torch.manual_seed(0)
    printed = io.StringIO()
    sys.argv = [program]
    sys.path.insert(0, os.getcwd())
    with contextlib.redirect_stdout(printed):
        runpy.run_path(program, run_name="__main__")
    torch.save({"values": values, "printed": printed.getvalue()}, out)


if __name__ == "__main__":
    main()
