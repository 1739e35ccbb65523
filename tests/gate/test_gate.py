#!/usr/bin/env python3
"""`graphlift gate` on synthetic pull requests over real packages, and on repositories in every awkward state: test_gate.py GRAPHLIFT."""
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pull_requests  # noqa: E402

GRAPHLIFT = os.path.abspath(sys.argv[1])
PYTHON = os.environ.get("GRAPHLIFT_PYTHON", sys.executable)
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHLIFT_", "GIT_"))}
GIT = {**CLEAN, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t",
       "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@t"}


def site_packages():
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    return pathlib.Path(subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def git(root, *arguments):
    return subprocess.run(["git", "-c", "protocol.file.allow=always", *arguments], cwd=root, env=GIT, capture_output=True, text=True, check=True).stdout.strip()


def start_tree():
    package = site_packages() / "vit_pytorch"
    tree = pull_requests.Tree({"helpers.py": pull_requests.HELPERS, "train.py": pull_requests.TRAIN, "evaluate.py": pull_requests.EVALUATE,
                               "vision/__init__.py": "", "requirements.txt": "torch==2.13.0\n"})
    for name in ("vit.py", "simple_vit.py"):
        tree[f"vision/{name}"] = (package / name).read_text()
    return tree


def write(root, tree):
    """Makes the folder hold these files, and no others."""
    for path in root.rglob("*.py"):
        if str(path.relative_to(root)) not in tree:
            path.unlink()
    for name, text in tree.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def commit(root, message):
    git(root, "add", "-A")
    git(root, "commit", "-qm", message, "--allow-empty")


def start(root, tree):
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "-q", "-b", "main")
    write(root, tree)
    commit(root, "start")


def gate(root, *arguments, cwd=None):
    return subprocess.run([GRAPHLIFT, "gate", *arguments, "--python", PYTHON], cwd=cwd or root, env=CLEAN, capture_output=True, text=True)


def pairs(findings):
    return sorted((f["code"], f["file"]) for f in findings)


@unittest.skipUnless((site_packages() / "vit_pytorch").is_dir(), "vit_pytorch is not installed")
class PullRequests(unittest.TestCase):
    def judge(self, folder, base, one):
        edit, new, fixed, worse, options = one
        root = folder / edit.__name__
        shutil.copytree(base, root)
        tree = start_tree()
        edit(tree)
        if options.get("revert"):
            write(root, tree)
            commit(root, "before")
            tree = start_tree()
        git(root, "checkout", "-q", "-b", "topic")
        write(root, tree)
        commit(root, "topic")
        committed = gate(root, "--base", "main", "--format", "json")
        report = json.loads(committed.stdout) if committed.stdout else self.fail(committed.stderr)
        found_new = [f for f in report["findings"] if f["status"] == "new"]
        got = {"new": pairs(found_new), "fixed": pairs(report["fixed"])}
        want = {"new": new, "fixed": fixed}
        if options.get("anything_else"):
            got = {k: [x for x in v if x in want[k]] for k, v in got.items()}
        self.assertEqual(got, want, f"{edit.__name__}: {committed.stderr}")
        got_worse = sorted(v.split()[1] for v in report["violations"] if v.startswith("worse"))
        self.assertEqual(got_worse, worse, edit.__name__)
        self.assertEqual(committed.returncode, 1 if new or worse else 0, f"{edit.__name__}: {committed.stderr}")
        if "through" in options:
            where, cause = options["through"]
            (finding,) = found_new
            self.assertEqual(finding["file"], where)
            self.assertTrue(any(s["file"] == cause and "changed since main" in s["note"] for s in finding["path"]), finding["path"])
        return edit.__name__

    def test_every_request(self):
        self.assertGreaterEqual(len(pull_requests.REQUESTS), 30)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name).resolve()
            start(folder / "base", start_tree())
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                jobs = [pool.submit(self.judge, folder, folder / "base", one) for one in pull_requests.REQUESTS]
                faults = [str(j.exception()) for j in jobs if j.exception()]
        self.assertEqual(faults, [], "\n".join(faults))


SMALL = {"main.py": "import torch\n\n\n@torch.compile\ndef f(x):\n    return x * x.sum().item()\n\n\nf(torch.ones(3))\n"}
WORSE = {"main.py": SMALL["main.py"].replace("    return", "    print('in')\n    return")}


class Repositories(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.root = self.folder / "r"
        start(self.root, SMALL)

    def new(self, *arguments, root=None, cwd=None):
        result = gate(root or self.root, *arguments, "--format", "json", cwd=cwd)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return pairs(f for f in json.loads(result.stdout)["findings"] if f["status"] == "new")

    def topic(self, tree=WORSE):
        git(self.root, "checkout", "-q", "-b", "topic")
        write(self.root, tree)

    def test_working_tree_and_commit(self):
        self.topic()
        self.assertEqual(self.new("--base", "main"), [("GL105", "main.py")])
        commit(self.root, "topic")
        self.assertEqual(self.new("--base", "main"), [("GL105", "main.py")])
        write(self.root, SMALL)
        self.assertEqual(self.new("--base", "main"), [])
        self.assertEqual(self.new("--base", "main", "--head", "topic"), [("GL105", "main.py")])
        status = git(self.root, "status", "--porcelain")
        self.assertEqual(status, "M main.py")  # the working tree and the index are as they were

    def test_untracked_file_and_subfolder(self):
        self.topic({**SMALL, "sub/other.py": WORSE["main.py"]})
        self.assertEqual(self.new("--base", "main"), [("GL103", "sub/other.py"), ("GL105", "sub/other.py")])
        self.assertEqual(self.new("--base", "main", cwd=self.root / "sub"), [("GL103", "other.py"), ("GL105", "other.py")])
        self.assertEqual(self.new("--base", "main", "main.py"), [])

    def test_main_has_gone_on_and_was_merged(self):
        self.topic({**SMALL, "other.py": "x = 1\n"})
        commit(self.root, "topic")
        git(self.root, "checkout", "-q", "main")
        write(self.root, WORSE)
        commit(self.root, "main")
        git(self.root, "checkout", "-q", "topic")
        self.assertEqual(self.new("--base", "main"), [])
        git(self.root, "merge", "-q", "--no-edit", "main")
        self.assertEqual(self.new("--base", "main"), [])

    def test_a_second_run_analyses_nothing(self):
        self.topic()
        past = 1_000_000_000  # what changes while a run is at work is not kept
        os.utime(self.root / "main.py", (past, past))
        self.new("--base", "main")
        kept = {p.name for p in (self.root / ".graphlift_cache").glob("*.result")}
        self.assertEqual(len(kept), 2)  # one program on each side
        self.assertEqual(self.new("--base", "main"), [("GL105", "main.py")])
        self.assertEqual({p.name for p in (self.root / ".graphlift_cache").glob("*.result")}, kept)

    def test_submodule_is_passed_over(self):
        start(self.folder / "sub", WORSE)
        self.topic(SMALL)
        git(self.root, "submodule", "add", "-q", str(self.folder / "sub"), "sub")
        commit(self.root, "submodule")
        self.assertEqual(self.new("--base", "main", "main.py"), [])

    def test_what_is_missing_is_said(self):
        self.topic()
        commit(self.root, "topic")
        commit(self.root, "more")
        git(self.folder, "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{self.root}", "shallow")
        git(self.root, "checkout", "-q", "--orphan", "island")
        commit(self.root, "island")
        plain = self.folder / "plain"
        plain.mkdir()
        for root, arguments, what in ((self.root, ("--base", "absent"), "there is no commit `absent`"),
                                      (self.root, ("--base", "main"), "have no commit in common"),
                                      (self.root, ("--base", "--help-me"), "no"),
                                      (self.folder / "shallow", ("--base", "origin/main"), "fetch-depth: 0"),
                                      (plain, ("--base", "main"), "is in no git repository")):
            with self.subTest(what):
                result = gate(root, *arguments)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(what, result.stderr)

    def test_nothing_of_the_repository_is_run(self):
        self.topic()
        for name in ("core.fsmonitor", "diff.external", "core.pager", "core.sshCommand"):
            git(self.root, "config", name, f"touch {self.folder}/ran; false")
        (self.root / ".gitattributes").write_text("*.py diff=evil\n")
        git(self.root, "config", "diff.evil.textconv", f"touch {self.folder}/ran; cat")
        subprocess.run(["rm", "-f", f"{self.folder}/ran"], check=True)
        gate(self.root, "--base", "main")
        self.assertFalse((self.folder / "ran").exists())

    def test_policy(self):
        def verdict(text, *arguments):
            (self.root / "graphlift.toml").write_text(text)
            result = gate(self.root, "--base", "main", *arguments)
            return result.returncode, result.stderr
        self.topic()
        self.assertEqual(verdict("")[0], 1)
        self.assertEqual(verdict('gate.fail-on = "error"')[0], 0)
        self.assertEqual(verdict("", "--fail-on", "never")[0], 0)
        self.assertEqual(verdict('[[gate.exceptions]]\nrule = "print-or-log"\nowner = "vision"\nexpires = "2999-12-31"')[0], 0)
        code, said = verdict('[[gate.exceptions]]\nrule = "GL105"\nowner = "vision"\nexpires = "2020-12-31"')
        self.assertEqual(code, 1)
        self.assertIn("the exception of vision expired on 2020-12-31", said)
        self.assertEqual(verdict('[[gate.exceptions]]\npath = "other/**"')[0], 1)
        write(self.root, SMALL)
        self.assertEqual(verdict("")[0], 0)
        self.assertEqual(verdict('gate.must-compile = ["main:f"]')[0], 1)
        self.assertIn("there is no region main.g", verdict('gate.must-compile = ["main:g"]')[1])
        self.assertEqual(verdict('gate.max-breaks = {"main.*" = 1}')[0], 0)
        self.assertIn("1 graph breaks in `main.py`, at most 0", verdict('gate.max-breaks = {"main.py" = 0}')[1])

    def test_formats_of_a_comparison(self):
        self.topic({"main.py": WORSE["main.py"].replace("x * x.sum().item()", "x")})
        result = gate(self.root, "--base", "main", "-o", "full", "-o", "sarif:out.sarif", "-o", "markdown:out.md", "-o", "html:out.html", "-o", "github:out.github")
        self.assertEqual(result.returncode, 1)
        self.assertIn("All of them are new; 0 were there before, 1 are fixed.", result.stdout)
        states = sorted(r["baselineState"] for r in json.loads((self.root / "out.sarif").read_text())["runs"][0]["results"])
        self.assertEqual(states, ["absent", "new"])
        self.assertIn("**1 new**, 0 existing, 1 fixed", (self.root / "out.md").read_text())
        self.assertEqual(len((self.root / "out.github").read_text().splitlines()), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
