#!/usr/bin/env python3
"""The report is the same, byte for byte, for any number of threads and any order of the inputs.

    test_determinism.py --graphlift PATH

Checked on many programs given at once, on a package of several modules, and on both together. Only the time that the
summary tells differs between runs, and is masked.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = """import torch
from torch import nn
from . import shared

class Net{n}(nn.Module):
    def __init__(self, size=4):
        super().__init__()
        self.inner = shared.Gate(size)

    def forward(self, x: torch.Tensor):
        y = self.inner(x)
        if y.sum() > {n}:
            return y
        return shared.scaled(x)
"""
SHARED = """import torch
from torch import nn

class Gate(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Linear(size, size)

    def forward(self, x: torch.Tensor):
        return self.weight(x) * x.mean().item()

def scaled(x: torch.Tensor):
    print("scaled")
    return x * 2
"""


def report(graphlift, jobs, paths):
    env = os.environ.get("GRAPHLIFT_PYTHON")
    python = ["--python", env] if env else []
    command = [graphlift, "check", *map(str, paths), "--format", "json", "-v", "--possible", "--fail-on", "never", "-j", str(jobs), *python]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        sys.exit(f"graphlift ended with {done.returncode}: {done.stderr[-2000:]}")
    return re.sub(r'"ms": *\d+', '"ms": 0', done.stdout) + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", required=True)
    opt = parser.parse_args()
    programs = sorted((ROOT / "testdata" / "fixtures").rglob("*.py"))[::12]
    shuffler = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        package = pathlib.Path(folder) / "pkg"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "shared.py").write_text(SHARED)
        for n in range(12):
            (package / f"net{n}.py").write_text(MODULE.format(n=n))
        modules = sorted(package.glob("*.py"))
        for name, paths in (("programs", programs), ("package", modules), ("both", programs[:6] + modules)):
            expected = report(opt.graphlift, 1, paths)
            if name == "package" and "net11.py" not in expected:
                sys.exit("the package has no findings, so nothing was compared")
            for jobs in (1, 2, 4):
                mixed = list(paths)
                shuffler.shuffle(mixed)
                if report(opt.graphlift, jobs, mixed) != expected:
                    sys.exit(f"{name}: the report differs with -j {jobs} and the inputs in another order")
        if report(opt.graphlift, 2, [package]) != report(opt.graphlift, 1, modules):
            sys.exit("a package given as a directory is reported in another way than its modules")
    print(f"{len(programs)} programs and {len(modules)} modules: the same bytes each time")


if __name__ == "__main__":
    main()
