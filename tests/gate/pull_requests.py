"""The synthetic pull requests of test_gate.py: a repository around two files of a real package, and one edit each.

A request says what the gate must find: (code, file) of each new and each fixed finding, and regions that got worse. Everything that is
not named must be found to have been there before."""
import ast
import re

HELPERS = '''import torch

SETTINGS = {"log": False, "check": False}


def scale(x, by=2.0):
    return x * by


def is_wide(x):
    return x.shape[1] > 4


def norm_of(x):
    return x.norm().item()


def report(x):
    total = x.sum().item()
    return total
'''

TRAIN = '''import torch
import torch.nn.functional as F

import helpers
from vision.vit import ViT

model = ViT(image_size=8, patch_size=4, num_classes=4, dim=16, depth=1, heads=2, mlp_dim=16, dim_head=8)


@torch.compile
def step(images, labels):
    logits = model(helpers.scale(images))
    if helpers.is_wide(images):
        logits = logits * 2
    loss = F.cross_entropy(logits, labels)
    size = helpers.norm_of(logits)
    if helpers.SETTINGS["log"]:
        print("loss", loss)
    return loss * size


for _ in range(2):
    step(torch.randn(2, 3, 8, 8), torch.randint(0, 4, (2,)))
'''

EVALUATE = '''import torch

import helpers
from vision.simple_vit import SimpleViT

net = torch.compile(SimpleViT(image_size=8, patch_size=4, num_classes=4, dim=16, depth=1, heads=2, mlp_dim=16, dim_head=8))


@torch.compile
def score(x):
    best = x.max()
    if best > 0:
        x = x / best
    return x * helpers.report(x)


score(net(torch.randn(2, 3, 8, 8)))
'''


class Tree(dict):
    """Files of the repository, by path."""

    def edit(self, path, old, new, count=1):
        assert old in self[path], (path, old)
        self[path] = self[path].replace(old, new, count)

    def everywhere(self, old, new):
        for path in self:
            self[path] = re.sub(rf"\b{old}\b", new, self[path])

    def move(self, old, new):
        self[new] = self.pop(old)


REQUESTS = []


def request(new=(), fixed=(), worse=(), **options):
    def add(edit):
        REQUESTS.append((edit, sorted(new), sorted(fixed), sorted(worse), options))
        return edit
    return add


@request()
def unrelated_edit(t):
    t.edit("train.py", "import torch\n", "import torch\n\nEPOCHS = 3\nNAME = 'run'\n")


@request()
def comments_and_docstrings(t):
    t.edit("vision/vit.py", "def pair(t):", 'def pair(t):\n    """Two of them."""\n    # a comment')
    t.edit("helpers.py", "    return x.norm().item()", "    # the size\n    return x.norm().item()  # one number")


@request()
def reformatted_as_a_whole(t):
    for path in ("vision/vit.py", "helpers.py", "train.py"):
        t[path] = ast.unparse(ast.parse(t[path])) + "\n"


@request()
def split_over_lines(t):
    t.edit("helpers.py", "    return x.norm().item()", "    return (\n        x\n        .norm()\n        .item()\n    )")
    t.edit("train.py", "step(torch.randn(2, 3, 8, 8), torch.randint(0, 4, (2,)))", "step(\n        torch.randn(2, 3, 8, 8),\n        torch.randint(0, 4, (2,)),\n    )")


@request()
def other_indentation(t):
    t["train.py"] = t["train.py"].replace("    ", "  ")


@request()
def windows_line_ends(t):
    t["helpers.py"] = t["helpers.py"].replace("\n", "\r\n")


@request()
def file_renamed(t):
    t.move("helpers.py", "support.py")
    t.everywhere("helpers", "support")


@request()
def package_renamed(t):
    for path in [p for p in t if p.startswith("vision/")]:
        t.move(path, path.replace("vision/", "sight/"))
    t.everywhere("vision", "sight")


@request()
def script_moved_into_a_folder(t):
    t.move("evaluate.py", "tools/evaluate.py")


@request()
def function_moved_within_its_file(t):
    function = t["helpers.py"][t["helpers.py"].index("def norm_of"):t["helpers.py"].index("def report")]
    t.edit("helpers.py", function, "")
    t["helpers.py"] += "\n\n" + function.rstrip() + "\n"


@request()
def function_moved_to_another_file(t):
    function = t["helpers.py"][t["helpers.py"].index("def norm_of"):t["helpers.py"].index("def report")]
    t.edit("helpers.py", function, "")
    t["sizes.py"] = function.rstrip() + "\n"
    t.edit("train.py", "import helpers\n", "import helpers\nimport sizes\n")
    t.edit("train.py", "helpers.norm_of", "sizes.norm_of")


@request()
def function_renamed(t):
    t.everywhere("norm_of", "size_of")


@request()
def variable_renamed(t):
    t.edit("evaluate.py", "best = x.max()\n    if best > 0:\n        x = x / best", "top = x.max()\n    if top > 0:\n        x = x / top")
    t.edit("helpers.py", "total = x.sum().item()\n    return total", "amount = x.sum().item()\n    return amount")


@request()
def annotations_added(t):
    t.edit("helpers.py", "def norm_of(x):", "def norm_of(x: torch.Tensor) -> float:")


@request()
def part_extracted_into_a_function(t):
    t.edit("evaluate.py", "@torch.compile\ndef score(x):\n    best = x.max()\n    if best > 0:\n        x = x / best\n    return x * helpers.report(x)\n",
           "def shrunk(x):\n    best = x.max()\n    if best > 0:\n        x = x / best\n    return x\n\n\n@torch.compile\ndef score(x):\n    return shrunk(x) * helpers.report(x)\n")


@request()
def dependency_bump(t):
    t["requirements.txt"] = "torch==2.13.1\n"


@request()
def dead_code_with_a_break(t):
    t["evaluate.py"] += "\n\ndef unused(x):\n    return x.item()\n"


@request(new=[("GL103", "train.py")])
def one_more_break_in_the_script(t):
    t.edit("train.py", "    return loss * size", "    return loss * size * logits.max().item()")


@request(new=[("GL105", "vision/vit.py")])
def print_in_the_package(t):
    t.edit("vision/vit.py", "        batch = img.shape[0]\n", "        print('forward')\n        batch = img.shape[0]\n")


@request(new=[("GL103", "helpers.py")])
def function_that_nobody_calls_yet(t):
    t["helpers.py"] += "\n\ndef peak(x: torch.Tensor):\n    return x.max().item()\n"


@request(new=[("GL103", "helpers.py")], worse=["helpers.scale"])
def helper_breaks_for_its_callers(t):
    t.edit("helpers.py", "    return x * by", "    return x * (by / x.abs().max().item())")


@request(new=[("GL101", "train.py")], through=("train.py", "helpers.py"))
def helper_makes_a_branch_elsewhere_break(t):
    t.edit("helpers.py", "return x.shape[1] > 4", "return x.mean() > 4")


@request(new=[("GL105", "train.py")], through=("train.py", "helpers.py"))
def setting_switches_a_break_on(t):
    t.edit("helpers.py", '"log": False', '"log": True')


@request(fixed=[("GL103", "helpers.py")])
def break_fixed(t):
    t.edit("helpers.py", "return x.norm().item()", "return x.norm()")


@request(fixed=[("GL101", "evaluate.py")])
def branch_fixed(t):
    t.edit("evaluate.py", "    if best > 0:\n        x = x / best\n", "    x = torch.where(best > 0, x / best, x)\n")


@request(new=[("GL103", "helpers.py")], worse=["helpers.norm_of", "train.step"], revert=True)
def fix_reverted(t):
    t.edit("helpers.py", "return x.norm().item()", "return x.norm()")


@request(new=[("GL103", "helpers.py")])
def the_same_statement_once_more(t):
    t.edit("helpers.py", "    total = x.sum().item()\n", "    total = x.sum().item()\n    total = x.sum().item()\n")


@request(fixed=[("GL103", "helpers.py")])
def fixed_here_and_moved_there(t):
    t.edit("helpers.py", "return x.norm().item()", "return x.norm()")
    function = t["helpers.py"][t["helpers.py"].index("def report"):]
    t.edit("helpers.py", function, "")
    t["reports.py"] = function
    t.edit("evaluate.py", "import helpers", "import reports")
    t.edit("evaluate.py", "helpers.report", "reports.report")


@request(new=[("GL103", "support.py")])
def file_renamed_and_made_worse(t):
    t.move("helpers.py", "support.py")
    t.everywhere("helpers", "support")
    t.edit("support.py", "    return x * by", "    return x * (by / x.abs().max().item())")


@request(fixed=[("GL101", "evaluate.py")])
def script_deleted(t):
    del t["evaluate.py"]


@request(new=[("GL103", "extra.py")])
def script_added(t):
    t["extra.py"] = "import torch\n\n\n@torch.compile\ndef total(x):\n    return x * x.sum().item()\n\n\ntotal(torch.ones(3))\n"


@request()
def known_break_suppressed(t):
    t.edit("helpers.py", "return x.norm().item()", "return x.norm().item()  # graphlift: ignore[host-sync] logged once")


@request()
def new_break_suppressed(t):
    t.edit("train.py", "    return loss * size", "    return loss * size * logits.max().item()  # graphlift: ignore[host-sync] measured")


@request(new=[("GL000", "helpers.py")], fixed=[("GL103", "helpers.py")] * 2, anything_else=True)
def syntax_error(t):
    t.edit("helpers.py", "def scale(x, by=2.0):", "def scale(x, by=2.0:")


@request(worse=["evaluate.score"], anything_else=True)
def full_graph_demanded(t):
    for path in ("train.py", "evaluate.py"):
        t.edit(path, "@torch.compile\n", "@torch.compile(fullgraph=True)\n")
