#!/usr/bin/env python3
"""Fixes real programs together with the packages they use, runs them by torch, and says how many graph breaks are gone.

    bench/fix/run.py PROGRAMS --graphlift PATH --python PYTHON [--scratch DIR] [--jobs N] [--json OUT] [--no-eager] [NAME...]

PROGRAMS holds NAME.py and NAME.truth.json (bench/accuracy/record.py). For each program with a break, the program and the packages in
which it breaks are copied to a scratch tree, `graphlift fix --unsafe-fixes` rewrites both, and torch runs the result:

- removed: break sites of the truth that torch no longer reports at that line (lines are followed through the edits); `new` counts
  sites that come to light only afterwards;
- eager: with the safe fixes alone, what the compiled callables return when torch.compile does nothing, before and after, bit by bit;
- imports: every rewritten file compiles and the program runs to its end as it did before.

PYTHON is an environment with torch and the packages; it is only read. A package is hard-linked where that is possible: a fix replaces
files, it does not write into them.
"""
import argparse
import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE.parent / "accuracy" / "record.py"
# The fix column of the catalogue of breaks: what a rewrite can do about a cause. The rest is manual.
AUTOMATIC = set("GB0033 GB0036 GB0038 GB0070 GB0109 GB0124 GB0170 GB0246 GB0569 GB7596 GB0034 GB0059 GB0291 GB0296 GB0007 GB0022 GB0069 GB0177 "
                "GB0808 GB0294 GB0208 GB0206 GB0125 GB0014".split())
TIMEOUT = 900


def site_packages(python):
    return pathlib.Path(subprocess.run([python, "-c", "import torch, pathlib; print(pathlib.Path(torch.__file__).parents[1])"], capture_output=True,
                                       text=True, check=True).stdout.strip())


def copy_package(source, target):
    def link(a, b):
        try:
            os.link(a, b)
        except OSError:
            shutil.copy2(a, b)

    if source.is_dir():
        shutil.copytree(source, target, copy_function=link, ignore=shutil.ignore_patterns("__pycache__"))
    elif source.with_suffix(".py").exists():
        link(source.with_suffix(".py"), target.with_suffix(".py"))


def make_tree(folder, program, packages, site):
    folder.mkdir(parents=True)
    shutil.copy(program, folder / program.name)
    for package in packages:
        copy_package(site / package, folder / package)


def tail(path, folder):
    for prefix in (str(folder) + "/", "/private" + str(folder) + "/"):
        if path.startswith(prefix):
            return path[len(prefix):]
    return path


def line_map(before, after):
    """Line of AFTER -> lines of BEFORE that it stands for."""
    out = {}
    for kind, a0, a1, b0, b1 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        for k in range(b0, b1):
            out[k + 1] = {a0 + 1 + k - b0} if kind == "equal" else set(range(a0 + 1, a1 + 1))
    return out


def run(command, folder, extra=None):
    env = dict(os.environ, PYTHONPATH=str(folder), OMP_NUM_THREADS="1", HF_HUB_OFFLINE="1", PYTHONDONTWRITEBYTECODE="1", **(extra or {}))
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, env=env)
    except subprocess.TimeoutExpired:
        return None


def fix(options, folder, name, unsafe):
    command = [options.graphlift, "fix", name, "--python", options.python, "--format", "json", "--allow-dirty"] + (["--unsafe-fixes"] if unsafe else [])
    began = time.monotonic()
    done = run(command, folder)
    if done is None or not done.stdout.startswith("{"):
        return {"applied": [], "refused": [], "skipped": [], "files": [], "failed": "timeout" if done is None else done.stderr[-300:]}, time.monotonic() - began
    return json.loads(done.stdout), time.monotonic() - began


def eager(options, folder, name):
    out = folder / "eager.pt"
    done = run([options.python, str(HERE / "eager.py"), name, str(out)], folder)
    return (done is not None and done.returncode == 0), "" if done is None else done.stderr[-400:]


def one(options, site, name):
    program = options.programs / f"{name}.py"
    truth = json.loads((options.programs / f"{name}.truth.json").read_text())
    sites = [b for b in truth["breaks"] if not b.get("cascade")]
    packages = sorted({b["file"].split("/")[0].removesuffix(".py") for b in sites if "/" in b["file"] and not b["file"].startswith(("torch/", "<", "/"))})
    base = pathlib.Path(options.scratch) / name
    shutil.rmtree(base, ignore_errors=True)
    result = {"name": name, "sites": len(sites), "packages": packages}
    tree = base / "unsafe"
    make_tree(tree, program, packages, site)
    report, seconds = fix(options, tree, program.name, True)
    result.update(applied=len(report["applied"]), fix_seconds=round(seconds, 1), failed=report.get("failed"),
                  fixes=collections.Counter(a["fix"]["name"] for a in report["applied"]), refused=report["refused"], skipped=report["skipped"])
    broken = []
    for file in report["files"]:
        try:
            compile((tree / file).read_bytes(), file, "exec")
        except SyntaxError as error:
            broken.append(f"{file}: {error}")
    result["broken"] = broken
    if report["files"]:
        done = run([options.python, str(RECORD), str(base), str(tree / program.name)], tree)
        recorded = base / f"{name}.truth.json"
        if done is None or not recorded.exists():
            result["run_failed"] = "timeout" if done is None else (done.stdout + done.stderr)[-600:]
            after = None
        else:
            after = json.loads(recorded.read_text())
            result["error_after"] = after.get("error") if after.get("error") != truth.get("error") else None
    else:
        after = truth
    left, fresh = [], []
    if after is not None:
        maps = {}
        known = {(b["file"], b["line"]) for b in sites}
        at_after = set()
        for b in after["breaks"]:
            if b.get("cascade"):
                continue
            file = tail(b["file"], tree)
            if file not in maps:
                old, new = (program if file == program.name else site / file), tree / file
                maps[file] = line_map(old.read_text(errors="replace").splitlines(), new.read_text(errors="replace").splitlines()) if new.exists() and old.exists() else None
            lines = maps[file].get(b["line"], set()) if maps[file] is not None else {b["line"]}
            hits = {(file, n) for n in lines} & known
            at_after |= hits
            if not hits:
                fresh.append(f"{file}:{b['line']} {b.get('cause_id') or b['gb_id']}")
        for b in sites:
            if (b["file"], b["line"]) in at_after:
                left.append({"file": b["file"], "line": b["line"], "gb": b.get("cause_id") or b["gb_id"]})
        result["graphs"] = [truth.get("graph_count"), after.get("graph_count")]
        result["whole_after"] = not [b for b in after["breaks"] if not b.get("cascade")]
    else:
        left = [{"file": b["file"], "line": b["line"], "gb": b.get("cause_id") or b["gb_id"]} for b in sites]
    result["removed"] = len(sites) - len(left)
    result["left"], result["new"] = left, fresh
    automatic = [b for b in sites if (b.get("cause_id") or b["gb_id"]) in AUTOMATIC]
    result["automatic"] = len(automatic)
    result["automatic_removed"] = len(automatic) - sum(x["gb"] in AUTOMATIC for x in left)
    if options.eager:
        safe, plain = base / "safe", base / "plain"
        make_tree(safe, program, packages, site)
        safe_report, _ = fix(options, safe, program.name, False)
        result["safe_applied"] = len(safe_report["applied"])
        if safe_report["files"]:
            make_tree(plain, program, packages, site)
            ran = [eager(options, folder, program.name) for folder in (plain, safe)]
            if not ran[0][0]:
                result["eager"] = "before fails: " + ran[0][1]
            elif not ran[1][0]:
                result["eager"] = "fails: " + ran[1][1]
            else:
                compared = run([options.python, str(HERE / "eager.py"), "--compare", str(plain / "eager.pt"), str(safe / "eager.pt")], base)
                result["eager"] = compared.stdout.strip() if compared else "timeout"
        else:
            result["eager"] = "untouched"
    if not options.keep:
        shutil.rmtree(base, ignore_errors=True)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--graphlift", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--scratch", default=tempfile.gettempdir() + "/graphlift-fix")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--no-eager", dest="eager", action="store_false")
    parser.add_argument("--keep", action="store_true", help="leave the scratch trees")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    options.programs = options.programs.resolve()
    options.graphlift = os.path.abspath(options.graphlift)
    site = site_packages(options.python)
    names = options.names
    if not names:
        for path in sorted(options.programs.glob("*.truth.json")):
            if any(not b.get("cascade") for b in json.loads(path.read_text())["breaks"]):
                names.append(path.name.removesuffix(".truth.json"))
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for result in pool.map(lambda name: one(options, site, name), names):
            results.append(result)
            print(f"{result['name']:30} {result['removed']:3}/{result['sites']:<3} new {len(result['new'])}  fixes {result['applied']:2}  {result['fix_seconds']:5.1f} s  "
                  f"{result.get('eager', '')}  {result.get('failed') or result.get('run_failed') or result.get('error_after') or ''}"[:200], flush=True)
            if options.json:
                options.json.write_text(json.dumps(results, indent=1, default=dict))
    # A site that several programs share counts once: removed where every program lost it.
    total, removed = sum(r["sites"] for r in results), sum(r["removed"] for r in results)
    automatic, automatic_removed = sum(r["automatic"] for r in results), sum(r["automatic_removed"] for r in results)
    share = lambda a, b: f"{a} of {b} ({100 * a / b:.0f} %)" if b else "none"
    ran = [r for r in results if r.get("eager") not in (None, "untouched") and not r["eager"].startswith("before fails")]
    print(f"""
| | |
|---|---|
| programs with breaks | {len(results)} |
| break sites removed when torch runs the fixed program | {share(removed, total)} |
| of those whose cause a rewrite can cure | {share(automatic_removed, automatic)} |
| sites that come to light only then | {sum(len(r['new']) for r in results)} |
| programs that are one whole now | {share(sum(bool(r.get('whole_after')) for r in results), len(results))} |
| programs with other eager outputs under safe fixes | {sum(r['eager'] != 'equal' for r in ran)} of {len(ran)} that safe fixes touch |
| rewritten files that do not compile | {sum(len(r['broken']) for r in results)} |
| programs that fail only afterwards | {sum(bool(r.get('run_failed') or r.get('error_after')) for r in results)} |
| GraphMend, published: breaks removed in 27 Hugging Face models | 107 of 147 (73 %) |""")


if __name__ == "__main__":
    sys.exit(main())
