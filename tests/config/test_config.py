#!/usr/bin/env python3
"""Configuration files, suppressions and the baseline as a user meets them: test_config.py GRAPHLIFT."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

GRAPHLIFT = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = ["--python", os.environ["GRAPHLIFT_PYTHON"]] if os.environ.get("GRAPHLIFT_PYTHON") else []
CLEAN = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHLIFT_")}

NET = """import torch


class Net(torch.nn.Module):
    def forward(self, x):
        print("in")
        n = x.sum().item()
        if x.mean() > 0:
            x = x + 1
        return x * n


net = torch.compile(Net())
net(torch.ones(3))
"""


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / ".git").mkdir()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_it(self, *arguments, **environment):
        return subprocess.run([GRAPHLIFT, *arguments], cwd=self.root, capture_output=True, text=True, env={**CLEAN, **environment})

    def found(self, *arguments, **environment):
        """(file, line, code) of every finding."""
        result = self.run_it("check", *arguments, *PYTHON, "--format", "json", **environment)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return [(f["file"], f["line"], f["code"]) for f in json.loads(result.stdout)["findings"]]

    def codes(self, *arguments, **environment):
        return [code for _, _, code in self.found(*arguments, **environment)]


class Configuration(Folder):
    def test_closest_file_wins_and_extend(self):
        self.write("pyproject.toml", '[project]\nname = "x"\n[tool.graphlift]\nignore = ["GL105"]\n')
        self.write("a/net.py", NET)
        self.write("b/graphlift.toml", 'select = ["host-sync"]\n')
        self.write("b/net.py", NET)
        self.write("c/graphlift.toml", 'extend = "../pyproject.toml"\nextend-ignore = ["GL101"]\n')
        self.write("c/net.py", NET)
        by_file = {}
        for file, _, code in self.found("."):
            by_file.setdefault(file, []).append(code)
        self.assertEqual(by_file["a/net.py"], ["GL103", "GL101"])
        self.assertEqual(by_file["b/net.py"], ["GL103"])
        self.assertEqual(by_file["c/net.py"], ["GL103"])

    def test_rules_severity_and_per_file(self):
        self.write("net.py", NET)
        self.write("graphlift.toml", '[per-file-ignores]\n"net.py" = ["GL105"]\n"other/**" = ["ALL"]\n[severity]\nGL101 = "off"\nhost-sync = "info"\n')
        self.assertEqual(self.codes("net.py"), ["GL103"])
        self.assertEqual(self.run_it("check", "net.py", *PYTHON).returncode, 0)
        self.assertEqual(self.codes("net.py", "--isolated"), ["GL105", "GL103", "GL101"])
        self.assertEqual(self.codes("net.py", "--config", 'per-file-ignores = {}', "--extend-select", "GL101"), ["GL105", "GL103"])
        self.assertEqual(self.codes("net.py", "--isolated", "--select", "GL101"), ["GL101"])
        self.assertEqual(self.codes("net.py", "--isolated", GRAPHLIFT_SELECT="GL101,GL105"), ["GL105", "GL101"])

    def test_mistakes_are_named_with_file_and_line(self):
        self.write("net.py", "x = 1\n")
        for text, what in (('selct = ["GL1"]', "did you mean `select`?"), ('select = ["host-snyc"]', "did you mean `host-sync`?"),
                           ("possible = 1", "must be true or false"), ("[gate]\nmax-brakes = {}", "did you mean `max-breaks`?"),
                           ("select = [", "graphlift.toml:"), ('extend = "absent.toml"', "absent.toml"), ('extend = "graphlift.toml"', "extends itself"),
                           ('[[gate.exceptions]]\nexpires = "soon"', "must be a date")):
            with self.subTest(text):
                self.write("graphlift.toml", "\n" + text + "\n")
                result = self.run_it("check", "net.py")
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(what, result.stderr)
                self.assertRegex(result.stderr, r"graphlift\.toml(:\d+)?: ")

    def test_exclude_and_gitignore(self):
        for name in ("a.py", "build/b.py", "gen/c.py", "keep/d.py", "keep/e_gen.py"):
            self.write(name, "x = = 1\n")
        self.write(".gitignore", "build/\n")
        self.write("keep/.gitignore", "*_gen.py\n")
        self.write("graphlift.toml", 'exclude = ["gen"]\n')
        self.assertEqual([f for f, _, _ in self.found(".")], ["a.py", "keep/d.py"])
        self.assertEqual([f for f, _, _ in self.found(".", "--no-respect-gitignore")], ["a.py", "build/b.py", "keep/d.py", "keep/e_gen.py"])
        self.assertEqual([f for f, _, _ in self.found(".", "--exclude", "keep")], ["a.py", "gen/c.py"])
        self.assertEqual([f for f, _, _ in self.found("gen/c.py", "a.py")], ["a.py", "gen/c.py"])
        self.assertEqual([f for f, _, _ in self.found("gen/c.py", "a.py", "--force-exclude")], ["a.py"])

    def test_config_shows_values_and_where_they_come_from(self):
        self.write("graphlift.toml", '\nignore = ["GL105"]\n[gate]\nfail-on = "error"\n')
        shown = json.loads(self.run_it("config", "--format", "json").stdout)
        self.assertEqual(shown["ignore"], {"value": ["GL105"], "set_by": f"{self.root}/graphlift.toml:2"})
        self.assertEqual(shown["gate.fail-on"]["set_by"], f"{self.root}/graphlift.toml:4")
        self.assertEqual(shown["possible"]["set_by"], "built in")
        self.assertIn("did you mean `fail-on`", self.run_it("config", "--key", "fial-on").stderr)

    def test_entries_with_assumed_values(self):
        self.write("model.py", """import torch


class Config:
    def __init__(self, trace=True):
        self.trace = trace


def run(x: torch.Tensor, config: Config, log: bool = False):
    if config.trace:
        print("traced")
    if log:
        return x.item()
    return x * 2
""")
        entry = '[[entries]]\ntarget = "model:run"\n'
        self.write("graphlift.toml", entry + 'assume = {"config.trace" = true}\n')
        self.assertEqual(self.codes("model.py"), ["GL105"])
        self.write("graphlift.toml", entry + 'assume = {"config.trace" = false, log = true}\n')
        self.assertEqual(self.codes("model.py"), ["GL103"])
        self.write("graphlift.toml", entry + 'assume = {"config.trace" = false, "nothing.at.all" = 1}\n')
        self.assertIn("it has no parameter `nothing`", self.run_it("check", "model.py", *PYTHON, "-v").stderr)
        self.write("graphlift.toml", '[[entries]]\ntarget = "model.run"\n')
        self.assertEqual(self.run_it("check", "model.py").returncode, 2)

    def test_published_schema_is_that_of_the_binary(self):
        self.assertEqual(self.run_it("config", "--schema").stdout, (ROOT / "docs/graphlift.schema.json").read_text())

    @unittest.skipUnless(os.environ.get("GRAPHLIFT_TOOLS_PYTHON"), "no jsonschema here")
    def test_schema_accepts_and_refuses(self):
        script = ("import json, jsonschema, sys\nvalidator = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))\n"
                  "print(*(int(validator.is_valid(one)) for one in json.load(sys.stdin)))")
        documents = [{"select": ["GL1"], "gate": {"max-breaks": {"train.*": 2}, "exceptions": [{"rule": "GL103", "expires": "2030-01-01"}]}},
                     {"selct": []}, {"gate": {"fail-on": "sometimes"}}, {"entries": [{"target": "a:b", "assume": {"c": False}}]}]
        result = subprocess.run([os.environ["GRAPHLIFT_TOOLS_PYTHON"], "-c", script, ROOT / "docs/graphlift.schema.json"],
                                input=json.dumps(documents), capture_output=True, text=True)
        self.assertEqual(result.stdout.split(), ["1", "0", "0", "1"], result.stderr)


class Suppressions(Folder):
    def lines(self, text, *arguments):
        self.write("net.py", text)
        return [(line, code) for _, line, code in self.found("net.py", *arguments)]

    def test_statement_block_and_file(self):
        self.assertEqual(self.lines(NET), [(6, "GL105"), (7, "GL103"), (8, "GL101")])
        self.assertEqual(self.lines(NET.replace("n = x", "n = (  # graphlift: ignore[host-sync]\n            x").replace("item()", "item())")),
                         [(6, "GL105"), (9, "GL101")])
        self.assertEqual(self.lines(NET.replace("        if", "        # graphlift: ignore[GL101] rare\n        if")), [(6, "GL105"), (7, "GL103")])
        self.assertEqual(self.lines("# graphlift: file-ignore[GL1]\n" + NET)[0], (1, "GL902"))
        self.assertEqual(self.lines("# graphlift: file-ignore[GL101, GL103]\n" + NET), [(7, "GL105")])
        self.assertEqual(self.lines(NET.replace("        n =", "        # graphlift: disable[GL101,GL103]\n        n =")
                                    .replace("        return", "        # graphlift: enable\n        return")), [(6, "GL105")])
        self.assertEqual(self.lines(NET.replace("        n =", "        # graphlift: disable[GL101,GL103]\n        n =")
                                    .replace("        if", "        # graphlift: enable[GL101]\n        if")), [(6, "GL105"), (7, "GL901"), (10, "GL101")])
        self.assertEqual(self.lines(NET.replace('("in")', '("in")  # noqa: GL105')), [(7, "GL103"), (8, "GL101")])
        self.assertEqual(self.lines(NET.replace('("in")', '("in")  # noqa')), [(7, "GL103"), (8, "GL101")])

    def test_unused_ones_have_a_fix(self):
        self.write("net.py", NET.replace("print(\"in\")", "print(\"in\")  # graphlift: ignore[GL105, GL101] why").replace("import torch\n", "import torch  # noqa: GL103\n", 1))
        result = self.run_it("check", "net.py", *PYTHON, "--format", "json", "--select", "GL1,GL9")
        text = (self.root / "net.py").read_text()
        findings = [f for f in json.loads(result.stdout)["findings"] if f["code"] == "GL901"]
        self.assertEqual([f["line"] for f in findings], [1, 6])
        for f in reversed(findings):
            self.assertEqual(f["fixes"][0]["safety"], "safe")
            for edit in f["fixes"][0]["edits"]:
                text = text[:edit["start"]] + edit["text"] + text[edit["end"]:]
        self.assertIn("print(\"in\")  # graphlift: ignore[GL105] why\n", text)
        self.assertNotIn("GL103", text)
        self.write("net.py", text)
        self.assertNotIn("GL901", self.codes("net.py"))
        self.assertNotIn("GL901", self.codes("net.py", "--select", "GL105,GL901"))

    def test_reasons_can_be_required(self):
        self.write("graphlift.toml", "require-reason = true\n")
        self.assertIn((6, "GL902"), self.lines(NET.replace("print(\"in\")", "print(\"in\")  # graphlift: ignore[GL105]")))
        self.assertNotIn((6, "GL902"), self.lines(NET.replace("print(\"in\")", "print(\"in\")  # graphlift: ignore[GL105] needed")))

    def test_add_ignore(self):
        self.write("net.py", NET.replace("n = x.sum()", "n = (x\n             .sum())").replace("print(\"in\")", "print(\"in\")  # graphlift: ignore[GL201]"))
        result = self.run_it("check", "net.py", *PYTHON, "--add-ignore", "old code", "--ignore", "GL9")
        self.assertEqual(result.returncode, 0, result.stderr)
        text = (self.root / "net.py").read_text()
        self.assertIn("        # graphlift: ignore[host-sync] old code\n        n = (x\n", text)
        self.assertIn("if x.mean() > 0:  # graphlift: ignore[data-dependent-branch] old code\n", text)
        self.assertIn("# graphlift: ignore[GL201, print-or-log]\n", text)
        self.assertEqual(self.codes("net.py", "--ignore", "GL9"), [])
        compile(text, "net.py", "exec")

    def test_sarif_keeps_what_was_suppressed(self):
        self.write("net.py", NET.replace("print(\"in\")", "print(\"in\")  # graphlift: ignore[GL105] for the log"))
        run = json.loads(self.run_it("check", "net.py", *PYTHON, "--format", "sarif").stdout)["runs"][0]
        suppressed = [r for r in run["results"] if r["suppressions"]]
        self.assertEqual([(r["ruleId"], r["suppressions"]) for r in suppressed], [("GL105", [{"kind": "inSource", "justification": "for the log"}])])


class Baseline(Folder):
    def baseline(self, verb, *arguments):
        return self.run_it("baseline", verb, ".", *PYTHON, *arguments)

    def test_life_of_a_baseline(self):
        self.write("net.py", NET)
        self.assertEqual(self.baseline("create").returncode, 0)
        self.assertEqual(self.baseline("create").returncode, 2)
        self.write("graphlift.toml", 'baseline = "graphlift-baseline.json"\n')
        self.assertEqual(self.codes("."), [])
        self.assertEqual(self.baseline("check").returncode, 0)
        # Re-indented, reformatted, moved within the file, the file renamed.
        moved = NET.replace("n = x.sum().item()", "n = (\n            x.sum()  # sum\n            .item()\n        )").replace("import torch\n", "import torch\n\nY = 1\n", 1)
        (self.root / "net.py").unlink()
        self.write("pkg/model.py", moved)
        self.assertEqual(self.codes("."), [])
        self.assertEqual(self.baseline("check").returncode, 0)
        # One more is new, one that is gone is stale.
        self.write("pkg/model.py", moved.replace("return x * n", "return x * n * x.max().item()"))
        self.assertEqual(self.codes("."), ["GL103"])
        self.write("pkg/model.py", moved.replace('print("in")', "x = x * 2"))
        result = self.baseline("check")
        self.assertEqual(result.returncode, 1)
        self.assertIn("stale GL105", result.stdout)
        self.assertEqual(self.baseline("prune").returncode, 0)
        self.assertEqual(self.baseline("check").returncode, 0)
        file = self.root / "graphlift-baseline.json"
        entries = json.loads(file.read_text())
        self.assertEqual([e["code"] for e in entries["findings"]], ["GL101", "GL103"])
        # Reasons written by hand stay.
        entries["findings"][0]["reason"] = "rare"
        file.write_text(json.dumps(entries))
        self.assertEqual(self.baseline("update").returncode, 0)
        self.assertEqual(json.loads(file.read_text())["findings"][0]["reason"], "rare")

    def test_a_broken_baseline_is_said(self):
        self.write("net.py", "x = 1\n")
        self.write("b.json", "[]")
        for name in ("b.json", "absent.json"):
            result = self.run_it("check", "net.py", "--baseline", name)
            self.assertEqual(result.returncode, 2)
            self.assertIn(name, result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
