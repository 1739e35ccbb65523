"""`python -m graphlift.native` builds the library for the installed torch and prints where it is."""

import sys

from . import BuildError, build

try:
    print(build())
except BuildError as wrong:
    print(f"graphlift: {wrong}", file=sys.stderr)
    sys.exit(2)
