#!/usr/bin/env python3
"""Runs the tests of the Python runtime in the environment under test: run.py --graphlift BINARY [--source DIR].

The interpreter is $GRAPHLIFT_PYTHON, else that of $VIRTUAL_ENV, else this one. Exit code 77 (skipped) where torch cannot be imported.
"""
import argparse
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def interpreter():
    if os.environ.get("GRAPHLIFT_PYTHON"):
        return os.environ["GRAPHLIFT_PYTHON"]
    if os.environ.get("VIRTUAL_ENV"):
        return os.path.join(os.environ["VIRTUAL_ENV"], "bin", "python")
    return sys.executable


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--graphlift", required=True)
    given = parser.parse_args()
    python = interpreter()
    can = subprocess.run([python, "-c", "import torch"], capture_output=True, text=True)
    if can.returncode != 0:
        print("skipped: torch cannot be imported by", python, can.stderr.strip().splitlines()[-1:])
        return 77
    env = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "runtime"), "OMP_NUM_THREADS": "1"}  # for the tests of single modules
    failed = False
    for test in sorted(HERE.glob("test_*.py")):
        failed |= subprocess.run([python, str(test), os.path.abspath(given.graphlift), python], env=env).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
