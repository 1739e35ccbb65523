#!/usr/bin/env python3
"""What graphlift predicts for the patterns of bench/accuracy/micro, compared with what torch 2.13 did with each.

    test_micro.py [--graphlift CMD] [--python PY] [--mode MODE…] [-v] [--keep DIR]

For each pattern and mode a program is written that compiles it and calls it once; one run of graphlift a mode reads them all. A
pattern agrees in a mode when the region's verdict is the recorded one (broken or not, and under fullgraph failing or not), when a
finding of the recorded break stands at its line with its gb_id, and when no finding of a break stands anywhere else.
Passes when at least --least of the patterns agree in default mode and with the capture flags. Nothing of the patterns is run.
"""
import argparse
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MICRO = ROOT / "bench" / "accuracy" / "micro"
ASSERTED = ("default", "flags")
SURROUNDINGS = ("GL110", "GL111", "GL118")
ECHO = ("GB7000", "GB0066")
SETTINGS = {
    "default": ("", ""),
    "flags": ("import torch._dynamo\ntorch._dynamo.config.capture_scalar_outputs = True\n"
              "torch._dynamo.config.capture_dynamic_output_shape_ops = True\n", ""),
    "nested": ("import torch._dynamo\ntorch._dynamo.config.nested_graph_breaks = True\n", ""),
    "fullgraph": ("", ", fullgraph=True"),
}
PROGRAM = """import torch
import patterns
{settings}torch.manual_seed(0)
x = torch.randn(4, 4)
i = torch.tensor([1, 2, 0, 3])
fn = patterns.C[{name!r}]
if isinstance(fn, type):
    fn = fn()
torch.compile(fn{options}, backend="eager")(x, i)
"""


def write_programs(folder, names, mode):
    settings, options = SETTINGS[mode]
    shutil.copy(MICRO / "patterns.py", folder)
    for name in names:
        (folder / f"run_{name}.py").write_text(PROGRAM.format(name=name, settings=settings, options=options))


def check(folder, opt):
    programs = sorted(p.name for p in folder.glob("run_*.py"))
    command = [*shlex.split(opt.graphlift), "check", *programs, "--format", "json"]
    if opt.python:
        command += ["--python", opt.python]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 1):
        sys.exit(f"graphlift: exit {done.returncode}: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def by_pattern(report):
    """Per pattern the worst verdict, the breaks that are said, and the graphs that are predicted."""
    order = ["whole-graph", "unsafe", "unknown", "breaks", "error"]
    out, owner = {}, {}
    for region in report["regions"]:
        name = pathlib.Path(region["site"]["file"]).stem.removeprefix("run_")
        entry = out.setdefault(name, {"verdict": "whole-graph", "said": [], "graphs": 0, "reasons": []})
        entry["verdict"] = max(entry["verdict"], region["verdict"], key=order.index)
        entry["graphs"] += region["predicted_graphs"] or 0
        entry["reasons"] += region["reasons"]
        owner[region["id"]] = entry
    for finding in report["findings"]:
        if not finding["code"].startswith("GL1") or finding["certainty"] != "definite" or not finding["gb_type"]:
            continue
        for region in finding["regions"]:
            owner[region]["said"].append(finding)
    return out


def recorded(truth, mode):
    """The verdict and the breaks as (ids, line); the first break is the one that has to be found."""
    if mode == "fullgraph":
        whole = truth["fullgraph"] is True
        return ("whole-graph" if whole else "error"), ([] if whole else [({truth["fullgraph"]["gb_id"]}, None)])
    run = truth[mode]
    breaks = [({b["gb_id"], b["cause_id"]} if "cause_id" in b else {b["gb_id"]}, b["line"], b["cause"]) for b in run["breaks"]]
    breaks = [(ids, int(line) if isinstance(line, int) else line, cause) for ids, line, cause in breaks]
    failed = not breaks and run["error"]
    return ("breaks" if breaks else "error" if failed else "whole-graph"), breaks


def compare(truth, said, mode, types):
    """What is wrong with a prediction; empty when it agrees."""
    verdict, breaks = recorded(truth, mode)
    if said is None:
        return "no region"
    if said["verdict"] != verdict:
        reasons = "; ".join(said["reasons"])
        return f"verdict {said['verdict']}, recorded {verdict}" + (f" ({reasons})" if reasons else "")
    main = [f for f in said["said"] if f["code"] not in SURROUNDINGS]
    if mode == "fullgraph":
        wanted = breaks[0][0] if breaks else set()
        if wanted and wanted != {None} and not any(f["gb_id"] in wanted for f in main):
            return f"says {sorted({f['gb_id'] for f in main})}, recorded {sorted(wanted)}"
        return ""
    if breaks:
        ids, line, cause = breaks[0]
        wanted = ids | ({types.get(cause)} if cause else set())
        # A line outside the patterns lies in Python or torch, which graphlift names by the user's line.
        if not any(f["gb_id"] in wanted and (f["line"] == line or isinstance(line, str)) for f in main):
            return f"says {sorted((f['gb_id'] or '', f['line']) for f in main)}, recorded {sorted(filter(None, wanted))} at {line}"
    lines = {line for _, line, _ in breaks}
    if verdict == "error":  # an exception of the compiler, recorded without a place
        return ""
    elsewhere = any(isinstance(line, str) for line in lines)
    extra = [f"{f['gb_id']}:{f['line']}" for f in main if f["line"] not in lines and not elsewhere]
    return f"also says {extra}" if extra else ""


def run_mode(mode, truth, types, opt):
    folder = pathlib.Path(opt.keep) / mode if opt.keep else pathlib.Path(tempfile.mkdtemp(prefix="micro-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        write_programs(folder, truth, mode)
        said = by_pattern(check(folder, opt))
    finally:
        if not opt.keep:
            shutil.rmtree(folder)
    wrong = {name: problem for name, pattern in truth.items() if (problem := compare(pattern, said.get(name), mode, types))}
    agreement = 1 - len(wrong) / len(truth)
    graphs = ""
    if mode == "nested":  # the one mode that was recorded with a single call
        exact = sum(name in said and said[name]["graphs"] == truth[name][mode]["graphs"] for name in truth)
        graphs = f", graph count right {exact / len(truth):.3f}"
        if opt.verbose:
            for name in truth:
                if name in said and said[name]["graphs"] != truth[name][mode]["graphs"]:
                    print(f"    graphs {name}: {said[name]['graphs']}, recorded {truth[name][mode]['graphs']}")
    print(f"{mode:10} {len(truth) - len(wrong)}/{len(truth)} agree ({agreement:.3f}){graphs}")
    if opt.verbose or (mode in ASSERTED and agreement < opt.least):
        for name, problem in wrong.items():
            print(f"    {name}: {problem}")
    return set(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", default=str(ROOT / "build/dev/graphlift"))
    parser.add_argument("--python", default=os.environ.get("GRAPHLIFT_PYTHON"), help="interpreter whose packages the patterns import")
    parser.add_argument("--mode", choices=SETTINGS, nargs="*", default=list(SETTINGS))
    parser.add_argument("--least", type=float, default=0.95, help="share of the patterns that must agree in default mode and with flags")
    parser.add_argument("--keep", help="write the programs into this folder and leave them there")
    parser.add_argument("-v", "--verbose", action="store_true")
    opt = parser.parse_args()
    opt.graphlift = os.path.abspath(opt.graphlift) if os.path.exists(opt.graphlift) else opt.graphlift
    truth = json.loads((MICRO / "patterns.truth.json").read_text())
    types = {b["gb_type"]: b["gb_id"] for pattern in truth.values() for mode in SETTINGS if mode != "fullgraph" for b in pattern[mode]["breaks"]}
    wrong = set()
    for mode in opt.mode:
        missed = run_mode(mode, truth, types, opt)
        if mode in ASSERTED:
            wrong |= missed
    agreement = 1 - len(wrong) / len(truth)
    print(f"in default mode and with flags alike: {len(truth) - len(wrong)}/{len(truth)} ({agreement:.3f}), wanted {opt.least}")
    return 0 if agreement >= opt.least else 1


if __name__ == "__main__":
    sys.exit(main())
