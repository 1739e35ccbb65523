#!/usr/bin/env python3
"""Every refactoring: what it makes of its examples, that it refuses look-alikes, and that torch agrees.

    run_refactorings.py --graphlift PATH [--python PYTHON] [--no-torch] [NAME...]

For each row of analysis/refactor/catalogue.def:
- the before/after pair in the comment of catalogue/<function>.cpp;
- testdata/refactorings/<name>/<case>/{before,after}.py: `fix --unsafe-fixes` makes one of the other, a second run changes nothing;
  (a line `# fixable: A,B` in before.py names the refactorings where one leads to another);
- testdata/refactorings/<name>/refused*.py: nothing is changed, and the refusal names the line marked `# refused: PART OF THE REASON`.

Then each before and after is run by torch: eager, where what the compiled callables return, their gradients, module state, random
state and printed text must be equal, but for what a line `# differs: output rng print state error gradient` in after.py allows; and
compiled, where (but for `unbroken`: no break before either) `# breaks: N` (default 0) is the number of graph breaks that may be left after, and before must have more.
The programs name no backend: torch.compile is replaced while they run. One process runs all of them.
"""
import argparse
import contextlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "analysis" / "refactor"
CASES = ROOT / "testdata" / "refactorings"
failures = []


def fail(where, what):
    failures.append(f"{where}: {what}")


def rows():
    text = (CATALOGUE / "catalogue.def").read_text()
    return re.findall(r'^REFACTORING\((\w+), "([\w-]+)", (\w+)', text, re.M)


def pair(function):
    text = (CATALOGUE / "catalogue" / f"{function}.cpp").read_text()
    found = re.search(r"// Before:\n(.*?)// After:\n(.*?)^#include", text, re.S | re.M)
    if not found:
        return None
    plain = lambda part: "\n".join(line[7:] for line in part.splitlines()).rstrip() + "\n"
    return plain(found[1]), plain(found[2])


class Tool:
    def __init__(self, options):
        self.options = options

    def fix(self, path, name, entry=None):
        command = [self.options.graphlift, "fix", str(path), "--unsafe-fixes", "--format", "json", "--fixable", name]
        if self.options.python:
            command += ["--python", self.options.python]
        if entry:
            command += ["--entry", entry]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            return None, run.stderr + run.stdout
        return json.loads(run.stdout), run.stderr


def check_text(tool, where, name, before, after, folder):
    """fix turns BEFORE into AFTER, and leaves AFTER alone."""
    path = pathlib.Path(folder) / "program.py"
    path.write_text(before)
    entry = None if "torch.compile(" in before or ".compile(" in before else "program:f"
    name = (re.search(r"^# fixable: (.*)$", before, re.M) or ["", name])[1]
    report, said = tool.fix(path, name, entry)
    if report is None:
        return fail(where, f"fix failed: {said}")
    got = path.read_text()
    if got != after:
        reasons = "; ".join(f"{r['fix']}: {r['reason']} (line {r['blocked_by']['line']})" for r in report["refused"]) + "; ".join(r["reason"] for r in report["skipped"])
        return fail(where, f"fix gives\n{got}\n{reasons}")
    tool.fix(path, name, entry)
    if path.read_text() != after:
        fail(where, f"a second run changes the file again:\n{path.read_text()}")


def check_refusal(tool, case, name, folder):
    text = case.read_text()
    path = pathlib.Path(folder) / "program.py"
    path.write_text(text)
    entry = None if "torch.compile(" in text or ".compile(" in text else "program:f"
    report, said = tool.fix(path, name, entry)
    if report is None:
        return fail(case, f"fix failed: {said}")
    if path.read_text() != text:
        return fail(case, f"was rewritten:\n{path.read_text()}")
    for number, line in enumerate(text.splitlines(), 1):
        if mark := re.search(r"# refused: (.*)", line):
            if not any(r["fix"] == name and r["blocked_by"]["line"] == number and mark[1] in r["reason"] for r in report["refused"]):
                fail(case, f"no refusal at line {number} says `{mark[1]}`: {[(r['fix'], r['blocked_by']['line'], r['reason']) for r in report['refused']]}")
    if "# refused: " not in text:
        fail(case, "marks no line `# refused: ...`")


# ---- execution


def translator(torch):
    from torch._dynamo import symbolic_convert

    return symbolic_convert.InstructionTranslatorBase


class Recorder:
    """Stands in for torch.compile: calls the callable as it is, or compiled by a backend that counts, and notes what comes out."""

    def __init__(self, torch, compiled):
        self.torch, self.compiled, self.seen = torch, compiled, []
        self.real = torch.compile
        self.graphs = 0
        self.breaks = []
        self.log = translator(torch).log_graph_break

    def note_break(self, this, code_options, reason, error):
        if not error.logged:
            self.breaks.append(f"{getattr(error, 'gb_type', None) or type(error).__name__} at {this.f_code.co_name}:{this.lineno}")
        return self.log(this, code_options, reason, error)

    def backend(self, module, _inputs):
        self.graphs += 1
        return module.forward

    def compile(self, model=None, **options):
        if model is None:
            return lambda f: self.compile(f, **options)
        target = model
        if self.compiled:
            options.pop("backend", None)
            options.pop("mode", None)
            target = self.real(model, backend=self.backend, **options)
        module = model if isinstance(model, self.torch.nn.Module) else getattr(model, "__self__", None)

        def call(*args, **kwargs):
            return self.call(target, module, args, kwargs)

        return call

    def call(self, target, module, args, kwargs):
        torch = self.torch
        try:
            result = target(*args, **kwargs)
        except Exception as error:  # what a program raises is part of what it does
            self.seen.append({"error": f"{type(error).__name__}: {error}"})
            raise
        flat = [v for v in torch.utils._pytree.tree_leaves(result)]
        entry = {"output": [self.plain(v) for v in flat]}
        inputs = [v for v in torch.utils._pytree.tree_leaves((args, kwargs)) if isinstance(v, torch.Tensor)]
        if isinstance(module, torch.nn.Module):
            inputs += list(module.parameters())
        loss = [v.sum() for v in flat if isinstance(v, torch.Tensor) and v.requires_grad]
        if loss:
            for v in inputs:
                v.grad = None if v.is_leaf else v.grad
            sum(loss).backward(retain_graph=True)
            entry["gradient"] = [self.plain(v.grad) if v.is_leaf and v.grad is not None else None for v in inputs]
        if isinstance(module, torch.nn.Module):
            entry["state"] = {k: self.plain(v) for k, v in module.state_dict().items()}
        entry["inputs"] = [self.plain(v) for v in inputs]
        self.seen.append(entry)
        return result

    def plain(self, value):
        return value.detach().clone() if isinstance(value, self.torch.Tensor) else value


def same(torch, a, b, exact):
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        if a.shape != b.shape or a.dtype != b.dtype:
            return False
        return torch.equal(a.nan_to_num(), b.nan_to_num()) if exact else torch.allclose(a.nan_to_num(), b.nan_to_num(), rtol=1e-4, atol=1e-5)
    if isinstance(a, torch.Tensor) or isinstance(b, torch.Tensor):
        return False
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(torch, a[k], b[k], exact) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(torch, x, y, exact) for x, y in zip(a, b))
    return a == b or repr(a) == repr(b)


def execute(torch, text, compiled):
    """What the program does: calls, printed text, random state; with the graph breaks where it is compiled."""
    import random

    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    torch.manual_seed(7)
    random.seed(7)
    with contextlib.suppress(ImportError):
        import numpy

        numpy.random.seed(7)
    recorder = Recorder(torch, compiled)
    printed = io.StringIO()
    error = None
    flags = {name: getattr(torch._dynamo.config, name) for name in ("capture_scalar_outputs", "capture_dynamic_output_shape_ops", "allow_rnn", "trace_autograd_ops")}
    real_method = torch.nn.Module.compile
    torch.compile = recorder.compile
    translator(torch).log_graph_break = lambda this, code_options, reason, exc: recorder.note_break(this, code_options, reason, exc)
    torch.nn.Module.compile = (lambda self, **o: real_method(self, backend=recorder.backend)) if compiled else (lambda self, **o: None)
    try:
        with torch._dynamo.config.patch(flags), contextlib.redirect_stdout(printed):
            import linecache

            name = f"<program {execute.count}>"
            execute.count += 1
            linecache.cache[name] = (len(text), None, text.splitlines(True), name)
            try:
                exec(compile(text, name, "exec"), {"__name__": "program"})
            except Exception as raised:
                error = f"{type(raised).__name__}: {raised}"
    finally:
        torch.compile = recorder.real
        translator(torch).log_graph_break = recorder.log
        torch.nn.Module.compile = real_method
    return {"calls": recorder.seen, "print": printed.getvalue(), "error": error, "rng": torch.random.get_rng_state(), "breaks": len(recorder.breaks),
            "why": recorder.breaks, "graphs": recorder.graphs}


execute.count = 0


def check_execution(torch, where, before, after):
    allowed = set((re.search(r"^# differs: (.*)$", after, re.M) or ["", ""])[1].split())
    left = int((re.search(r"^# breaks: (\d+)$", after, re.M) or ["", "0"])[1])
    a, b = execute(torch, before, False), execute(torch, after, False)
    for what in ("print", "error"):
        if what not in allowed and a[what] != b[what]:
            fail(where, f"eager {what} differs: {a[what]!r} became {b[what]!r}")
    if "rng" not in allowed and not torch.equal(a["rng"], b["rng"]):
        fail(where, "eager: the random state differs afterwards")
    if len(a["calls"]) != len(b["calls"]) and "error" not in allowed:
        fail(where, f"eager: {len(a['calls'])} calls became {len(b['calls'])}")
    for x, y in zip(a["calls"], b["calls"]):
        for what in ("output", "gradient", "state", "inputs", "error"):
            if what not in allowed and not same(torch, x.get(what), y.get(what), True):
                fail(where, f"eager {what} differs: {x.get(what)} became {y.get(what)}")
    ca, cb = execute(torch, before, True), execute(torch, after, True)
    if ca["breaks"] <= left and not allowed & {"noop", "unbroken"}:
        fail(where, f"compiled: the program before has {ca['breaks']} graph breaks only")
    if cb["breaks"] != left:
        fail(where, f"compiled: {cb['breaks']} graph breaks after instead of {left}: {cb['why']}")
    if "noop" in allowed and cb["graphs"] <= ca["graphs"]:
        fail(where, "compiled: nothing more is compiled than before")
    if "output" not in allowed and "compiled" not in allowed:
        for x, y in zip(b["calls"], cb["calls"]):
            if not same(torch, x.get("output"), y.get("output"), False):
                fail(where, f"compiled output differs from eager: {x.get('output')} and {y.get('output')}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--graphlift", required=True)
    parser.add_argument("--python", default=os.environ.get("GRAPHLIFT_PYTHON", ""))
    parser.add_argument("--no-torch", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.graphlift = os.path.abspath(options.graphlift)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    torch = None
    if not options.no_torch:
        try:
            import torch
            import torch._dynamo
        except ImportError:
            if options.python and not os.environ.get("GRAPHLIFT_INNER"):
                os.environ["GRAPHLIFT_INNER"] = "1"
                os.execv(options.python, [options.python, *sys.argv])
            print("torch is not installed: the programs are not run")
    options.python = options.python or sys.executable
    if torch:
        import logging

        torch.set_num_threads(1)
        logging.getLogger("torch._dynamo").setLevel(logging.CRITICAL)
    tool = Tool(options)
    programs = 0
    known = set()
    with tempfile.TemporaryDirectory() as folder:
        for function, name, _level in rows():
            known.add(name)
            if options.names and name not in options.names:
                continue
            example = pair(function)
            if not example:
                fail(function, "its comment has no `Before:` and `After:`")
            else:
                check_text(tool, f"{function}.cpp", name, *example, folder)
                if torch and "torch.compile(" in example[0] and "(torch." in example[0]:
                    pass
            cases = sorted((CASES / name).glob("*/before.py"))
            refused = sorted((CASES / name).glob("refused*.py"))
            if not cases:
                fail(name, "has no case under testdata/refactorings")
            if not refused:
                fail(name, "has no refused*.py under testdata/refactorings")
            for case in cases:
                before, after = case.read_text(), (case.parent / "after.py").read_text()
                programs += 1
                marks = re.compile(r"^# (differs|breaks): .*\n", re.M)
                check_text(tool, case.parent.relative_to(ROOT), name, before, marks.sub("", after), folder)
                if torch:
                    check_execution(torch, case.parent.relative_to(ROOT), before, after)
            for case in refused:
                check_refusal(tool, case, name, folder)
    for extra in CASES.iterdir():
        if extra.is_dir() and extra.name not in known:
            fail(extra.name, "is no refactoring")
    for text in failures:
        print("FAIL", text)
    print(f"{programs} programs, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
