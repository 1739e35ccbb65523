#!/usr/bin/env python3
"""CI recipes, hooks, completions and the documentation site, as far as they run without their services: test_integrations.py GRAPHLIFT.

What needs packages of tests/tools_requirements.txt is skipped where GRAPHLIFT_TOOLS_PYTHON does not name a Python that has them."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

GRAPHLIFT = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = os.environ.get("GRAPHLIFT_TOOLS_PYTHON")
PYTHON = os.environ.get("GRAPHLIFT_PYTHON", sys.executable)
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHLIFT_", "GIT_", "GITHUB_"))}
GIT = {**CLEAN, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t",
       "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@t"}
needs_tools = unittest.skipUnless(TOOLS, "GRAPHLIFT_TOOLS_PYTHON is not set")

CLEAN_FILE = "import torch\n\n\n@torch.compile\ndef f(x):\n    return x * 2\n\n\nf(torch.ones(3))\n"
WORSE = CLEAN_FILE.replace("x * 2", "x * x.sum().item()")


def tool(*command, **options):
    return subprocess.run([TOOLS, *command], capture_output=True, text=True, **options)


class Repository(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.git("init", "-q", "-b", "main")
        (self.root / "main.py").write_text(CLEAN_FILE)
        self.commit()

    def git(self, *arguments):
        return subprocess.run(["git", *arguments], cwd=self.root, env=GIT, capture_output=True, text=True, check=True).stdout.strip()

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "commit")


class GitHub(Repository):
    def step(self, **inputs):
        env = {**CLEAN, "GRAPHLIFT": GRAPHLIFT, "READ_FROM": PYTHON, "GITHUB_STEP_SUMMARY": str(self.root / "summary.md"),
               "GITHUB_OUTPUT": str(self.root / "output"), "SARIF": "out.sarif", "PATHS": ".", **inputs}
        return subprocess.run(["bash", ROOT / "tools/ci/github.sh"], cwd=self.root, env=env, capture_output=True, text=True)

    def test_a_pull_request(self):
        base = self.git("rev-parse", "HEAD")
        (self.root / "main.py").write_text(WORSE)
        self.commit()
        result = self.step(BASE=base)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("::warning title=graphlift (GL103 host-sync),file=main.py,line=6,", result.stdout)
        self.assertIn("**1 new**, 0 existing, 0 fixed", (self.root / "summary.md").read_text())
        self.assertEqual((self.root / "output").read_text(), "sarif=out.sarif\n")
        self.assertEqual(json.loads((self.root / "out.sarif").read_text())["version"], "2.1.0")
        self.assertEqual(self.step(BASE=base, ARGUMENTS="--fail-on error --config gate.fail-on-worse=false").returncode, 0)

    def test_everything_and_mistakes(self):
        self.assertEqual(self.step(COMMAND="check").returncode, 0)
        for inputs in ({"BASE": ""}, {"BASE": "0" * 40}, {"COMMAND": "fix; rm -rf ."}):
            self.assertEqual(self.step(**inputs).returncode, 2, inputs)
        result = self.step(COMMAND="check", PATHS="$(touch ran)\n`touch ran`")
        self.assertEqual(result.returncode, 2)
        self.assertFalse((self.root / "ran").exists())

    @needs_tools
    def test_files_follow_the_schemas_of_their_services(self):
        for schema, file in (("vendor.github-actions", "action.yml"), ("vendor.github-workflows", "docs/ci/github.yml"),
                             ("vendor.github-workflows", "docs/ci/reviewdog.yml"), ("vendor.gitlab-ci", "docs/ci/gitlab.yml")):
            result = tool("-m", "check_jsonschema", "--builtin-schema", schema, ROOT / file)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


class PreCommit(Repository):
    @needs_tools
    def test_hooks_run_on_a_repository(self):
        # As an installed hook runs, without the build of the package that pre-commit would make first.
        script = ("import sys, yaml\nhooks = yaml.safe_load(open(sys.argv[1]))\nfor h in hooks:\n"
                  "    h['language'] = 'system'\n    h['entry'] = h['entry'].replace('graphlift', sys.argv[2], 1) + ' --python ' + sys.argv[3]\n"
                  "yaml.safe_dump({'repos': [{'repo': 'local', 'hooks': hooks}]}, open('.pre-commit-config.yaml', 'w'))\n")
        made = tool("-c", script, ROOT / ".pre-commit-hooks.yaml", GRAPHLIFT, PYTHON, cwd=self.root)
        self.assertEqual(made.returncode, 0, made.stderr)
        valid = tool("-m", "pre_commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml")
        self.assertEqual(valid.returncode, 0, valid.stdout)
        self.commit()
        env = {**GIT, "PRE_COMMIT_HOME": str(self.root / "home")}

        def run(hook, *arguments):
            return tool("-m", "pre_commit", "run", hook, "--all-files", *arguments, cwd=self.root, env=env)
        self.assertEqual(run("graphlift").returncode, 0, run("graphlift").stdout)
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
        (self.root / "main.py").write_text(WORSE)
        self.git("add", "-A")
        failed = run("graphlift")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("main.py:6:16: GL103", failed.stdout)
        gate = run("graphlift-gate", "--hook-stage", "pre-push")
        self.assertEqual(gate.returncode, 1, gate.stdout)
        self.assertIn("new: main.py:6 GL103", gate.stdout)


class Completions(unittest.TestCase):
    def test_bash(self):
        script = subprocess.run([GRAPHLIFT, "completions", "bash"], capture_output=True, text=True, check=True).stdout

        def complete(*words):
            line = " ".join(f"'{w}'" for w in words)
            command = f"{script}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _graphlift; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True).stdout.split()
        self.assertEqual(complete("graphlift", "ga"), ["gate"])
        self.assertIn("--base", complete("graphlift", "gate", "--"))
        self.assertIn("--format", complete("graphlift", "check", "--fo"))
        self.assertEqual(complete("graphlift", "baseline", "pr"), ["prune"])

    def test_others_name_every_verb(self):
        verbs = re.findall(r"^  (\w+)  ", subprocess.run([GRAPHLIFT, "--help"], capture_output=True, text=True).stdout, re.M)
        self.assertGreater(len(verbs), 6)
        for shell in ("zsh", "fish"):
            script = subprocess.run([GRAPHLIFT, "completions", shell], capture_output=True, text=True, check=True).stdout
            for verb in verbs:
                self.assertIn(verb, script)


class Site(unittest.TestCase):
    @needs_tools
    def test_the_documentation_builds_and_its_links_lead_somewhere(self):
        if tool("-c", "import material").returncode != 0:
            self.skipTest("mkdocs-material is not installed")
        result = subprocess.run([ROOT / "tools/docs_site.sh", TOOLS], capture_output=True, text=True, env={**CLEAN, "NO_MKDOCS_2_WARNING": "1"})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertTrue((ROOT / "build/site/rules/host-sync.html").exists())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
