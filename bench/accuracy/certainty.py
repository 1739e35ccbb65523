#!/usr/bin/env python3
"""How often each level of certainty is right on the recorded programs, and how good predicted graph counts are.

    certainty.py [DIR] [--graphlift CMD] [--python PY] [--json OUT] [-j N]

Every rule is selected and what is merely possible is asked for. A finding of a graph break (GL1xx) is right when TorchDynamo broke at its
place in the recorded run. The run takes one path, so a conditional finding can be true and not have happened. Graph counts are those
of all regions of a program together, over all its calls.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import score  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
LEVELS = ("definite", "conditional", "possible")


def examine(path, opt):
    truth = json.loads(path.with_suffix(".truth.json").read_text())
    args = ["check", path.name, "--format", "json", "--possible", "--select", "ALL"] + (["--python", opt.python] if opt.python else [])
    out, _, error = score.run(opt.graphlift, args, path.parent)
    if out is None:
        return None, error
    levels = collections.Counter()
    breaks = [f for f in out["findings"] if f["code"].startswith(score.BREAK) and f["code"] not in score.AMPLIFIERS and f["gb_type"]]
    for f in {(score.tail(f["file"]), f["line"], f["code"], f["certainty"]): f for f in breaks}.values():
        levels[f["certainty"], any(score.at(f, b) for b in truth["breaks"])] += 1
    counts = [r["predicted_graphs"] for r in out["regions"]]
    graphs = None if None in counts else sum(counts)
    return (levels, graphs, truth["graph_count"], bool(truth["breaks"])), None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dir", nargs="?", type=pathlib.Path, default=ROOT / "bench" / "accuracy" / "programs")
    parser.add_argument("--graphlift", default=str(ROOT / "build" / "release" / "graphlift"))
    parser.add_argument("--python", default=os.environ.get("GRAPHLIFT_PYTHON"))
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    opt = parser.parse_args()
    programs = sorted(p for p in opt.dir.glob("*.py") if p.with_suffix(".truth.json").exists())
    levels, graphs = collections.Counter(), collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(opt.jobs) as pool:
        for path, (row, error) in zip(programs, pool.map(lambda p: examine(p, opt), programs)):
            if row is None:
                print(f"{path.stem}: {error}")
                continue
            levels += row[0]
            for group in ("all", "broken" if row[3] else "whole"):
                graphs[group].append((row[1], row[2]))
    result = {"certainty": {}, "graphs": {}}
    for level in LEVELS:
        right, wrong = levels[level, True], levels[level, False]
        share = round(right / (right + wrong), 3) if right + wrong else None
        result["certainty"][level] = {"said": right + wrong, "right": right, "share": share}
        print(f"{level:12} said {right + wrong:4}  right {right:4}  {share}")
    for group, pairs in graphs.items():
        known = [(a, b) for a, b in pairs if a is not None]
        exact = sum(a == b for a, b in known) / len(pairs)
        close = sum(abs(a - b) <= 1 for a, b in known) / len(pairs)
        result["graphs"][group] = {"programs": len(pairs), "exact": round(exact, 3), "within_one": round(close, 3)}
        print(f"graph count, {group:7} {len(pairs):4} programs  exact {exact:.3f}  within one {close:.3f}")
    if opt.json:
        opt.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
