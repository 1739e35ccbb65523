#!/usr/bin/env python3
"""Dependencies point down: every `#include "layer/…"` must name the file's own layer or one of its DEPS in CMakeLists.txt."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYER = re.compile(r"^graphlift_layer\((\w+)(.*)\)", re.M)
INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.M)


def layers():
    """Layer name -> (directory, names it may include)."""
    found = {}
    for name, rest in LAYER.findall((ROOT / "CMakeLists.txt").read_text()):
        words = rest.split()
        directory, deps, key = f"analysis/{name}", [], None
        for word in words:
            if word in ("ROOT", "DEPS", "LIBS", "EXECUTABLE"):
                key = word
            elif key == "ROOT":
                directory = word
            elif key == "DEPS":
                deps.append(word)
        found[name] = (directory, set(deps) | {name})
    return found


def owner(path, table):
    matches = [n for n, (d, _) in table.items() if path == d or path.startswith(d + "/")]
    return max(matches, key=lambda n: len(table[n][0]), default=None)


def main():
    table = layers()
    order = list(table)
    bad, files = [], 0
    for name, (_, allowed) in table.items():
        late = [d for d in allowed if d != name and order.index(d) > order.index(name)]
        bad += [f"CMakeLists.txt: {name} depends on {d}, which is declared above it in the stack" for d in late]
    for name, (directory, allowed) in table.items():
        for path in sorted((ROOT / directory).rglob("*")):
            if path.suffix not in (".h", ".cpp") or owner(str(path.relative_to(ROOT)), table) != name:
                continue
            files += 1
            for include in INCLUDE.findall(path.read_text()):
                target = owner(include, table)
                if target is None and not include.startswith("generated/"):
                    bad.append(f"{path.relative_to(ROOT)}: {include} belongs to no layer")
                elif target is not None and target not in allowed:
                    bad.append(f"{path.relative_to(ROOT)}: {name} must not include {include} ({target})")
    if not files:
        bad.append("no source files were found: the check would pass on anything")
    print("\n".join(bad) if bad else f"{files} files, dependencies point down")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
