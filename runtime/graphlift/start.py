"""Starts a module of this package in any interpreter: `python start.py MODULE [ARGUMENTS]`.

Only the package itself is made importable, not what else lies in the folder that it is installed in: that may be the
site-packages of another environment than the program's.
"""

import importlib.util
import os
import runpy
import sys

PACKAGE = os.path.dirname(os.path.abspath(__file__))


def main() -> None:
    name = os.path.basename(PACKAGE)
    spec = importlib.util.spec_from_file_location(name, os.path.join(PACKAGE, "__init__.py"), submodule_search_locations=[PACKAGE])
    if spec is None or spec.loader is None:
        raise SystemExit(f"{PACKAGE} is no package")
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    spec.loader.exec_module(package)
    del sys.path[0]  # the folder of this file, whose modules are no top-level ones
    module = sys.argv[1]
    sys.argv = sys.argv[1:]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
