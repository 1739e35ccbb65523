#!/usr/bin/env python3
"""Runs the tests of the Python runtime in the environment under test: run.py --graphlift BINARY [--source DIR].

The interpreter is $GRAPHLIFT_PYTHON, else that of $VIRTUAL_ENV, else this one. Exit code 77 (skipped) where torch cannot be imported.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
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
    # PYTHONPATH: for the tests of single modules.
    env = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "runtime"), "OMP_NUM_THREADS": "1"}
    jobs = []
    for test in sorted(HERE.glob("test_*.py")):
        classes = re.findall(r"^class (\w+)\(unittest", test.read_text(), re.M)
        # Those of test_verify.py start programs and wait for them.
        for names in [[c] for c in classes] if test.name == "test_verify.py" else [classes]:
            jobs.append([python, str(test), os.path.abspath(given.graphlift), python, *names])
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda job: subprocess.run(job, env=env, capture_output=True, text=True), jobs))
    for job, result in zip(jobs, results):
        print(os.path.basename(job[1]), *job[4:], "ok" if result.returncode == 0 else "FAILED")
        if result.returncode != 0:
            print(result.stdout, result.stderr)
    return int(any(r.returncode for r in results))


if __name__ == "__main__":
    sys.exit(main())
