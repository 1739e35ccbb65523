#!/usr/bin/env python3
"""Analysed code is never run: a project full of code that would leave a trace at every place where Python might run it.

    test_never_run.py --graphlift PATH
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

TRAP = """import os, socket, subprocess
open({trace!r}, "w").write("run")
os.system("touch " + {trace!r})
subprocess.run(["touch", {trace!r}])
socket.socket().connect(("127.0.0.1", 9))
"""
PROGRAM = """import torch
from pkg import net
import helper

def step(x):
    if x.sum() > 0:
        return x
    return -x

torch.compile(step)(torch.ones(2))
class Meta(type):
    def __new__(mcls, *args):
        open({trace!r}, "w")
        return super().__new__(mcls, *args)
class Made(metaclass=Meta):
    file = open({trace!r}, "w")
exec("open(" + repr({trace!r}) + ", 'w')")
eval("__import__('os').system('touch ' + " + repr({trace!r}) + ")")
import atexit, os
atexit.register(open, {trace!r}, "w")
os._exit(0)
"""
PYPROJECT = """[build-system]
requires = []
build-backend = "trap"
backend-path = ["."]
[project]
name = "trap"
version = "1"
[project.entry-points.pytest11]
trap = "trap"
[tool.graphlift]
plugins = ["trap"]
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphlift", required=True)
    graphlift = os.path.abspath(parser.parse_args().graphlift)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        trace = str(root / "trace")
        trap = TRAP.format(trace=trace)
        site = root / "env" / "lib" / "python3.11" / "site-packages"
        for place in ("pkg/__init__.py", "pkg/net.py", "helper.py", "conftest.py", "setup.py", "trap.py", "sitecustomize.py", "usercustomize.py",
                      "pkg/__main__.py", "noxfile.py"):
            path = root / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(trap)
        (root / "program.py").write_text(PROGRAM.format(trace=trace))
        (root / "pyproject.toml").write_text(PYPROJECT)
        (root / "notebook.ipynb").write_text('{"cells": [{"cell_type": "code", "source": ["!touch %s\\n", "%%%%bash\\n", "%%run trap.py\\n", '
                                             '"open(\'%s\', \'w\')"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}' % (trace, trace))
        site.mkdir(parents=True)
        (root / "env" / "bin").mkdir()
        python = root / "env" / "bin" / "python"
        python.write_text(f"#!/bin/sh\ntouch {trace}\n")
        python.chmod(0o755)
        (root / "env" / "pyvenv.cfg").write_text("home = /usr/bin\nversion = 3.11.2\n")
        (site / "trap.pth").write_text(f"import os; open({trace!r}, 'w')\n")
        (site / "sitecustomize.py").write_text(trap)
        (site / "torch").mkdir()
        (site / "torch" / "__init__.py").write_text(trap)
        env = {**os.environ, "PYTHONSTARTUP": str(root / "trap.py"), "PYTHONPATH": str(root)}
        for arguments in (["check", "program.py"], ["check", "."], ["check", "notebook.ipynb"], ["check", "pkg"],
                          ["check", "program.py", "--entry", "program:step"], ["dump", "--stage=values", "program.py"]):
            done = subprocess.run([graphlift, *arguments, "--python", str(python)], cwd=root, env=env, capture_output=True, text=True, timeout=120)
            if done.returncode not in (0, 1, 2):
                sys.exit(f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
            if os.path.exists(trace):
                sys.exit(f"{' '.join(arguments)} ran code of the project")
        if "step" not in done.stdout:
            sys.exit(f"the program was not analysed: {done.stdout}{done.stderr}")
    print("nothing of the project ran")


if __name__ == "__main__":
    main()
