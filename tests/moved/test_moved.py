#!/usr/bin/env python3
"""The findings of a program do not depend on what its parts are called or in which file they stand.

    test_moved.py [--graphlift PATH] [--python PATH] [-v]

Takes fixtures and recorded programs, renames their identifiers (rename.py) and moves definitions into another module (move.py), and
compares the findings (rule, certainty, severity, place) and the verdicts with those of the program as it was. variants.py makes programs in
which one break stands at different distances from its value. A last check alters programs on purpose and must see a difference.
"""
import argparse
import ast
import concurrent.futures
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import move
import rename
import variants

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "fixtures"))
import run_fixtures  # noqa: E402

FIXTURES = ROOT / "testdata" / "fixtures"
PROGRAMS = ROOT / "bench" / "accuracy" / "programs"
EVERY = 3  # of the fixtures; the break rules, the mutation rules and the clean programs are all among them
CHOSEN_PROGRAMS = ["torch_gru_packed", "lightning_training_step", "torch_lstm", "moe_basic", "reformer_lm", "xt_layer_dropout_train",
                   "mamba_block_stack", "hf_llama", "linformer_lm", "snac_codec"]
ALTERATIONS = [
    ("data-dependent-branch/boolean_operators.py", "mask.any()", "mask.shape[0]"),
    ("host-sync/item_in_property.py", ".exp().item()", ".exp()"),
    ("print-or-log/debug_print_in_layer.py", "print(self.name, tuple(x.shape))", "str((self.name, tuple(x.shape)))"),
    ("whole-graph/hooks.py", "return output * self.gain", "return output * self.gain * output.max().item()"),
]


def check(files, opt):
    """Places a program in an empty folder and runs graphlift: (findings, verdicts), comparable values."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in files.items():
            target = pathlib.Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        command = [opt.graphlift, "check", "main.py", "--format", "json"] + (["--python", opt.python] if opt.python else [])
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1):
        return {("crash", done.returncode, done.stderr[-200:])}, []
    report = json.loads(done.stdout)
    findings = {(f["file"], f["line"], f["rule"], f["certainty"], f["severity"]) for f in report["findings"]}
    verdicts = [(r["file"], r["line"], r["verdict"]) for r in report["regions"]]
    return findings, sorted(verdicts)


def read(program):
    """{relative path: syntax tree} of a fixture or a recorded program."""
    if program.is_dir():
        return {str(p.relative_to(program)): ast.parse(p.read_text()) for p in sorted(program.rglob("*.py"))}
    return {"main.py": ast.parse(program.read_text())}


def unparse(trees):
    return {path: ast.unparse(tree) + "\n" for path, tree in trees.items()}


def mapped(result, place):
    findings, verdicts = result
    return {(*place(f[0], f[1]), *f[2:]) for f in findings}, sorted((*place(v[0], v[1]), v[2]) for v in verdicts)


def differences(wanted, got):
    out = [f"lost  {f}" for f in sorted(wanted[0] - got[0], key=str)] + [f"new   {f}" for f in sorted(got[0] - wanted[0], key=str)]
    if wanted[1] != got[1]:
        out.append(f"verdicts {wanted[1]} became {got[1]}")
    return out


def renamed(trees, foreign, attributes):
    trees = copy.deepcopy(trees)
    paths = rename.rename(trees, foreign, attributes)
    return {paths[p]: t for p, t in trees.items()}, lambda file, line: (paths.get(file, file), line)


def moved(trees, everything):
    trees = copy.deepcopy(trees)
    before = ast.unparse(trees["main.py"]) + "\n"
    parts = move.move(trees["main.py"], everything)
    if parts is None:
        return None
    main, away, where = parts
    files = ("main.py", move.NEW_MODULE + ".py")
    lines = move.line_map(before, (ast.unparse(main), ast.unparse(away)), where, files)
    trees["main.py"], trees[files[1]] = main, away
    return trees, lambda file, line: lines.get(line, (file, line)) if file == "main.py" else (file, line)


def compare(program, foreign, opt):
    """Problems of one program, and how many rewritten forms were looked at."""
    trees = read(program)
    own = FIXTURES in program.parents
    before = check(unparse(trees), opt)
    problems, forms = [], 0
    rewrites = {
        "renamed": lambda: renamed(trees, foreign, own),
        "moved": lambda: moved(trees, True),
        "half moved": lambda: moved(trees, False),
    }
    for name, rewrite in rewrites.items():
        result = rewrite()
        if result is None or unparse(result[0]) == unparse(trees):
            continue
        forms += 1
        after, place = result
        found = differences(mapped(before, place), check(unparse(after), opt))
        problems += [f"{name}: {p}" for p in found]
    return problems, forms


def compare_variant(rule, files, opt):
    findings, verdicts = check(files, opt)
    wanted = variants.marked(files)
    got = {f[:2] for f in findings if f[2] == rule and f[3] == "definite"}
    problems = [] if got == wanted else [f"{rule} stands at {sorted(got)}, wanted {sorted(wanted)}"]
    others = [f for f in findings if f[2] != rule]
    return problems + [f"beside it {f}" for f in others] + [f"verdict {v}" for v in verdicts if v[2] != "breaks"]


def altered(opt):
    """The comparison sees a program that was changed: it is able to fail."""
    problems = []
    for path, old, new in ALTERATIONS:
        text = (FIXTURES / path).read_text()
        assert text.count(old) == 1, path
        same = lambda file, line: (file, line)
        if not differences(mapped(check({"main.py": text}, opt), same), check({"main.py": text.replace(old, new)}, opt)):
            problems.append(f"{path} with {new!r} gives the same findings: nothing is compared")
    return problems


def site_packages(python):
    code = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    return subprocess.run([python or sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def installed(program, packages):
    """Whether the environment has what a recorded program imports."""
    for node in ast.walk(ast.parse(program.read_text())):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else []
        for top in (n.split(".")[0] for n in names if n):
            if top not in sys.stdlib_module_names and not (packages / top).exists() and not (packages / (top + ".py")).exists():
                return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", default=str(ROOT / "build/dev/graphlift"))
    parser.add_argument("--python", default=os.environ.get("GRAPHLIFT_PYTHON"), help="interpreter whose packages the programs import")
    parser.add_argument("-v", "--verbose", action="store_true")
    opt = parser.parse_args()
    opt.graphlift = os.path.abspath(opt.graphlift)
    packages = pathlib.Path(site_packages(opt.python))
    foreign = rename.foreign_attributes(packages)
    programs = run_fixtures.fixtures_in(FIXTURES)[::EVERY]
    programs += [p for name in CHOSEN_PROGRAMS if (p := PROGRAMS / f"{name}.py").exists() and installed(p, packages)]
    made = list(variants.all_programs())
    failed = forms = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for program, (problems, count) in zip(programs, pool.map(lambda p: compare(p, foreign, opt), programs)):
            forms += count
            failed += bool(problems)
            if problems or opt.verbose:
                print(os.path.relpath(program, ROOT), f"({count} forms)")
            for problem in problems:
                print("   ", problem)
        for (rule, name, files), problems in zip(made, pool.map(lambda m: compare_variant(m[0], m[2], opt), made)):
            forms += 1
            failed += bool(problems)
            for problem in problems:
                print(name + ":", problem)
    for problem in altered(opt):
        failed += 1
        print(problem)
    print(f"{forms} forms of {len(programs)} programs and {len(made)} variants, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
