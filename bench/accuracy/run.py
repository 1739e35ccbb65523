#!/usr/bin/env python3
"""How often graphlift is right: the recorded programs and the small cases, scored.

    bench/accuracy/run.py [--venv DIR] [--graphlift CMD] [--record] [programs|cases|all]

Installs the pinned packages into a virtual environment (once; about 1.5 GB), optionally records the truth again by running
torch, and prints the scores. Nothing of the programs is executed unless --record is given.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOUNDATION_RULES = ("data-dependent-branch,data-dependent-loop,host-sync,dynamic-shape-op,print-or-log,numpy-call,unsupported-builtin,"
                    "third-party-call,custom-op-no-meta,break-in-try,break-in-context,generator,import-in-region,autograd-in-graph,"
                    "graph-break,cached-call,rng,break-in-loop,attribute-mutation,global-mutation,inplace-on-input,noop-compile")


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=["programs", "cases", "all"], default="all")
    parser.add_argument("--venv", type=pathlib.Path, default=ROOT / "build" / "accuracy-venv")
    parser.add_argument("--graphlift", default=str(ROOT / "build" / "release" / "graphlift"))
    parser.add_argument("--record", action="store_true", help="run the programs under torch and record the truth again, into build/truth")
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    opt = parser.parse_args()
    python = environment(opt.venv)
    programs = HERE / "programs"
    if opt.record:
        out = ROOT / "build" / "truth"
        out.mkdir(parents=True, exist_ok=True)
        sources = sorted(str(p) for p in programs.glob("*.py"))
        subprocess.run([str(python), str(HERE / "record.py"), str(out), *sources], check=True)
        print(f"recorded into {out.relative_to(ROOT)}; compare with bench/accuracy/programs")
    common = ["--graphlift", opt.graphlift, "--python", str(python), "--jobs", str(opt.jobs)] + (["-v"] if opt.verbose else [])
    score = [sys.executable, str(HERE / "score.py")]
    if opt.what in ("programs", "all"):
        subprocess.run([*score, "programs", str(programs), *common, "--json", str(ROOT / "build" / "accuracy-programs.json")], check=True)
        certainty = [sys.executable, str(HERE / "certainty.py"), str(programs), "--graphlift", opt.graphlift, "--python", str(python)]
        subprocess.run([*certainty, "-j", str(opt.jobs), "--json", str(ROOT / "build" / "accuracy-certainty.json")], check=True)
    if opt.what in ("cases", "all"):
        rules = ["--rules", FOUNDATION_RULES]
        subprocess.run([*score, "cases", str(HERE / "cases"), *common, *rules, "--json", str(ROOT / "build" / "accuracy-cases.json")], check=True)


if __name__ == "__main__":
    main()
