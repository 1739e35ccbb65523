#!/usr/bin/env python3
"""Speed and memory of graphlift, measured and written to docs/speed.md.

    bench/speed/run.py [--graphlift CMD] [--python PY] [--package NAME] [--scripts N] [--install] [--tools DIR] [--no-write]

Programs: the recorded programs of bench/accuracy as scripts, cold, one process at a time, one thread. Library: `check` on the directory
of an installed package, beside a bare tree-sitter parse of the same files, ty and pyrefly (in build/speed-venv; --install puts
them there), and on growing parts of it. Processor time is what counts; wall time hangs on what else the machine does.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import resource
import statistics
import subprocess
import sys
import time
import venv

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def measured(command, cwd=None, stdin=None):
    """Wall and processor seconds, peak MiB, exit code of one process and its children."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        start = time.monotonic()
        done = subprocess.run(command, cwd=cwd, stdin=open(stdin) if stdin else subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wall = time.monotonic() - start
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        row = {"wall": wall, "cpu": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss / 1024, "code": done.returncode}
        os.write(write, json.dumps(row).encode())
        os._exit(0)
    os.close(write)
    os.waitpid(pid, 0)
    with os.fdopen(read) as pipe:
        return json.loads(pipe.read())


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} processors ({model}), {memory:.0f} GiB of memory, {platform.system()} {platform.release().split('-')[0]}"


def site_packages(python):
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    return pathlib.Path(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def version(command):
    done = subprocess.run([command, "--version"], capture_output=True, text=True)
    return done.stdout.strip() or pathlib.Path(command).name


def programs(opt):
    folder = ROOT / "bench" / "accuracy" / "programs"
    names = sorted(p.name for p in folder.glob("*.py"))
    if opt.scripts:
        names = names[:: max(1, len(names) // opt.scripts)]
    rows = {n: measured([opt.graphlift, "check", n, "--no-cache", "--format", "json", "-j", "1", "--python", opt.python], cwd=folder) for n in names}
    starts = [measured([opt.graphlift, "--version"])["wall"] for _ in range(20)]
    slowest = max(rows, key=lambda n: rows[n]["wall"])
    return {"count": len(rows), "wall": statistics.median(r["wall"] for r in rows.values()), "cpu": statistics.median(r["cpu"] for r in rows.values()),
            "slowest": (slowest, rows[slowest]["wall"], rows[slowest]["cpu"]), "peak": max(r["peak"] for r in rows.values()),
            "start": statistics.median(starts)}


def parse(files, listing, parse_only):
    listing.write_text("".join(f"{p}\n" for p in files))
    return measured([parse_only], stdin=listing)


def check(opt, paths):
    return measured([opt.graphlift, "check", *map(str, paths), "--no-cache", "--format", "json", "--python", opt.python])


def library(opt, directory, parse_only):
    listing = ROOT / "build" / "speed-files.txt"
    files = sorted(directory.rglob("*.py"))
    rows = [("bare tree-sitter parse", parse(files, listing, parse_only)), ("graphlift check", check(opt, [directory]))]
    for name in ("ty", "pyrefly"):
        tool = opt.tools / "bin" / name
        if tool.exists():
            interpreter = "--python" if name == "ty" else "--python-interpreter-path"
            rows.append((version(str(tool)), measured([str(tool), "check", interpreter, opt.python, str(directory)])))
    return files, rows


def curve(opt, files, parse_only):
    """Growing parts of the package: its first files, in the order of their paths."""
    listing = ROOT / "build" / "speed-files.txt"
    rows = []
    for part in (8, 4, 2, 1):
        chosen = files[: len(files) // part]
        rows.append((len(chosen), parse(chosen, listing, parse_only)["cpu"], check(opt, chosen)))
    return rows


def library_text(opt, directory, parse_only):
    files, rows = library(opt, directory, parse_only)
    base = rows[0][1]["cpu"]
    size, lines = sum(f.stat().st_size for f in files), sum(f.read_bytes().count(b"\n") for f in files)
    out = [f"### {directory.name}", "", f"{len(files)} files, {lines} lines, {size / 1e6:.1f} MB.", "",
           "| | wall, s | processor, s | × the parse | peak, MiB |", "|---|---|---|---|---|"]
    out += [f"| {name} | {r['wall']:.1f} | {r['cpu']:.1f} | {r['cpu'] / base:.1f} | {r['peak']:.0f} |" for name, r in rows]
    if not opt.no_curve:
        out += ["", "Growth: the first eighth of its files, the first quarter, half, and all.", "",
                "| files | parse, s | check, s | × the parse | ms a file | peak, MiB |", "|---|---|---|---|---|---|"]
        out += [f"| {n} | {p:.2f} | {r['cpu']:.1f} | {r['cpu'] / p:.1f} | {r['cpu'] / n * 1000:.1f} | {r['peak']:.0f} |"
                for n, p, r in curve(opt, files, parse_only)]
    return out + [""]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", default=str(ROOT / "build" / "release" / "graphlift"))
    parser.add_argument("--python", default=os.environ.get("GRAPHLIFT_PYTHON", str(ROOT / "build" / "accuracy-venv" / "bin" / "python")))
    parser.add_argument("--package", action="append", help="an installed package to analyse as a library (default: timm and transformers)")
    parser.add_argument("--scripts", type=int, default=0, help="time only so many of the recorded programs")
    parser.add_argument("--tools", type=pathlib.Path, default=ROOT / "build" / "speed-venv", help="environment with ty and pyrefly")
    parser.add_argument("--install", action="store_true", help="put ty and pyrefly there first")
    parser.add_argument("--no-curve", action="store_true")
    parser.add_argument("--no-write", action="store_true", help="print instead of writing docs/speed.md")
    opt = parser.parse_args()
    opt.graphlift = os.path.abspath(opt.graphlift)
    if opt.install:
        venv.create(opt.tools, with_pip=True)
        subprocess.run([opt.tools / "bin" / "pip", "install", "-q", "ty", "pyrefly"], check=True)
    directories = [site_packages(opt.python) / name for name in opt.package or ("timm", "transformers")]
    for directory in directories:
        if not directory.is_dir():
            sys.exit(f"{directory.name} is not installed for {opt.python}; name another with --package")
    build = ROOT / "build" / "release"
    subprocess.run(["ninja", "-C", str(build), "parse_only"], check=True, stdout=subprocess.DEVNULL)
    parse_only = str(build / "bench" / "speed" / "parse_only")

    scripts = programs(opt)
    libraries = [library_text(opt, directory, parse_only) for directory in directories]
    load = os.getloadavg()[0]
    slow, slow_wall, slow_cpu = scripts["slowest"]
    out = ["# Speed", "", "Generated by `bench/speed/run.py`; do not edit.", "",
           f"Measured on {datetime.date.today()} with {version(opt.graphlift)} (release build) on {machine()}; load average at the end {load:.1f}.",
           "Processor time is user and system time of the process. Where the load exceeds the processors, wall times say little.", "",
           "## Programs", "", "`graphlift check PROGRAM.py --format json -j 1`, a cold process each.", "", "| | |", "|---|---|",
           f"| programs | {scripts['count']} |", f"| median | {scripts['wall']:.2f} s wall, {scripts['cpu']:.2f} s processor |",
           f"| slowest (`{slow}`) | {slow_wall:.2f} s wall, {slow_cpu:.2f} s processor |", f"| peak memory | {scripts['peak']:.0f} MiB |",
           f"| `graphlift --version` | {scripts['start'] * 1000:.1f} ms |", "",
           "## Libraries", "", "Each command reads the whole directory of an installed package with default options.", ""]
    for text in libraries:
        out += text
    text = "\n".join(out).rstrip() + "\n"
    print(text)
    if not opt.no_write:
        (ROOT / "docs" / "speed.md").write_text(text)


if __name__ == "__main__":
    main()
