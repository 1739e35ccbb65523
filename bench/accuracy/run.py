#!/usr/bin/env python3
"""How often graphlift is right: the recorded programs and the small cases, scored; written to docs/accuracy.md.

    bench/accuracy/run.py [--venv DIR | --python PY] [--graphlift CMD] [--record] [--no-write] [programs|more|cases|all]

Installs the pinned packages into a virtual environment (once; about 1.5 GB) unless --python names one that has them, optionally records
the truth again by running torch, and prints the scores. Nothing of the programs is executed unless --record is given. Sets that are
absent are left out. causes.tsv says by hand why a site is missed or a false alarm; sites without a row are listed as not explained.
"""
import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOUNDATION_RULES = ("data-dependent-branch,data-dependent-loop,host-sync,dynamic-shape-op,print-or-log,numpy-call,unsupported-builtin,"
                    "third-party-call,custom-op-no-meta,break-in-try,break-in-context,generator,import-in-region,autograd-in-graph,"
                    "graph-break,cached-call,rng,break-in-loop,attribute-mutation,global-mutation,inplace-on-input,noop-compile")
MEASURES = (("truth_sites", "break sites in truth"), ("recall", "recall of break sites"), ("unique_recall", "recall of distinct sites"),
            ("precision", "precision of definite findings"), ("cause_right", "cause right, of hits"),
            ("clean_right", "clean programs called `whole-graph`"), ("broken_right", "broken programs called `breaks` or `error`"),
            ("exact", "programs that are exact"), ("unknown", "verdict `unknown`"), ("crashes", "crashes"),
            ("median_s", "seconds a program, cold: median"), ("max_s", "slowest"))


def environment(directory):
    python = directory / "bin" / "python"
    stamp = directory / ".graphlift-accuracy"
    requirements = (HERE / "programs" / "requirements.txt").read_text()
    if stamp.exists() and stamp.read_text() == requirements:
        return python
    venv.create(directory, with_pip=True)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, "torch==2.13.0"], check=True)
    subprocess.run([*pip, "-r", str(HERE / "programs" / "requirements.txt")], check=True)
    stamp.write_text(requirements)
    return python


def scored(what, directory, opt, *extra):
    """Metrics and rows of one set, from score.py."""
    out = ROOT / "build" / f"accuracy-{directory.name}.json"
    command = [sys.executable, str(HERE / "score.py"), what, str(directory), "--graphlift", opt.graphlift, "--python", str(opt.python),
               "--jobs", str(opt.jobs), "--json", str(out), *extra] + (["-v"] if opt.verbose else [])
    print(f"{directory.name}:", flush=True)
    subprocess.run(command, check=True)
    return json.loads(out.read_text())


def program_table(name, data):
    metrics = data["metrics"]
    rows = [f"## {name}", "", "| measure | value |", "|---|---|", f"| programs | {metrics['programs']} |"]
    return rows + [f"| {text} | {metrics[key]} |" for key, text in MEASURES if metrics.get(key) is not None] + [""]


def causes():
    table = {}
    path = HERE / "causes.tsv"
    for line in path.read_text().splitlines() if path.exists() else []:
        if line and not line.startswith("#"):
            site, cause = line.split("\t")
            table[site] = cause
    return table


def site_of(text):
    """`GB0170 pkg/mod.py:12 why` -> (`pkg/mod.py:12`, the rest)"""
    found = re.match(r"\S+ (?:site-packages/)?(\S+:\d+) ?(.*)", text)
    return (found.group(1), found.group(2)) if found else (text, "")


def by_cause(title, texts, table):
    """Sites by cause, the most frequent first; those without a row in causes.tsv last."""
    groups = collections.defaultdict(collections.Counter)
    for text in texts:
        site, detail = site_of(text)
        groups[table.get(site)][site if site in table else f"{site} ({detail})" if detail else site] += 1
    out = [f"### {title} ({len(texts)})", ""]
    order = sorted(groups.items(), key=lambda g: (g[0] is None, -sum(g[1].values()), g[0] or ""))
    for cause, sites in order:
        listing = ", ".join(f"`{s}`" + (f" × {n}" if n > 1 else "") for s, n in sorted(sites.items()))
        out.append(f"- **{cause or 'Not explained'}** ({sum(sites.values())}): {listing}")
    return out + ([""] if order else ["None.", ""])


def case_tables(data, name):
    out = [f"## {name}", "", "| mode | cases | findings wanted | recall | precision | exact | crashes |", "|---|---|---|---|---|---|---|"]
    out += [f"| {mode} | {m['cases']} | {m['findings']} | {m['recall']} | {m['precision']} | {m['exact']} | {m['crashes']} |"
            for mode, m in data["metrics"].items()]
    return out + [""]


def certainty_text(opt):
    script = HERE / "certainty.py"
    if not script.exists():
        return []
    done = subprocess.run([sys.executable, str(script), str(HERE / "programs"), "--graphlift", opt.graphlift, "--python", str(opt.python)],
                          capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr, file=sys.stderr)
        return []
    return ["## Levels of certainty", "", "What `bench/accuracy/certainty.py` prints for the shown programs:", "", "```", done.stdout.rstrip(), "```", ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=["programs", "more", "cases", "all"], default="all")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build" / "accuracy-venv")
    parser.add_argument("--python", help="an interpreter that has the packages already")
    parser.add_argument("--graphlift", default=str(ROOT / "build" / "release" / "graphlift"))
    parser.add_argument("--record", action="store_true", help="run the programs under torch and record the truth again, into build/truth")
    parser.add_argument("--no-write", action="store_true", help="do not write docs/accuracy.md")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    opt = parser.parse_args()
    opt.graphlift = os.path.abspath(opt.graphlift)
    opt.python = opt.python or environment(opt.venv)
    os.environ["GRAPHLIFT_NO_CACHE"] = "1"  # times are those of a first run
    if opt.record:
        out = ROOT / "build" / "truth"
        out.mkdir(parents=True, exist_ok=True)
        sources = sorted(str(p) for p in (HERE / "programs").glob("*.py"))
        subprocess.run([str(opt.python), str(HERE / "record.py"), str(out), *sources], check=True)
        print(f"recorded into {out.relative_to(ROOT)}; compare with bench/accuracy/programs")
    version = subprocess.run([opt.graphlift, "--version"], capture_output=True, text=True).stdout.strip()
    text = ["# Accuracy", "", "Generated by `bench/accuracy/run.py`; do not edit.", "",
            f"Measured on {datetime.date.today()} with {version}, {opt.jobs} at a time on {os.cpu_count()} processors. Truth was recorded from torch 2.13.0 on the CPU.",
            "A program counts by its break sites: `truth` is where TorchDynamo broke, a hit is a definite finding of a break there. Nothing of the programs",
            "was executed. These sets were in view during development, so figures on other programs can be lower; what the first contact with",
            "programs and cases never seen before gave stands in `bench/accuracy/more/README.md` and `bench/accuracy/cases_more/README.md`.", ""]
    table = causes()
    for name, title in (("programs", "Programs shown with the task"), ("more", "Further programs of our own")):
        folder = HERE / name
        if opt.what not in (name, "all") or not any(folder.glob("*.truth.json")):
            continue
        data = scored("programs", folder, opt)
        text += program_table(title, data)
        text += by_cause("Missed, by cause", [m for r in data["rows"] for m in r["missed"]], table)
        text += by_cause("False alarms, by cause", [m for r in data["rows"] for m in r["false"]], table)
    if opt.what in ("cases", "all"):
        for name, title in (("cases", "Small cases (rules of graph breaks and side effects)"), ("cases_more", "Further small cases of our own")):
            if (HERE / name).is_dir():
                text += case_tables(scored("cases", HERE / name, opt, "--rules", FOUNDATION_RULES), title)
    if opt.what == "all":
        text += certainty_text(opt)
        if not opt.no_write:
            (ROOT / "docs" / "accuracy.md").write_text("\n".join(text).rstrip() + "\n")


if __name__ == "__main__":
    main()
