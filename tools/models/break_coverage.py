#!/usr/bin/env python3
"""Which graph breaks graphlift can predict, and why not the others: writes docs/graph_breaks.md; --check compares instead.

break_coverage.tsv has every id of the registry with what is needed to predict it (S syntax and tables, T tensors, V Python
objects, R run-time facts, I internal to Dynamo; none: no source of torch 2.13 raises it) and, where no rule names it, the reason.
An id is predicted when the analysis, a policy table or a table of torch's own rules names it. An id marked S, T or V must be predicted or
have a reason, and not both.
"""
import argparse
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COVERAGE = pathlib.Path(__file__).resolve().with_name("break_coverage.tsv")
PAGE = ROOT / "docs" / "graph_breaks.md"
VERSION = "2.13"
ID = re.compile(r"GB\d{4}")
REASONS = {
    "misuse": "The program is wrong: Python or torch raises an error for it without compilation as well.",
    "bug": "An error inside Dynamo, by its own hint; no program is known that reaches it.",
    "body": "A restriction on the body or the arguments of a higher-order operator (`cond`, `scan`, `while_loop`, flex attention …): "
            "the call is modelled as traced, its body is not checked against these rules.",
    "object": "Dynamo's own model of a Python object lacks a slot. Predicting it would take a table of its slots by type; the machine runs "
              "Python's protocol, and no recorded program reaches it.",
    "form": "An unusual form of the arguments of a call that is modelled as traced.",
    "autograd": "An unusual use of the autograd machinery: custom functions, hooks and gradients are modelled where they are called, not in "
                "every combination.",
    "kind": "Needs an object of a kind that the models do not have: Triton kernels, TorchScript objects, opaque types, some tensor subclasses.",
    "escape": "An object made in the region leaves it or crosses another break. What lives across a break is not tracked.",
    "exception": "A corner of exceptions raised and handled while tracing; the machine runs Python's own rules.",
    "bytecode": "Raised for instructions of CPython; the analysis does not work on bytecode.",
    "flag": "Only with a setting of `torch._dynamo.config` that is off by default and changes nothing else.",
    "device": "Needs a process group or an accelerator.",
    "debug": "A debugging aid that a program has to ask for by name.",
    "symbol": "A symbolic number without a hint in a place that the models take as supported.",
    "consequence": "Follows from another break, which is the one reported.",
}


def rows(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


def predicted():
    """Id -> where it is named, most specific first."""
    out = collections.defaultdict(list)

    def note(ids, where):
        for gb in ids:
            if where not in out[gb]:
                out[gb].append(where)

    for path in sorted((ROOT / "analysis").rglob("*")):
        if path.suffix in (".cpp", ".h"):
            note(re.findall(r'"(GB\d{4})"', path.read_text(encoding="utf-8")), path.relative_to(ROOT).as_posix())
    tables = sorted((ROOT / "models" / "policy").glob("*.tsv")) + sorted((ROOT / "models" / "shapes").glob("*.tsv"))
    tables += sorted((ROOT / "models" / "torch" / VERSION).glob("*.tsv"))
    for path in tables:
        if path.stem in ("break_rules", "graph_breaks"):
            continue
        for cells in rows(path):
            note(ID.findall("\t".join(cells[1:])), path.relative_to(ROOT).as_posix())
    return out


def escape(text):
    return text.replace("|", "\\|").replace("\\n", " ")


def make_page(types, coverage, known, rule_of):
    total = collections.Counter(mark for _, mark, _, _ in coverage)
    live = [row for row in coverage if row[1] in ("S", "T", "V")]
    lines = [
        "# Graph breaks",
        "",
        "<!-- written by tools/models/break_coverage.py -->",
        f"The registry of torch {VERSION} has {len(coverage)} ids; {len(live)} of those that its source still raises can be seen without "
        f"running anything: {total['S']} from names alone, {total['T']} with what is known of tensors, {total['V']} with what is known of Python "
        f"objects. {sum(row[0] in known for row in live)} of them are predicted. For the others the reason stands here.",
        "",
        "## Predicted",
        "",
        "| id | type | rule |",
        "|---|---|---|",
    ]
    for gb, _, _, _ in coverage:
        if gb in known:
            lines.append(f"| {gb} | {escape(types.get(gb, ''))} | {rule_of.get(gb, 'GL115')} |")
    lines += ["", "## Not predicted", ""]
    for reason, text in REASONS.items():
        ids = [gb for gb, _, _, why in coverage if why == reason]
        if not ids:
            continue
        lines += [f"**{reason}** ({len(ids)}). {text}", ""]
        lines += [f"- {gb} {escape(types.get(gb, ''))}" for gb in ids]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail when an id has neither rule nor reason, or the page is not current")
    opt = parser.parse_args()
    types = {cells[0]: cells[1] for cells in rows(ROOT / "models" / "torch" / VERSION / "graph_breaks.tsv") if ID.fullmatch(cells[0])}
    coverage = [(cells + [""] * 4)[:4] for cells in rows(COVERAGE)]
    known = predicted()
    rule_of = {cells[0]: cells[1] for cells in rows(ROOT / "models" / "policy" / "break_rules.tsv")}
    problems = [f"{gb}: in the registry, but not in {COVERAGE.name}" for gb in sorted(types.keys() - {row[0] for row in coverage})]
    for gb, mark, _, reason in coverage:
        if reason and reason not in REASONS:
            problems.append(f"{gb}: there is no reason `{reason}`")
        if mark not in ("S", "T", "V"):
            continue
        if gb not in known and not reason:
            problems.append(f"{gb} {types.get(gb, '')}: neither a rule nor a reason")
        if gb in known and reason:
            problems.append(f"{gb}: has the reason `{reason}`, but {known[gb][0]} names it")
    for problem in problems:
        print(problem)
    page = make_page(types, coverage, known, rule_of)
    if opt.check:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page:
            problems.append("stale")
            print(f"{PAGE.relative_to(ROOT)} is not what {pathlib.Path(__file__).name} writes")
    else:
        PAGE.write_text(page, encoding="utf-8", newline="\n")
    print(f"{sum(row[1] in ('S', 'T', 'V') for row in coverage)} ids that a static tool can see, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
