#!/usr/bin/env python3
"""`graphlift verify` on programs whose outcome is known: test_verify.py GRAPHLIFT PYTHON."""
import json
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GRAPHLIFT, PYTHON = (os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)) if len(sys.argv) > 2 else ("graphlift", sys.executable)


def verify(program, *options):
    """(exit code, report) of the command on tests/runtime/programs/PROGRAM."""
    command = [GRAPHLIFT, "verify", str(HERE / "programs" / program), "--python", PYTHON, "--format", "json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=HERE / "programs")
    if not done.stdout:
        raise AssertionError(done.stderr)
    return done.returncode, json.loads(done.stdout)


def by_name(report):
    return {r["entry"].split(".", 1)[1]: r for r in report["regions"]}


class WrongCompilers(unittest.TestCase):
    """Every deliberate fault is caught, and its dimension named."""

    @classmethod
    def setUpClass(cls):
        cls.code, cls.report = verify("faults.py", "--calls", "1", "--no-timing")

    def test_each_is_named(self):
        self.assertEqual(self.code, 1)
        self.assertGreaterEqual(len(self.report["regions"]), 18)
        for name, region in by_name(self.report).items():
            with self.subTest(name):
                self.assertEqual(region["verdict"], "different", region["note"])
                self.assertIn(name.split("__")[0].replace("_", "-"), {d["dimension"] for d in region["differences"]})

    def test_where_it_starts(self):
        regions = by_name(self.report)
        for name, operator, text in (
            ("output__swaps_gelu", "aten.gelu.default", "F.gelu"),
            ("gradient__scaled", "aten.tanh_backward.default", "torch.tanh"),
            ("rng__reorders", "aten.rand_like.default", "rand_like"),
            ("mutation__drops_add", None, "def mutation__drops_add"),
            ("python_effect__counter", None, "counter.calls += 1"),
            ("stdout__lost", None, 'print("in eager only")'),
            ("hook__lost", None, "counter.log.append"),
        ):
            with self.subTest(name):
                dimension = name.split("__")[0].replace("_", "-")
                found = [d for d in regions[name]["differences"] if d["dimension"] == dimension][0]
                if operator:
                    self.assertEqual(found["first_operator"]["name"], operator)
                if not text.startswith("def "):
                    self.assertIn(text, found["source"]["text"])


class CorrectPrograms(unittest.TestCase):
    def test_no_false_alarm(self):
        code, report = verify("correct.py", "--calls", "2", "--no-timing")
        for name, region in by_name(report).items():
            with self.subTest(name):
                wanted = {"equal-bitwise", "equal-within-bound"} if name.startswith("inductor__") else {"equal-bitwise"}
                self.assertIn(region["verdict"], wanted, (region["note"], region["differences"][:3]))
        self.assertEqual(code, 0)
        self.assertIsNone(report["program_failure"])


class Edges(unittest.TestCase):
    def test_verdicts(self):
        code, report = verify("edges.py", "--timeout", "8", "--no-timing")
        self.assertEqual(code, 1)
        for name, region in by_name(report).items():
            with self.subTest(name):
                self.assertEqual(region["verdict"], name.split("__")[0].replace("_", "-"), region["note"])
        # A compiler that crashes or hangs does not end the program: it goes on eager.
        self.assertIsNone(report["program_failure"])

    def test_usage(self):
        for arguments in (["verify"], ["verify", "no-such-file.py"]):
            done = subprocess.run([GRAPHLIFT, *arguments], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
