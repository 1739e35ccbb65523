#!/usr/bin/env python3
"""Every output format of a real run, read by what will read it: test_formats.py GRAPHLIFT [SARIF_SCHEMA].

SARIF is checked against the official schema where GRAPHLIFT_TOOLS_PYTHON names a Python with `jsonschema`."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from html.parser import HTMLParser

GRAPHLIFT = os.path.abspath(sys.argv[1])
SCHEMA = sys.argv[2] if len(sys.argv) > 2 and os.path.exists(sys.argv[2]) else None
TOOLS = os.environ.get("GRAPHLIFT_TOOLS_PYTHON")
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "testdata/examples/train.py"
FORMATS = ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit", "rdjson", "markdown", "html")

VALIDATE = """
import json, sys, jsonschema
schema, log = (json.load(open(p)) for p in sys.argv[1:3])
errors = list(jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()).iter_errors(log))
for e in errors[:20]: print(list(e.absolute_path), e.message[:300])
sys.exit(1 if errors else 0)
"""


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.addresses, self.articles = [], [], 0

    def handle_starttag(self, tag, attributes):
        self.articles += tag == "article"
        self.addresses += [v for k, v in attributes if k in ("src", "href")]
        if tag not in ("meta", "input", "rect", "path", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag in ("rect", "path") or self.open.pop() == tag, f"</{tag}> closes another element"


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        (cls.root / ".git").mkdir()
        work = cls.root / "sub folder"
        work.mkdir()
        (work / "train.py").write_text(EXAMPLE.read_text())
        python = ["--python", os.environ["GRAPHLIFT_PYTHON"]] if os.environ.get("GRAPHLIFT_PYTHON") else []
        outputs = [word for f in FORMATS for word in ("-o", f"{f}:out/report.{f}")]
        cls.result = subprocess.run([GRAPHLIFT, "check", *python, *outputs, "train.py"], cwd=work, capture_output=True, text=True)
        cls.out = work / "out"

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def text(self, name):
        return (self.out / f"report.{name}").read_text()

    def test_one_run_wrote_them_all(self):
        self.assertEqual(self.result.returncode, 1, self.result.stderr)
        self.assertEqual(self.result.stdout, "")
        for name in FORMATS:
            self.assertTrue(self.text(name), name)
        self.assertEqual(len(json.loads(self.text("json"))["findings"]), 3)
        self.assertEqual([json.loads(line)["code"] for line in self.text("json-lines").splitlines()], ["GL101", "GL103", "GL105"])

    def test_junit(self):
        suites = xml.etree.ElementTree.fromstring(self.text("junit").encode())
        self.assertEqual((suites.tag, suites.get("failures")), ("testsuites", "3"))
        self.assertEqual(len(suites.findall("testsuite/testcase/failure")), 3)

    def test_gitlab(self):
        issues = json.loads(self.text("gitlab"))
        self.assertEqual({i["location"]["path"] for i in issues}, {"sub folder/train.py"})
        self.assertEqual(len({i["fingerprint"] for i in issues}), 3)

    def test_github(self):
        for line in self.text("github").splitlines():
            self.assertRegex(line, r"^::warning title=graphlift \(GL\d+ [a-z-]+\),file=sub folder/train.py,line=\d+,col=\d+,endColumn=\d+,endLine=\d+::")

    def test_rdjson(self):
        for one in json.loads(self.text("rdjson"))["diagnostics"]:
            start, end = one["location"]["range"]["start"], one["location"]["range"]["end"]
            self.assertLess((start["line"], start["column"]), (end["line"], end["column"]))

    def test_html_is_self_contained(self):
        page = Page()
        page.feed(self.text("html"))
        self.assertEqual((page.open, page.addresses, page.articles), ([], [], 3))
        self.assertIn("<svg", self.text("html"))

    def test_sarif_as_github_wants_it(self):
        log = json.loads(self.text("sarif"))
        (run,) = log["runs"]
        for rule in run["tool"]["driver"]["rules"]:
            for key in ("shortDescription", "fullDescription", "help"):
                self.assertTrue(0 < len(rule[key]["text"]) <= 1024, (rule["id"], key))
            self.assertIn(rule["properties"]["precision"], ("very-high", "high", "medium", "low"))
            self.assertLessEqual(len(rule["properties"]["tags"]), 10)
            self.assertIn("markdown", rule["help"])
        for result in run["results"]:
            place = result["locations"][0]["physicalLocation"]
            self.assertEqual(place["artifactLocation"]["uri"], "sub%20folder/train.py")
            self.assertEqual(set(place["region"]), {"startLine", "startColumn", "endLine", "endColumn"})
            self.assertRegex(result["partialFingerprints"]["primaryLocationLineHash"], r"^[0-9a-f]{1,16}:\d+$")
            ids = {r["id"] for r in result.get("relatedLocations", [])}
            self.assertEqual("](1)" in result["message"]["text"], 1 in ids)

    @unittest.skipUnless(TOOLS and SCHEMA, "no jsonschema or no SARIF schema here")
    def test_sarif_follows_the_official_schema(self):
        result = subprocess.run([TOOLS, "-c", VALIDATE, SCHEMA, self.out / "report.sarif"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_wrong_destinations(self):
        for word in ("xml:a", "sarif:", ":a"):
            result = subprocess.run([GRAPHLIFT, "check", "x.py", "-o", word], capture_output=True, text=True)
            self.assertEqual(result.returncode, 2, word)
            self.assertIn("format" if word != "sarif:" else "names no file", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
