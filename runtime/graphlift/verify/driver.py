"""Starts the program in a process of its own, follows it, and makes one report of what it wrote."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from typing import Any, Dict, List, Optional

from . import against
from .options import Options
from .prediction import compare_with_prediction, predict

SCHEMA = "graphlift-verify/1"
PASSING = ("equal-bitwise", "equal-within-bound", "numeric-only")
# From best to worst; the verdict on a region is the worst of its calls.
ORDER = PASSING + ("not-compiled", "nondeterministic-eager", "different", "error")
_START = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "start.py")
EXIT_HOLDS, EXIT_DIFFERS, EXIT_USAGE, EXIT_INTERNAL = 0, 1, 2, 101


class Progress:
    """One line on standard error that says which leg runs, when that is a terminal."""

    def __init__(self, folder: str):
        self._path = os.path.join(folder, "progress")
        self._shown = ""
        self._terminal = sys.stderr.isatty()

    def show(self) -> None:
        if not self._terminal or not os.path.exists(self._path):
            return
        with open(self._path, encoding="utf-8") as f:
            lines = f.read().splitlines()
        if lines and lines[-1] != self._shown:
            self._shown = lines[-1]
            sys.stderr.write("\r\033[K" + self._shown[:100])
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def _environment_of_child() -> Dict[str, str]:
    env = dict(os.environ)
    # A team of OpenMP threads does not survive the fork that isolates a leg.
    env["OMP_NUM_THREADS"] = env["MKL_NUM_THREADS"] = "1"
    env.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")
    return env


def run_program(options: Options, folder: str) -> int:
    """Runs the program under verification; its own output goes to WORKDIR/output. Returns its exit status."""
    settings = os.path.join(folder, "options.json")
    with open(settings, "w", encoding="utf-8") as f:
        f.write(options.dump())
    progress = Progress(folder)
    with open(os.path.join(folder, "output"), "ab") as log:
        child = subprocess.Popen([sys.executable, _START, "graphlift.verify.program", settings, folder], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                 env=_environment_of_child(), start_new_session=True)  # fmt: skip
        try:
            while child.poll() is None:
                progress.show()
                time.sleep(0.1)
        except BaseException:
            os.killpg(child.pid, 9)
            raise
        finally:
            progress.clear()
    return child.returncode


def _read_results(folder: str) -> List[Dict[str, Any]]:
    out = []
    for name in sorted(os.listdir(folder)):
        if name.startswith("result-") and name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as f:
                out.append(json.load(f))
    return out


def _tail_of(path: str) -> str:
    with open(path, "rb") as f:
        f.seek(max(0, os.fstat(f.fileno()).st_size - 3000))
        return f.read().decode(errors="replace")


def _in_folder(records: List[Dict[str, Any]], base: str) -> List[Dict[str, Any]]:
    """Paths relative to where the command was given, as `check` reports them."""
    out = []
    for record in records:
        path = record["file"]
        if path.startswith(base + os.sep):
            path = os.path.relpath(path, base)
        elif "site-packages" + os.sep in path:
            path = path[path.index("site-packages" + os.sep) :]
        out.append({**record, "file": path})
    return out


def _region(calls: List[Dict[str, Any]], described: Dict[str, Any], base: str) -> Dict[str, Any]:
    place = _in_folder([{"file": described["file"], "line": described["line"]}, described["site"]], base)
    region: Dict[str, Any] = {
        "entry": described["entry"],
        "file": place[0]["file"],
        "line": described["line"],
        "site": place[1],
        "calls": described.get("calls", len(calls)),
        "examined": len(calls),
    }
    if not calls:
        region.update(verdict="not-compiled", note="the program never called it", differences=[])
    else:
        worst = max(calls, key=lambda c: ORDER.index(c["verdict"]))
        region.update(verdict=worst["verdict"], note=worst.get("note", ""), call=worst["call"], differences=worst["differences"])
        for difference in region["differences"]:
            for key in ("source", "first_operator"):
                if difference.get(key) and difference[key].get("file"):
                    difference[key] = _in_folder([difference[key]], base)[0]
    region["graphs"] = calls[0].get("graph", {}).get("graphs") if calls else None
    region["examinations"] = [{k: c.get(k) for k in ("call", "verdict", "signature", "legs", "graph")} for c in calls]
    region["timing"] = next((c["timing"] for c in calls if c.get("timing")), None)
    return region


def environment(torch_version: Optional[str], options: Options) -> Dict[str, Any]:
    return {
        "python": platform.python_version(),
        "torch": torch_version,
        "platform": platform.platform(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "load": [round(x, 2) for x in os.getloadavg()],
        "threads": options.threads,
        "cuda": "none on this machine" if not _has_cuda() else "present, not used: legs are forked processes",
        "backend": options.backend or "as the program asks",
    }


def _has_cuda() -> bool:
    import torch

    return torch.cuda.is_available()


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            return next((line.split(":", 1)[1].strip() for line in f if line.startswith("model name")), platform.processor())
    except OSError:
        return platform.processor()


def _operator_library() -> str:
    """Builds the C++ library when it is missing; says what stands in for it where that cannot be."""
    from .. import native

    try:
        if not native.is_built():
            sys.stderr.write("graphlift: building the operator library for this version of torch (once, about half a minute)\n")
        native.build()
        return "C++"
    except (native.BuildError, OSError) as wrong:
        sys.stderr.write(f"graphlift: {wrong}\ngraphlift: going on with torch's profiler in its place\n")
        return "torch.profiler"


def verify(options: Options, graphlift: Optional[str] = None, python: Optional[str] = None, keep: Optional[str] = None) -> Dict[str, Any]:
    """The report on one program. `graphlift`: the native command, to compare with what `check` predicts. `keep`: leave the work folder there."""
    if not os.path.isfile(options.program):
        raise FileNotFoundError(options.program)
    options.program = os.path.abspath(options.program)
    base = os.getcwd()
    folder = keep or tempfile.mkdtemp(prefix="graphlift-verify-")
    os.makedirs(folder, exist_ok=True)
    try:
        operators = _operator_library()
        status = run_program(options, folder)
        if not options.entries and _compiles_nothing(folder):
            options.entries = _candidates(options, folder)
            if options.entries:
                _forget_results(folder)
                status = run_program(options, folder)
        report = make_report(options, folder, status, base, graphlift, python)
        report["environment"]["operator_library"] = operators
        return report
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def _compiles_nothing(folder: str) -> bool:
    whole = next((r for r in _read_results(folder) if r["kind"] == "program"), None)
    return whole is not None and not whole["regions"] and not whole["failure"]


def _forget_results(folder: str) -> None:
    for name in os.listdir(folder):
        if name.startswith("result-"):
            os.unlink(os.path.join(folder, name))


def _candidates(options: Options, folder: str) -> List[str]:
    """What a program that compiles nothing could compile: the modules that it calls itself."""
    inner = os.path.join(folder, "discovery")
    os.makedirs(inner, exist_ok=True)
    run_program(dataclasses.replace(options, discover=True, timing=False), inner)
    whole = next((r for r in _read_results(inner) if r["kind"] == "program"), None)
    return whole["candidates"] if whole else []


def verify_against(options: Options, other: str, keep: Optional[str] = None) -> Dict[str, Any]:
    """The report on `options.program` held against the same program in the tree (or file) `other`, both eager. `other` is the version before."""
    base = os.getcwd()
    program = os.path.abspath(options.program)
    before = other if os.path.isfile(other) else os.path.join(other, os.path.relpath(program, base))
    if not os.path.isfile(before):
        raise FileNotFoundError(before)
    folder = keep or tempfile.mkdtemp(prefix="graphlift-verify-")
    try:
        records, failures = [], []
        for name, path in (("before", os.path.abspath(before)), ("after", program)):
            inner = os.path.join(folder, name)
            os.makedirs(inner, exist_ok=True)
            status = run_program(dataclasses.replace(options, program=path, record=True), inner)
            whole = next((r for r in _read_results(inner) if r["kind"] == "program"), None)
            failures.append(whole["failure"] if whole else f"the process ended without a word (status {status})")
            records.append(against.read_records(inner))
        calls = []
        for first, second in against.pair_up(*records):
            some = second or first
            assert some is not None
            calls.append({"region": some["region"], "call": some["call"], "legs": {}, **against.judge(first, second)})
        regions = [_region([c for c in calls if c["region"]["entry"] == d["entry"]], d, base) for d in _regions_of(calls)]
        failure = failures[1] if failures[0] != failures[1] and failures[1] else (failures[0] and f"in both versions: {failures[0]}")
        return {
            "schema": SCHEMA,
            "program": os.path.relpath(program, base),
            "against": os.path.relpath(before, base),
            "environment": environment(None, options),
            "regions": regions,
            "program_failure": failure,
            "breaks": [],
            "recompiles": [],
            "graphs": None,
            "prediction": None,
        }
    finally:
        if keep is None:
            shutil.rmtree(folder, ignore_errors=True)


def make_report(options: Options, folder: str, status: int, base: str, graphlift: Optional[str], python: Optional[str]) -> Dict[str, Any]:
    results = _read_results(folder)
    whole = next((r for r in results if r["kind"] == "program"), None)
    calls = [r for r in results if r["kind"] == "call"]
    described = whole["regions"] if whole else _regions_of(calls)
    regions = [_region([c for c in calls if c["region"]["index"] == d["index"]], d, base) for d in described]
    failure = whole["failure"] if whole else f"the program's process ended without a word (status {status})"
    report: Dict[str, Any] = {
        "schema": SCHEMA,
        "program": os.path.relpath(options.program, base),
        "environment": environment(whole and whole["torch"], options),
        "regions": regions,
        "program_failure": failure,
        "breaks": _in_folder(whole["breaks"], base) if whole else [],
        "recompiles": _in_folder(whole["recompiles"], base) if whole else [],
        "graphs": whole["graphs"] if whole else None,
        "prediction": None,
    }
    if failure:
        report["program_output"] = _tail_of(os.path.join(folder, "output"))
    if graphlift and whole:
        predicted = predict(graphlift, options.program, python or sys.executable)
        report["prediction"] = compare_with_prediction(predicted, report) if predicted else None
    return report


def _regions_of(calls: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    seen: Dict[int, Dict[str, Any]] = {}
    for call in calls:
        seen.setdefault(call["region"]["index"], call["region"])
    return list(seen.values())


def exit_code(report: Dict[str, Any]) -> int:
    """0 only when there are regions, the program ran to its end and every region holds."""
    if report["program_failure"] or not report["regions"]:
        return EXIT_DIFFERS
    return EXIT_HOLDS if all(r["verdict"] in PASSING for r in report["regions"]) else EXIT_DIFFERS
