#!/usr/bin/env python3
"""Feeds graphlift every source file of installed packages, alone and cut off at a random place: no crash, no hang.

    run.py --graphlift PATH [--packages torch,transformers,…] [--sample N] [--seed S] [--minutes M]

Files are given in batches, as scripts of their own; a batch that fails is taken apart until the file is found. Cuts are
drawn from the seed, so a failure can be repeated. Packages that are not installed are skipped.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

SECONDS = 60  # that one file may take on a busy machine
BATCH = 40


def site_packages(python):
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    return pathlib.Path(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def broken(graphlift, python, paths):
    """Why graphlift did not come through, or None."""
    command = [graphlift, "check", *paths, "--format", "json", "--fail-on", "never", "-j", "2", "--python", python]
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=SECONDS * (1 + len(paths) / 8))
    except subprocess.TimeoutExpired:
        return "no end in sight"
    if done.returncode in (0, 1, 2):
        return None
    return f"ended with {done.returncode}: {done.stderr[-300:]}"


def culprits(graphlift, python, paths):
    why = broken(graphlift, python, paths)
    if why is None:
        return []
    if len(paths) == 1:
        return [(paths[0], why)]
    half = len(paths) // 2
    found = culprits(graphlift, python, paths[:half]) + culprits(graphlift, python, paths[half:])
    return found or [(f"{len(paths)} files together, from {paths[0]}", why)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", required=True)
    parser.add_argument("--python", default=os.environ.get("GRAPHLIFT_PYTHON", sys.executable))
    parser.add_argument("--packages", default="torch,transformers,timm,torchvision")
    parser.add_argument("--sample", type=int, default=0, help="only so many files, drawn at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long; 0: at the end")
    opt = parser.parse_args()
    library = site_packages(opt.python)
    files = [f for name in opt.packages.split(",") for f in sorted((library / name).rglob("*.py"))]
    if not files:
        print(f"none of {opt.packages} is installed: nothing to do")
        return
    draw = random.Random(opt.seed)
    if opt.sample:
        files = draw.sample(files, min(opt.sample, len(files)))
    cuts = [draw.random() for _ in files]
    started, done, failures = time.monotonic(), 0, []
    for begin in range(0, len(files), BATCH):
        if opt.minutes and time.monotonic() - started > opt.minutes * 60:
            break
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for i, (file, cut) in enumerate(zip(files[begin:begin + BATCH], cuts[begin:begin + BATCH])):
                text = file.read_bytes()
                stem = ".".join(file.relative_to(library).with_suffix("").parts[-3:]).replace(".", "_")
                for kind, content in (("whole", text), ("cut", text[: int(len(text) * cut)])):
                    path = pathlib.Path(folder) / f"{kind}_{begin + i}_{stem}.py"
                    path.write_bytes(content)
                    paths.append(str(path))
            failures += culprits(opt.graphlift, opt.python, paths)
        done += min(BATCH, len(files) - begin)
    for path, why in failures:
        print(f"{pathlib.Path(path).name}: {why}")
    print(f"{done} of {len(files)} files, whole and cut: {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
