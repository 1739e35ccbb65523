#!/usr/bin/env python3
"""Writes docs/refactorings.md from analysis/refactor/catalogue.def, the comments of the refactorings, and the fixtures of refusals.

    tools/refactorings_page.py [--check]      --check: only says whether the page is current
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "refactorings.md"
HEAD = """<!-- Written by tools/refactorings_page.py; do not edit. -->
# Refactorings

What `graphlift fix` can rewrite. A refactoring is tried for the findings of its rules (and, where named, for their causes only), in the
order of this page: a configuration flag is cheaper than a guard, a guard cheaper than a rewrite. The first one that applies is taken.

**Preconditions** come from the interpreter, not from the text: which values an expression had, their kinds, shapes and dtypes, what a call
writes, whether it draws random numbers. They hold for every execution that the analysis followed; where it followed none, the rewrite is refused.

**Levels.** `safe`: eager execution gives the same tensors, gradients, state, random numbers and text, bit by bit, and so does compiled
execution but for reports that are left out and the type of an exception. `unsafe`: something named under the fix may differ; `--unsafe-fixes`
applies it. `display-only`: shown, never applied. A fix can be less safe at a place than its refactoring is at best.

**After the edits** the files are analysed again. A fix whose finding is still there, whose file no longer parses, or that leads to as many breaks
as there were is taken back. This is repeated until nothing is left to apply. Edits are byte ranges: comments, quotes, indentation, line ends,
encoding and a notebook's layout stay as they are. Installed packages are never edited.

"""


def rows():
    text = (ROOT / "analysis/refactor/catalogue.def").read_text()
    found = re.findall(r'^REFACTORING\((\w+), "([\w-]+)", (\w+), "([^"]*)", "([^"]*)",\s*"([^"]*)"\)', text, re.M)
    return [dict(zip(("function", "name", "level", "codes", "causes", "summary"), row)) for row in found]


def example(function):
    text = (ROOT / f"analysis/refactor/catalogue/{function}.cpp").read_text()
    intro, before, after = re.match(r"(.*?)//\n// Before:\n(.*?)// After:\n(.*?)^#include", text, re.S | re.M).groups()
    plain = lambda part: "\n".join(line[7:] for line in part.splitlines()).strip()
    sentence = " ".join(line[3:] for line in intro.splitlines())
    return sentence, plain(before), plain(after)


def page():
    out = [HEAD, "| refactoring | at best | rules | what it does |\n|---|---|---|---|\n"]
    for row in rows():
        out.append(f"| [{row['name']}](#{row['name']}) | {row['level'].lower()} | {' '.join(row['codes'].split())} | {row['summary']} |\n")
    for row in rows():
        sentence, before, after = example(row["function"])
        out.append(f"\n## {row['name']}\n\n{sentence}\n\n```python\n{before}\n```\n\nbecomes\n\n```python\n{after}\n```\n")
        refusals = []
        for case in sorted((ROOT / "testdata/refactorings" / row["name"]).glob("refused*.py")):
            for line in case.read_text().splitlines():
                if mark := re.match(r"\s*(.*?)\s*# refused: (.*)", line):
                    refusals.append(f"- `{mark[1]}`: … {mark[2]} …\n")
        if refusals:
            out.append("\nRefused, for example:\n\n" + "".join(refusals))
    return "".join(out)


def main():
    text = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        print("docs/refactorings.md is not current: run tools/refactorings_page.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
