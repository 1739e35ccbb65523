#!/usr/bin/env python3
"""`graphlift fix` as a user runs it: test_fix.py GRAPHLIFT."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GRAPHLIFT = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "graphlift"
PROGRAM = """import torch


def step(x):
    print("step")
    return x + 1


run = torch.compile(step)
run(torch.ones(3))
"""
FIXED = PROGRAM.replace('    print("step")', '    if not torch.compiler.is_compiling():\n        print("step")')


class Fix(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name).resolve()
        self.work = self.root / "work"
        self.work.mkdir()
        env = self.root / "env"
        (env / "bin").mkdir(parents=True)
        (env / "bin/python3").write_text("")
        (env / "lib/python3.11/site-packages").mkdir(parents=True)
        (env / "pyvenv.cfg").write_text("version = 3.11.0\n")

    def write(self, name, text):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def run_tool(self, *arguments, **options):
        return subprocess.run([GRAPHLIFT, *arguments, "--python", str(self.root / "env")], cwd=self.work, capture_output=True, text=True, timeout=60, **options)

    def git(self, *arguments):
        return subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=self.work, check=True, capture_output=True, text=True).stdout

    def test_fix_writes_and_is_idempotent(self):
        path = self.write("a.py", PROGRAM)
        first = self.run_tool("fix", "a.py")
        self.assertEqual(first.returncode, 0, first.stderr)
        self.assertIn("1 fix applied in 1 file; 0 findings left.", first.stdout)
        self.assertEqual(path.read_text(), FIXED)
        second = self.run_tool("fix", "a.py")
        self.assertIn("0 fixes applied", second.stdout)
        self.assertEqual(path.read_text(), FIXED)

    def test_line_ends_and_byte_order_mark_stay(self):
        for mark, newline in ((b"", b"\r\n"), (b"\xef\xbb\xbf", b"\n"), (b"\xef\xbb\xbf", b"\r\n")):
            with self.subTest(mark + newline):
                path = self.write("a.py", mark + PROGRAM.encode().replace(b"\n", newline))
                self.assertEqual(self.run_tool("fix", "a.py").returncode, 0)
                self.assertEqual(path.read_bytes(), mark + FIXED.encode().replace(b"\n", newline))

    def test_tabs_stay(self):
        path = self.write("a.py", PROGRAM.replace("    ", "\t"))
        self.run_tool("fix", "a.py")
        self.assertEqual(path.read_text(), FIXED.replace("    ", "\t"))

    def test_notebook_keeps_its_layout(self):
        lines = PROGRAM.splitlines(True)
        book = {"cells": [{"cell_type": "markdown", "source": ["# Title"]}, {"cell_type": "code", "execution_count": 3, "source": ["%time\n", *lines[:7]], "outputs": []},
                          {"cell_type": "code", "source": "".join(lines[7:]), "outputs": [{"text": "é"}]}], "nbformat": 4, "metadata": {"x": 1.50}}
        text = json.dumps(book, indent=1, ensure_ascii=False) + "\n"
        path = self.write("a.ipynb", text)
        result = self.run_tool("fix", "a.ipynb")
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        book["cells"][1]["source"] = ["%time\n", *FIXED.splitlines(True)[:8]]
        self.assertEqual(path.read_text(), json.dumps(book, indent=1, ensure_ascii=False) + "\n")

    @unittest.skipUnless(shutil.which("git"), "needs git")
    def test_diff_is_a_patch_that_git_applies(self):
        crlf = PROGRAM.replace("\n", "\r\n").removesuffix("\r\n")
        path = self.write("a.py", PROGRAM)
        other = self.write("sub dir/b.py", crlf)
        self.git("init", "-q")
        result = self.run_tool("fix", "a.py", "sub dir/b.py", "--diff")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(path.read_text(), PROGRAM)
        patch = self.root / "a.patch"
        patch.write_bytes(subprocess.run([GRAPHLIFT, "fix", "a.py", "sub dir/b.py", "--diff", "--python", str(self.root / "env")], cwd=self.work, capture_output=True).stdout)
        self.git("apply", str(patch))
        self.assertEqual(path.read_text(), FIXED)
        self.assertEqual(other.read_bytes(), FIXED.replace("\n", "\r\n").removesuffix("\r\n").encode())
        again = self.run_tool("fix", "a.py", "--diff")
        self.assertEqual((again.returncode, again.stdout), (0, ""))

    @unittest.skipUnless(shutil.which("git"), "needs git")
    def test_a_dirty_file_is_left_alone(self):
        path = self.write("a.py", PROGRAM)
        self.git("init", "-q")
        untracked = self.run_tool("fix", "a.py")
        self.assertEqual(untracked.returncode, 2)
        self.assertIn("--allow-dirty", untracked.stderr)
        self.assertEqual(path.read_text(), PROGRAM)
        self.git("add", "-A")
        self.git("commit", "-qm", "x")
        path.write_text(PROGRAM + "# more\n")
        self.assertEqual(self.run_tool("fix", "a.py").returncode, 2)
        self.assertEqual(path.read_text(), PROGRAM + "# more\n")
        self.assertEqual(self.run_tool("fix", "a.py", "--allow-dirty").returncode, 0)
        self.assertEqual(path.read_text(), FIXED + "# more\n")
        self.git("commit", "-qam", "y")
        self.write("other.py", "x = 1\n")  # not a file that is edited
        path.write_text(PROGRAM)
        self.git("commit", "-qam", "z")
        self.assertEqual(self.run_tool("fix", "a.py").returncode, 0)

    def test_a_file_that_cannot_be_written_leaves_all_as_they_are(self):
        a, b = self.write("a.py", PROGRAM), self.write("b.py", PROGRAM)
        b.chmod(0o444)
        result = self.run_tool("fix", "a.py", "b.py")
        if os.geteuid() == 0:
            self.skipTest("root may write everything")
        self.assertEqual(result.returncode, 2)
        self.assertEqual((a.read_text(), b.read_text()), (PROGRAM, PROGRAM))

    def test_interrupted_at_any_moment_each_file_is_old_or_new(self):
        names = [f"m{i}.py" for i in range(12)]
        paths = [self.write(name, PROGRAM) for name in names]
        began = time.monotonic()
        self.run_tool("fix", *names)
        whole = time.monotonic() - began
        for turn in range(25):
            for path in paths:
                path.write_text(PROGRAM)
            process = subprocess.Popen([GRAPHLIFT, "fix", *names, "--python", str(self.root / "env")], cwd=self.work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(whole * (0.5 + turn / 40))
            process.send_signal(signal.SIGKILL if turn % 2 else signal.SIGTERM)
            process.wait()
            for path in paths:
                self.assertIn(path.read_text(), (PROGRAM, FIXED))
            if turn % 2 == 0:
                self.assertEqual([p.name for p in self.work.iterdir() if ".graphlift-" in p.name], [])
            for left in self.work.glob(".*.graphlift-*"):
                left.unlink()

    def test_check_has_the_options_of_ruff(self):
        path = self.write("a.py", PROGRAM)
        shown = self.run_tool("check", "a.py")
        self.assertEqual(shown.returncode, 1)
        self.assertEqual(path.read_text(), PROGRAM)
        diff = self.run_tool("check", "a.py", "--diff")
        self.assertEqual(diff.returncode, 1)
        self.assertTrue(diff.stdout.startswith("--- a/a.py\n+++ b/a.py\n"), diff.stdout)
        self.assertEqual(path.read_text(), PROGRAM)
        fixed = self.run_tool("check", "a.py", "--fix", "--show-fixes")
        self.assertEqual(fixed.returncode, 0)
        self.assertIn("guard-host-call", fixed.stdout)
        self.assertEqual(path.read_text(), FIXED)
        path.write_text(PROGRAM)
        only = self.run_tool("check", "a.py", "--fix-only")
        self.assertEqual((only.returncode, only.stdout), (0, ""))
        self.assertEqual(path.read_text(), FIXED)

    def test_unsafe_fixes_are_asked_for(self):
        program = PROGRAM.replace('print("step")', "x += 1").replace("x + 1", "x * 2")
        path = self.write("a.py", program)
        plain = self.run_tool("fix", "a.py", "--format", "json")
        self.assertEqual(path.read_text(), program)
        self.assertIn("--unsafe-fixes", json.loads(plain.stdout)["skipped"][0]["reason"])
        self.run_tool("fix", "a.py", "--unsafe-fixes")
        self.assertIn("x = x + 1", path.read_text())

    def test_json_of_check_offers_fixes(self):
        self.write("a.py", "\ufeff# é\n" + PROGRAM)
        report = json.loads(self.run_tool("check", "a.py", "--format", "json").stdout)
        fix = report["findings"][0]["fixes"][0]
        self.assertEqual((fix["name"], fix["safety"]), ("guard-host-call", "safe"))
        data = (self.work / "a.py").read_bytes()
        edit = fix["edits"][0]
        self.assertEqual(data[edit["start"]:].split(b"\n")[0], b'print("step")')

    def test_what_is_installed_is_not_edited(self):
        package = self.root / "env/lib/python3.11/site-packages/pkg.py"
        package.write_text(PROGRAM.split("run =")[0])
        self.write("a.py", "import torch\nimport pkg\n\nrun = torch.compile(pkg.step)\nrun(torch.ones(3))\n")
        result = json.loads(self.run_tool("fix", "a.py", "--format", "json").stdout)
        self.assertEqual(result["applied"], [])
        self.assertIn("installed package", result["skipped"][0]["reason"])
        self.assertNotIn("is_compiling", package.read_text())


if __name__ == "__main__":
    unittest.main()
