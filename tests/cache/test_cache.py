#!/usr/bin/env python3
"""The result cache: same report from it, nothing stale, no harm from runs at the same time, kills and damage: test_cache.py GRAPHLIFT."""
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

GRAPHLIFT = os.path.abspath(sys.argv[1])
PYTHON = ["--python", os.environ["GRAPHLIFT_PYTHON"]] if os.environ.get("GRAPHLIFT_PYTHON") else []
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHLIFT_")}

HELPERS = """import torch


def scale(x: torch.Tensor):
    return x * 2
"""
MAIN = """import torch
import helpers


@torch.compile
def step(x):
    y = helpers.scale(x)
    print("step")  # graphlift: ignore[GL105] wanted
    return y * y.sum().item()


step(torch.ones(3))
"""
BREAKING = HELPERS.replace("x * 2", "x * x.mean().item()")


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "project"
        self.write("helpers.py", HELPERS)
        self.write("main.py", MAIN)
        self.write("broken.py", "def f(:\n    pass\n")
        self.write("note.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": ["import torch\n"]}, {"cell_type": "code", "source": [
            "f = torch.compile(lambda x: x.item())\n", "f(torch.ones(1))\n"]}], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        # What changes while a run is at work is not kept, and the clock of files is coarse.
        past = time.time() - 5
        os.utime(path, (past, past))

    def command(self, *arguments, paths=(".", "note.ipynb")):
        return [GRAPHLIFT, "check", *paths, *PYTHON, *arguments]

    def report(self, *arguments, form="json", **options):
        result = subprocess.run(self.command("--format", form, *arguments, **options), cwd=self.root, capture_output=True, text=True, env=CLEAN)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return "\n".join(line for line in result.stdout.splitlines() if '"ms"' not in line)

    def entries(self):
        return {p.name: p.stat().st_mtime_ns for p in (self.root / ".graphlift_cache").glob("*.result")}

    def findings(self):
        result = subprocess.run(self.command("--format", "json"), cwd=self.root, capture_output=True, text=True, env=CLEAN)
        return [(f["file"], f["line"], f["code"]) for f in json.loads(result.stdout)["findings"]]

    def test_the_same_report_from_the_cache(self):
        fresh = {form: self.report("--no-cache", form=form) for form in ("json", "full", "sarif", "html", "gitlab")}
        self.assertFalse((self.root / ".graphlift_cache").exists())
        self.report()
        stored = self.entries()
        self.assertEqual(len(stored), 5)  # four programs, and the fixes offered for their findings
        for form, text in fresh.items():
            self.assertEqual(self.report(form=form), text, form)
        self.assertEqual(self.entries(), stored)
        self.assertEqual((self.root / ".graphlift_cache/.gitignore").read_text(), "*\n")

    def test_what_changes_is_seen(self):
        before = self.findings()
        self.assertEqual(self.findings(), before)
        self.write("helpers.py", BREAKING)
        changed = self.findings()
        self.assertEqual([f for f in changed if f not in before], [("helpers.py", 5, "GL103")])
        self.write("helpers.py", HELPERS)
        self.assertEqual(self.findings(), before)
        # A module that shadows the one that was found.
        self.write("helpers/__init__.py", BREAKING)
        self.assertIn(("helpers/__init__.py", 5, "GL103"), self.findings())

    def test_options_have_entries_of_their_own(self):
        self.report()
        entry = self.report("--entry", "helpers:scale", paths=("helpers.py",))
        self.assertEqual(self.report("--entry", "helpers:scale", "--no-cache", paths=("helpers.py",)), entry)
        exported = self.report("--entry", "helpers:scale", "--mode", "torch.export", paths=("helpers.py",))
        self.assertIn("torch.export", exported)

    def test_a_file_that_is_read_by_a_program_from_the_cache_and_by_one_that_is_not(self):
        self.report(paths=("helpers.py",))
        expected = self.report("--no-cache")
        self.assertEqual(self.report(), expected)

    def test_parts_of_a_library_hold_together(self):
        # More modules than one part holds; each uses a decorator that the first part finds out about.
        self.write("pkg/__init__.py", "")
        self.write("pkg/shared.py", "import functools\nimport torch\n\n\ndef mark(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n        return f(*a, **k)\n"
                   "    return inner\n\n\ndef scaled(x: torch.Tensor):\n    return x * 2\n")
        for n in range(420):
            self.write(f"pkg/m{n:03}.py", "import torch\nfrom . import shared\n\n\nclass Net(torch.nn.Module):\n    @shared.mark\n"
                       f"    def forward(self, x: torch.Tensor):\n        if x.sum() > {n}:\n            return x\n        return shared.scaled(x)\n")

        def same(**options):
            fresh = self.report("--no-cache", paths=("pkg",), **options)
            self.assertEqual(self.report(paths=("pkg",), **options), fresh)
            self.assertEqual(self.report(paths=("pkg",), **options), fresh)
            return fresh
        first = same(form="concise")
        self.assertEqual(first.count("GL101"), 420)
        same()
        self.write("pkg/m410.py", (self.root / "pkg/m410.py").read_text().replace("x.sum() > 410", "x.sum() > 999"))
        self.assertTrue(same(form="concise") != first)
        self.write("pkg/shared.py", (self.root / "pkg/shared.py").read_text().replace("x * 2", "x * x.mean().item()"))
        same(form="concise")
        same()

    def test_damage_is_noticed(self):
        expected = self.report()
        rng = random.Random(7)
        for damage in ("cut", "flip", "empty", "junk"):
            for path in (self.root / ".graphlift_cache").glob("*.result"):
                data = bytearray(path.read_bytes())
                if damage == "cut":
                    data = data[:rng.randrange(len(data))]
                elif damage == "flip":
                    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
                else:
                    data = b"" if damage == "empty" else rng.randbytes(500)
                path.write_bytes(data)
            self.assertEqual(self.report(), expected, damage)

    def test_a_folder_that_cannot_be_written_is_no_mistake(self):
        expected = self.report("--no-cache")
        (self.root / ".graphlift_cache").write_text("a file")
        self.assertEqual(self.report(), expected)

    def test_many_runs_at_once_some_killed(self):
        versions = (HELPERS, BREAKING)
        expected = []
        for text in versions:
            self.write("helpers.py", text)
            expected.append(self.report("--no-cache"))
        rng = random.Random(11)
        plans = [(rng.random() < 0.4, rng.uniform(0.005, 0.25)) for _ in range(200)]

        def one(plan):
            killed, after = plan
            with subprocess.Popen(self.command("--format", "json"), cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=CLEAN) as run:
                if killed:
                    time.sleep(after)
                    run.kill()
                    run.communicate()
                    return None
                return "\n".join(line for line in run.communicate()[0].splitlines() if '"ms"' not in line)

        for version, text in enumerate(versions):
            self.write("helpers.py", text)
            with concurrent.futures.ThreadPoolExecutor(6) as pool:
                for got in pool.map(one, plans[version::2]):
                    self.assertIn(got, (None, expected[version]))
        self.assertEqual(self.report(), expected[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
