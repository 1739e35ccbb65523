#!/usr/bin/env python3
"""Runs every fixture under torch itself and compares what TorchDynamo did with the expectations written in the fixture.

    tools/check_fixtures.py [--show] [-j N] [FIXTURE...]     default: all of testdata/fixtures; run it with a Python that has torch 2.13

tests/fixtures/run_fixtures.py compares graphlift with the comments of a fixture; this compares the comments with the truth, so
that nobody's opinion is in the loop. bench/accuracy/record.py says what counts as a break, a cause and a cascade. Checked:

- every `# expect:` of a break rule is a recorded site on that line (one line of slack), of a kind that the rule covers;
- every recorded site that is no cascade is expected;
- break-in-loop, break-in-try and break-in-context stand at the header of a statement inside which a break was recorded with that
  effect, and each such effect is expected at one of the headers around it;
- the number of graphs, where one is written;
- the verdict: whole-graph has no break, breaks has one, error raises.

A conditional expectation is about a path that this run need not take.

Rules that are no breaks (cached-call, GL2xx and GL3xx) leave no site in the recording; they follow the rules of the project.
"""
import argparse
import ast
import json
import os
import pathlib
import re
import resource
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "bench" / "accuracy"), str(ROOT / "tests" / "fixtures")]
import record  # noqa: E402
import run_fixtures  # noqa: E402

AMPLIFIERS = {"break-in-loop": (ast.For, ast.While), "break-in-try": (ast.Try,), "break-in-context": (ast.With,)}
SILENT = {"recompile-python-scalar", "cached-call", "attribute-mutation", "global-mutation", "inplace-on-input", "noop-compile"}
KINDS = {
    "data-dependent-branch": {"GB0170", "GB0033"},  # `not` of a tensor, as a value, is an operator
    "data-dependent-loop": {"GB0170", "GB0124", "GB0059", "UserError"},
    "host-sync": {"GB0124", "GB0033", "GB0109", "GB0059", "GB0088", "GB0569", "UserError"},
    "dynamic-shape-op": {"GB0036", "GB0246"},
    "print-or-log": {"GB0059", "GB0291", "GB0007"},
    "numpy-call": {"GB0294", "GB0208", "GB0033", "GB0007", "GB0156"},
    "unsupported-builtin": {"GB0007", "GB4198", "GB0059", "GB0156", "GB0142", "GB0147", "GB0008"},
    "third-party-call": {"GB0007", "GB0156"},
    "custom-op-no-meta": {"GB4315", "GB0090"},
    "generator": {"GB0003", "GB0092", "GB2549", "GB8335"},
    "import-in-region": {"GB0069", "GB0088"},
    "autograd-in-graph": {"GB0083", "GB9186", "GB8985", "GB0123", "GB0206", "GB0225", "GB0108"},
    "rng": {"GB0007", "GB0033", "GB0059", "GB0170", "GB0156", "GB0294"},
}
SLACK = 1


def run_recorded(fixture, results):
    """In a child: what Dynamo does to the fixture, as JSON in RESULTS."""
    resource.setrlimit(resource.RLIMIT_CPU, (120, 130))
    main = fixture / "main.py" if fixture.is_dir() else fixture
    sys.path.insert(0, str(main.parent))
    os.chdir(main.parent)
    sys.dont_write_bytecode = True
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    truth = record.record(str(main.resolve()))
    # A break in frozen code of the standard library has no source line: it belongs to the line of the fixture that called it.
    for entry in record.REC["breaks"]:
        if entry["file"].startswith("<"):
            own = [f for f in entry["stack"] if f[0].startswith(str(main.parent))]
            ids = dict(gb_id=entry["gb_id"], gb_type=entry["gb_type"], cause_id=entry["cause_id"], kinds=[entry["kind"]], cascade=False)
            truth["breaks"] += [dict(ids, user_file=own[-1][0], user_line=own[-1][1])] if own else []
    with open(results, "w") as out:
        json.dump(truth, out)


def sites_of(truth, files):
    """(file, line) of each recorded entry that lies in the fixture, with its ids, kinds of effect and whether it is a cascade."""
    known = {f.name: f for f in files}
    sites, elsewhere = [], []
    for entry in truth["breaks"]:
        at = (entry["user_file"].rsplit("/", 1)[-1], entry["user_line"])
        if at[0] in known:
            ids = {entry.get("gb_id") or entry["gb_type"], entry.get("cause_id")} - {None}
            sites.append({"at": at, "ids": ids, "kinds": set(entry["kinds"]), "cascade": entry["cascade"], "type": entry["gb_type"]})
        elif not entry["cascade"]:
            at, ids = (entry["file"], entry["line"]), {entry.get("gb_id")}
            elsewhere.append({"at": at, "ids": ids, "kinds": set(), "cascade": False, "type": entry["gb_type"]})
    # A function of torch that breaks is compiled again by itself after the break at its call, and breaks there again.
    own = set().union(*(s["ids"] for s in sites))
    return sites + [s for s in elsewhere if not (s["at"][0].startswith("torch/") and s["ids"] <= own)]


def near(at, place):
    return at[0] == place[0] and abs(at[1] - place[1]) <= SLACK


def headers(path, types):
    """First and last line of each loop, `try` or `with` statement."""
    return [(n.lineno, n.end_lineno) for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, types)]


def compare_breaks(wanted, sites, raised):
    problems = []
    for name, line, rule, certainty, _ in wanted:
        if rule in AMPLIFIERS or rule in SILENT or certainty == "conditional":
            continue
        if rule == "custom-op-no-meta" and "fake" in (raised or ""):
            continue
        here = [s for s in sites if near(s["at"], (name, line))]
        if not here:
            problems.append(f"torch does not break: {name}:{line} {rule}")
        elif rule in KINDS and not any(s["ids"] & KINDS[rule] for s in here):
            problems.append(f"another kind: {name}:{line} {rule} is {[sorted(s['ids']) for s in here]}")
    places = [(n, line) for n, line, rule, _, _ in wanted if rule not in AMPLIFIERS and rule not in SILENT]
    for site in sites:
        if not site["cascade"] and not any(near(site["at"], p) for p in places):
            problems.append(f"not expected: {site['at'][0]}:{site['at'][1]} {'/'.join(sorted(site['ids']))} {site['type']}")
    return problems


def compare_effects(wanted, sites, files):
    """The amplifiers. A break in a callee counts for the statement around the call: only the header's own file can be looked at."""
    problems, inside = [], False
    for path in files:
        for rule, types in AMPLIFIERS.items():
            spans = headers(path, types)
            said = {line for name, line, r, _, _ in wanted if r == rule and name == path.name}
            for line in said - {first for first, _ in spans}:
                problems.append(f"no such header: {path.name}:{line} {rule}")
            if rule != "break-in-loop":
                spans = [span for span in spans if span[0] in said]
                inside |= any(s["at"][0] == path.name and first <= s["at"][1] <= last for s in sites for first, last in spans)
                continue
            for site in sites:
                around = {first for first, last in spans if site["at"][0] == path.name and first <= site["at"][1] <= last}
                if "loop_skip" in site["kinds"] and around and not around & said:
                    problems.append(f"a break in a loop without break-in-loop: {path.name}:{site['at'][1]}")
    if any(r == "break-in-loop" for _, _, r, _, _ in wanted) and not any("GB7000" in s["ids"] or "loop_skip" in s["kinds"] for s in sites):
        problems.append("break-in-loop is expected, and torch skipped no function for a loop")
    tried = [w for w in wanted if w[2] in ("break-in-try", "break-in-context")]
    if tried and not inside and not any(s["kinds"] & {"skip_frame", "break_then_skip_rest"} for s in sites):
        problems.append("break-in-try or break-in-context is expected, and torch resumed after every break")
    return problems


def compare(fixture, truth):
    files = sorted(fixture.rglob("*.py")) if fixture.is_dir() else [fixture]
    main = fixture / "main.py" if fixture.is_dir() else fixture
    options = dict(run_fixtures.OPTION.findall(main.read_text()))
    wanted = sorted(set().union(*(run_fixtures.expectations(f) for f in files)))
    sites = sites_of(truth, files)
    verdict, broken, raised = options.get("verdict"), any(not s["cascade"] for s in sites), truth.get("error")
    problems = compare_breaks(wanted, sites, raised) + compare_effects(wanted, sites, files)
    if verdict not in [*run_fixtures.ORDER, "no region"]:
        problems.append(f"no verdict is written, or none that exists: {verdict}")
    if verdict in ("whole-graph", "unsafe") and broken:
        problems.append(f"verdict {verdict}, and torch breaks")
    if verdict == "breaks" and not broken:
        problems.append("verdict breaks, and torch does not break")
    if bool(raised) != (verdict == "error"):
        problems.append(f"verdict {verdict}, and torch raises {raised}")
    if not broken and not raised and (truth["graph_count"] == 0) != (verdict == "no region"):
        problems.append(f"verdict {verdict}, and torch made {truth['graph_count']} graphs")
    if "graphs" in options and truth["graph_count"] != int(options["graphs"]):
        problems.append(f"graphs {options['graphs']}, and torch made {truth['graph_count']}")
    return problems


def start(fixture, directory):
    results = os.path.join(directory, re.sub(r"\W", "_", str(fixture)))
    child = os.fork()
    if child == 0:
        status = 1
        try:
            run_recorded(fixture, results)
            status = 0
        finally:
            os._exit(status)
    return child, results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fixtures", nargs="*")
    parser.add_argument("--show", action="store_true", help="also print what torch did")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    opt = parser.parse_args()
    named = opt.fixtures or [ROOT / "testdata" / "fixtures"]
    fixtures = [f for name in named for f in run_fixtures.fixtures_in(pathlib.Path(name).resolve())]
    directory, running, failed, waiting = tempfile.mkdtemp(), {}, 0, list(fixtures)
    while waiting or running:
        while waiting and len(running) < opt.jobs:
            fixture = waiting.pop(0)
            child, results = start(fixture, directory)
            running[child] = (fixture, results, time.monotonic())
        child, _ = os.waitpid(-1, 0)
        fixture, results, _ = running.pop(child)
        try:
            truth = json.loads(pathlib.Path(results).read_text())
            problems = compare(fixture, truth)
        except (OSError, ValueError) as error:
            truth, problems = None, [f"could not be recorded: {error}"]
        failed += bool(problems)
        if problems or opt.show:
            print(os.path.relpath(fixture, ROOT))
        for problem in problems:
            print("   ", problem)
        if opt.show and truth:
            print("    graphs", truth["graph_count"], truth.get("error") or "", [r["example"] for r in truth["recompiles"]][:3])
            for b in truth["breaks"]:
                mark = "cascade" if b["cascade"] else "       "
                place = f"{b['user_file'].rsplit('/', 1)[-1]}:{b['user_line']}"
                print(f"    {mark} {place} {b['gb_id']}/{b['cause_id']} {b['gb_type']} {b['kinds']}")
    shutil.rmtree(directory)
    print(f"{len(fixtures) - failed} agree with torch, {failed} do not")
    return 1 if failed or not fixtures else 0


if __name__ == "__main__":
    sys.exit(main())
