#!/usr/bin/env python3
"""The graphlift command as a user runs it: test_cli.py GRAPHLIFT."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

GRAPHLIFT = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "graphlift"


def run(*arguments, cwd=None, **environment):
    env = {**os.environ, **environment}
    return subprocess.run([GRAPHLIFT, *arguments], cwd=cwd, env=env, capture_output=True, text=True, timeout=60)


class Cli(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        # An empty environment: the tests must not depend on what is installed here.
        (self.root / "env/bin").mkdir(parents=True)
        (self.root / "env/bin/python3").write_text("")
        (self.root / "env/lib/python3.11/site-packages").mkdir(parents=True)
        (self.root / "env/pyvenv.cfg").write_text("version = 3.11.0\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return name

    def check(self, *arguments):
        return run("check", *arguments, "--python", "env", cwd=self.root)

    def test_version_is_quick(self):
        result = run("--version")
        self.assertRegex(result.stdout, r"^graphlift \d+\.\d+\.\d+\n$")
        best = min(self.timed("--version") for _ in range(20))
        self.assertLess(best, 0.010)

    @staticmethod
    def timed(*arguments):
        start = time.perf_counter()
        subprocess.run([GRAPHLIFT, *arguments], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start

    def test_usage_errors_are_two(self):
        for arguments in ([], ["nonsense"], ["check"], ["check", "x.py", "--format", "xml"], ["explain", "GL999"], ["dump", "x.py"]):
            with self.subTest(arguments):
                result = run(*arguments, cwd=self.root)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn("graphlift", result.stderr)

    def test_help(self):
        result = run("check", "--help")
        self.assertEqual(result.returncode, 0)
        for option in ("--format", "--entry", "--mode", "--python", "--select", "--ignore", "--fail-on", "--torch-version"):
            self.assertIn(option, result.stdout)

    def test_rules_and_explain(self):
        rules = run("rules").stdout.splitlines()
        self.assertGreater(len(rules), 40)
        for key in ("GL103", "host-sync"):
            self.assertIn("## What to do", run("explain", key).stdout)
        self.assertEqual(json.loads(run("explain", "GL103", "--format", "json").stdout)["name"], "host-sync")
        self.assertEqual(len(json.loads(run("rules", "--format", "json").stdout)), len(rules))
        self.assertIn("did you mean", run("explain", "sync").stderr)

    def test_unknown_version_of_torch(self):
        self.write("a.py", "x = 1\n")
        result = self.check("a.py", "--torch-version", "0.4")
        self.assertEqual(result.returncode, 2)
        self.assertIn("there are tables of PyTorch 2.13 only", result.stderr)
        self.assertEqual(json.loads(self.check("a.py", "--torch-version", "2.13.0", "--format", "json").stdout)["framework"]["torch"], "2.13")

    def test_clean_file(self):
        self.write("a.py", "x = 1\n")
        result = self.check("a.py", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["schema"], "graphlift/1")
        self.assertEqual(report["findings"], [])

    def test_bad_inputs_are_named_and_the_rest_is_analysed(self):
        self.write("good.py", "x = 1\n")
        self.write("bad.py", "def f(:\n  pass\ny = 2\n")
        self.write("bytes.py", b"s = 'caf\xe9'\n")
        self.write("empty/readme.txt", "")
        self.write("notes.txt", "")
        result = self.check("good.py", "bad.py", "bytes.py", "absent.py", "empty", "notes.txt", "--format", "json")
        self.assertEqual(result.returncode, 2)
        for text in ("absent.py: no such file", "empty: the directory holds no Python files", "notes.txt: is not a Python file"):
            self.assertIn(text, result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual({f["file"] for f in report["findings"]}, {"bad.py", "bytes.py"})
        for finding in report["findings"]:
            self.assertEqual((finding["code"], finding["severity"]), ("GL000", "error"))
        self.assertEqual(len(report["errors"]), 3)

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_unreadable_file(self):
        self.write("secret.py", "x = 1\n")
        (self.root / "secret.py").chmod(0)
        result = self.check("secret.py")
        self.assertEqual(result.returncode, 2)
        self.assertIn("secret.py", result.stderr)

    def test_huge_file(self):
        self.write("huge.py", b"#" * (17 << 20))
        result = self.check("huge.py")
        self.assertEqual(result.returncode, 2)
        self.assertIn("MiB", result.stderr)

    def test_notebook_places_are_those_of_the_cell(self):
        cells = [{"cell_type": "code", "source": ["x = 1\n", "y = 2\n"]}, {"cell_type": "markdown", "source": ["text"]},
                 {"cell_type": "code", "source": ["z = 3\n", "w = = 4\n"]}]
        self.write("n.ipynb", json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}}))
        result = self.check("n.ipynb", "--format", "json")
        found = [(f["code"], f["file"], f["line"]) for f in json.loads(result.stdout)["findings"]]
        self.assertEqual(found, [("GL000", "n.ipynb:cell 2", 2)])
        self.assertIn("w = = 4", self.check("n.ipynb").stdout)  # the snippet is found as well

    def test_binary_file_is_one_fault(self):
        self.write("library.py", b"\x7fELF\x02\x01\0\0\n)\n(\n\xd0\x0f = = 1\n")
        found = json.loads(self.check("library.py", "--format", "json").stdout)["findings"]
        self.assertEqual([f["message"] for f in found], ["source code cannot contain null bytes"])

    def test_fail_on(self):
        self.write("bad.py", "x = = 1\n")
        self.assertEqual(self.check("bad.py").returncode, 1)
        self.assertEqual(self.check("bad.py", "--fail-on", "never").returncode, 0)
        self.assertEqual(self.check("bad.py", "--ignore", "syntax-error").returncode, 0)
        self.assertEqual(self.check("bad.py", "--select", "GL1").returncode, 0)
        self.assertEqual(self.check("bad.py", "--select", "GL0").returncode, 1)
        self.assertEqual(self.check("bad.py", "--select", "no-such-rule").returncode, 2)

    def test_suppressions(self):
        self.write("a.py", "x = = 1  # graphlift: ignore[syntax-error]\ny = 2  # graphlift: ignore[GL103]\nz = 3  # graphlift: ignore[host-snyc]\n")
        report = json.loads(self.check("a.py", "--format", "json").stdout)
        self.assertEqual([(f["line"], f["rule"]) for f in report["findings"]], [(2, "unused-suppression"), (3, "bad-configuration")])
        report = json.loads(self.check("a.py", "--format", "json", "--select", "GL9").stdout)
        self.assertEqual([f["line"] for f in report["findings"]], [3])

    def test_formats(self):
        self.write("bad.py", "x = 1\ny = = 2\n")
        concise = self.check("bad.py", "--format", "concise").stdout
        self.assertRegex(concise, r"^bad\.py:2:\d+: GL000 ")
        full = self.check("bad.py").stdout
        self.assertIn("2 | y = = 2\n", full)
        self.assertIn("^", full)
        self.assertNotIn("\x1b", full)

    def test_entries_are_checked(self):
        self.write("a.py", "def f(x):\n    return x\n")
        self.assertEqual(self.check("a.py", "--entry", "a.f").returncode, 2)
        self.assertIn("a:absent", self.check("a.py", "--entry", "a:absent").stderr)
        self.assertEqual(self.check("a.py", "--entry", "a:f", "--mode", "nonsense").returncode, 2)

    def test_python_option(self):
        self.write("a.py", "x = 1\n")
        result = run("check", "a.py", "--python", "absent/python", cwd=self.root)
        self.assertEqual(result.returncode, 2)
        self.assertIn("absent/python", result.stderr)

    def test_no_claim_without_the_framework(self):
        self.write("main.py", "import torch\n\n\n@torch.compile\ndef double(x):\n    return x * 2\n\n\ndouble(torch.ones(2))\n")
        report = json.loads(self.check("main.py", "--format", "json").stdout)
        self.assertEqual([r["verdict"] for r in report["regions"]], ["unknown"])
        self.assertIn("not installed", report["regions"][0]["reasons"][0])

    def test_same_output_for_any_thread_count_and_order(self):
        names = [self.write(f"m{i}.py", f"def f{i}(x):\n    return x +\n") for i in range(8)]
        outputs = set()
        for jobs, order in (("1", names), ("4", names[::-1])):
            report = json.loads(self.check(*order, "-j", jobs, "--format", "json").stdout)
            report["summary"].pop("ms")
            outputs.add(json.dumps(report))
        self.assertEqual(len(outputs), 1)

    def test_nothing_is_run(self):
        self.write("evil.py", "import os\nos.system('touch ran')\nopen('ran', 'w').close()\n")
        self.write("env/lib/python3.11/site-packages/evil.pth", "import os; os.system('touch ran')\n")
        self.check("evil.py")
        self.assertFalse((self.root / "ran").exists())

    def test_dump(self):
        self.write("a.py", "def f(x):\n    return x + 1\n")
        self.assertIn("FunctionDef", run("dump", "--stage", "ast", "a.py", cwd=self.root).stdout)
        self.assertIn("Return", run("dump", "--stage", "code", "a.py", cwd=self.root).stdout)
        self.assertIn("x", run("dump", "--stage", "scopes", "a.py", cwd=self.root).stdout)
        self.assertIn("f = function f", run("dump", "--stage", "values", "a.py", "--python", "env", cwd=self.root).stdout)
        self.assertEqual(run("dump", "--stage", "regions", "a.py", "--python", "env", cwd=self.root).returncode, 0)
        self.assertEqual(run("dump", "--stage", "ast", "absent.py", cwd=self.root).returncode, 2)

    def test_hard_inputs(self):
        self.write("deep.py", "x = " + "(" * 5000 + "1" + ")" * 5000 + "\n")
        self.write("chain.py", "x = " + "+".join(["1"] * 5000) + "\n")
        self.write("one.py", "import two\nx = 1\n")
        self.write("two.py", "import one\ny = 2\n")
        self.write("lost.py", "import no_such_package\nfrom no_such_package.sub import thing\nz = thing(1)\n")
        self.write("loop.py", "while True:\n    pass\n")
        self.write("recursion.py", "def f(n):\n    return f(n + 1)\nf(0)\n")
        for name in ("deep.py", "chain.py", "one.py", "lost.py", "loop.py", "recursion.py"):
            with self.subTest(name):
                self.assertIn(self.check(name, "--format", "json").returncode, (0, 1))


if __name__ == "__main__":
    unittest.main(verbosity=1)
