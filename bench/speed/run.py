#!/usr/bin/env python3
"""CPU time and memory of graphlift beside a bare tree-sitter parse and, where they are installed, ruff, ty and pyrefly.

    bench/speed/run.py [--graphlift CMD] [--python PY] [--files DIR] [--scripts N]

Two measurements: each recorded program of bench/accuracy as a script (wall time, cold process, one at a time), and a
directory of library code (default: the models of transformers in the environment of --python). --install puts ruff, ty and
pyrefly into build/speed-venv first.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import time
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def measured(command, cwd=None, stdin=None):
    """(wall seconds, CPU seconds, peak MiB, exit code) of one process and its children."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        start = time.monotonic()
        done = subprocess.run(command, cwd=cwd, stdin=open(stdin) if stdin else subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wall = time.monotonic() - start
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(write, json.dumps([wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, done.returncode]).encode())
        os._exit(0)
    os.close(write)
    os.waitpid(pid, 0)
    with os.fdopen(read) as pipe:
        return json.loads(pipe.read())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", default=str(ROOT / "build" / "release" / "graphlift"))
    parser.add_argument("--python", default=str(ROOT / "build" / "accuracy-venv" / "bin" / "python"))
    parser.add_argument("--files", type=pathlib.Path, help="a directory of Python files to analyse as a library")
    parser.add_argument("--scripts", type=int, default=40, help="how many of the recorded programs to time")
    parser.add_argument("--install", action="store_true")
    opt = parser.parse_args()
    graphlift = os.path.abspath(opt.graphlift)
    tools = ROOT / "build" / "speed-venv"
    if opt.install:
        venv.create(tools, with_pip=True)
        subprocess.run([tools / "bin" / "pip", "install", "-q", "ruff", "ty", "pyrefly"], check=True)

    programs = ROOT / "bench" / "accuracy" / "programs"
    names = sorted(p.name for p in programs.glob("*.py"))
    names = names[:: max(1, len(names) // opt.scripts)]
    walls = [measured([graphlift, "check", n, "--format", "json", "--python", opt.python], cwd=programs)[0] for n in names]
    print(f"{len(walls)} scripts: median {statistics.median(walls):.3f} s, max {max(walls):.3f} s")

    library = opt.files
    if library is None:
        site = sorted(pathlib.Path(opt.python).resolve().parent.parent.glob("lib/python3*/site-packages")) or sorted(
            pathlib.Path(opt.python).parent.parent.glob("lib/python3*/site-packages"))
        library = site[0] / "transformers" / "models" / "bert" if site else None
    if library is None or not library.is_dir():
        sys.exit(f"no library to analyse at {library}; name one with --files")
    build = ROOT / "build" / "release"
    subprocess.run(["ninja", "-C", str(build), "parse_only"], check=True, stdout=subprocess.DEVNULL)
    listing = ROOT / "build" / "speed-files.txt"
    listing.write_text("".join(f"{p}\n" for p in sorted(library.rglob("*.py"))))
    rows = [("tree-sitter parse", measured([str(build / "bench" / "speed" / "parse_only")], stdin=listing)),
            ("graphlift check", measured([graphlift, "check", str(library), "--format", "json", "--python", opt.python]))]
    for name, arguments in (("ruff", ["check", "--no-cache"]), ("ty", ["check"]), ("pyrefly", ["check"])):
        if (tools / "bin" / name).exists():
            rows.append((name, measured([str(tools / "bin" / name), *arguments, str(library)])))
    base = rows[0][1][1]
    for name, (wall, cpu, peak, _) in rows:
        print(f"{name:18} wall {wall:8.3f} s   CPU {cpu:8.3f} s ({cpu / base:6.1f} x the parse)   peak {peak:7.1f} MiB")


if __name__ == "__main__":
    main()
