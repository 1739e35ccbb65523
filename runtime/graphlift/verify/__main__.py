"""`python -m graphlift.verify PROGRAM.py [OPTIONS] [-- ARGUMENTS]`; the native command `graphlift verify` starts this."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from typing import List, Optional

from .driver import EXIT_INTERNAL, EXIT_USAGE, exit_code, verify
from .options import Options
from .text import write_text


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="graphlift verify", description="Run a program's compiled regions eager and as a graph from identical "
                                "states, and compare everything that can be observed")  # fmt: skip
    p.add_argument("program", metavar="PROGRAM.py")
    p.add_argument("arguments", nargs="*", metavar="ARGUMENTS", help="of the program; put -- before them")
    p.add_argument("--format", choices=("full", "json"), default="full")
    p.add_argument("-o", "--output", metavar="FILE", help="write the report there instead of to standard output")
    p.add_argument("--backend", help="instead of what the program asks for: inductor, aot_eager, eager, …, or MODULE:ATTRIBUTE")
    p.add_argument("--mode", help="of torch.compile, instead of what the program asks for")
    p.add_argument("--calls", type=int, default=3, metavar="N", help="examine at most N calls of a region (default 3)")
    p.add_argument("--timeout", type=float, default=300, metavar="S", help="seconds for one examined call (default 300)")
    p.add_argument("--samples", type=int, default=4, metavar="N", help="runs with rounding noise that tell how far correct results may be apart")
    p.add_argument("--keep", metavar="DIR", help="leave the work folder there: results of each call, output of the program")
    p.add_argument("--graphlift", help=argparse.SUPPRESS)
    p.add_argument("--compiler", help=argparse.SUPPRESS)
    return p


def main(argv: Optional[List[str]] = None) -> int:
    given = parser().parse_args(argv)
    options = Options(program=given.program, arguments=given.arguments, backend=given.backend, compiler=given.compiler, mode=given.mode,
                      calls=given.calls, timeout=given.timeout, samples=given.samples)  # fmt: skip
    try:
        report = verify(options, graphlift=given.graphlift, keep=given.keep)
    except FileNotFoundError as missing:
        print(f"graphlift: cannot read {missing.args[-1]}", file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        return 130
    except Exception:
        traceback.print_exc()
        return EXIT_INTERNAL
    text = json.dumps(report, indent=1) + "\n" if given.format == "json" else write_text(report)
    try:
        if given.output:
            with open(given.output, "w", encoding="utf-8") as f:
                f.write(text)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
    except OSError as wrong:
        print(f"graphlift: the report could not be written: {wrong}", file=sys.stderr)
        return EXIT_USAGE
    return exit_code(report)


if __name__ == "__main__":
    sys.exit(main())
