"""`python -m graphlift.verify PROGRAM.py [OPTIONS] [-- ARGUMENTS]`; the native command `graphlift verify` starts this."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from typing import List, Optional

from .driver import EXIT_INTERNAL, EXIT_USAGE, exit_code, verify, verify_against
from .html import write_html
from .options import Options
from .text import write_text


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="graphlift verify", description="Run a program's compiled regions eager and as a graph from identical "
                                "states, and compare everything that can be observed",
                                epilog="Arguments of the program come last, behind `--`.")  # fmt: skip
    p.add_argument("program", metavar="PROGRAM.py")
    p.add_argument("--format", choices=("full", "json", "html"), default="full")
    p.add_argument("-o", "--output", metavar="FILE", help="write the report there instead of to standard output")
    p.add_argument("--html", metavar="FILE", help="also write the report as HTML, with plots")
    p.add_argument("--entry", action="append", default=[], metavar="MODULE:QUALNAME",
                   help="compile this function, though the program does not (repeatable; __main__ for the program)")
    p.add_argument("--against", metavar="OTHER", help="compare with the same program in another tree (or file), both eager; OTHER is the version before")
    p.add_argument("--dtype", help="default floating type that the program starts with: float32, bfloat16, float64, …")
    p.add_argument("--device", help="default device; only cpu can be verified yet")
    p.add_argument("--backend", help="instead of what the program asks for: inductor, aot_eager, eager, …, or MODULE:ATTRIBUTE")
    p.add_argument("--mode", help="of torch.compile, instead of what the program asks for")
    p.add_argument("--calls", type=int, default=3, metavar="N", help="examine at most N calls of a region (default 3)")
    p.add_argument("--timeout", type=float, default=300, metavar="S", help="seconds for one examined call (default 300)")
    p.add_argument("--samples", type=int, default=4, metavar="N", help="runs with rounding noise that tell how far correct results may be apart")
    p.add_argument("--no-timing", action="store_true", help="compare only")
    p.add_argument("--pairs", type=int, default=40, metavar="N", help="pairs of eager and graph that are timed (default 40)")
    p.add_argument("--timing-seconds", type=float, default=20, metavar="S", help="for the timing of one region (default 20)")
    p.add_argument("--threads", type=int, default=1, metavar="N", help="processor threads while timing (default 1; comparing uses one)")
    p.add_argument("--keep", metavar="DIR", help="leave the work folder there: results of each call, output of the program")
    p.add_argument("--graphlift", help=argparse.SUPPRESS)
    p.add_argument("--compiler", help=argparse.SUPPRESS)
    return p


def main(argv: Optional[List[str]] = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    end = words.index("--") if "--" in words else len(words)
    given = parser().parse_args(words[:end])
    options = Options(program=given.program, arguments=words[end + 1 :], backend=given.backend, compiler=given.compiler, mode=given.mode,
                      calls=given.calls, timeout=given.timeout, samples=given.samples, timing=not given.no_timing, pairs=max(10, given.pairs),
                      timing_seconds=given.timing_seconds, threads=given.threads, entries=given.entry, dtype=given.dtype, device=given.device)  # fmt: skip
    if given.device not in (None, "cpu"):
        print(f"graphlift: --device {given.device}: legs are forked processes, which cannot use it; only cpu can be verified yet", file=sys.stderr)
        return EXIT_USAGE
    try:
        if given.against:
            report = verify_against(options, given.against, keep=given.keep)
        else:
            report = verify(options, graphlift=given.graphlift, keep=given.keep)
    except FileNotFoundError as missing:
        print(f"graphlift: cannot read {missing.args[-1]}", file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        return 130
    except Exception:
        traceback.print_exc()
        return EXIT_INTERNAL
    writers = {"json": lambda r: json.dumps(r, indent=1) + "\n", "html": write_html, "full": write_text}
    text = writers[given.format](report)
    try:
        if given.html:
            with open(given.html, "w", encoding="utf-8") as f:
                f.write(write_html(report))
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
