"""Runs a piece of work in a forked child: it sees exactly the state of this moment, and nothing that it does comes back but its answer.

A crash, a hang or an exception of the child is an answer too. Not for processes that have started CUDA.
"""

from __future__ import annotations

import dataclasses
import os
import pickle
import random
import signal
import sys
import time
import traceback
from typing import Any, Callable

import torch


@dataclasses.dataclass
class Answer:
    """`kind`: ok (see `value`), raised (the work failed), died (by a signal or an exit), timeout."""

    kind: str
    value: Any = None
    detail: str = ""
    output: str = ""  # the end of what the child wrote to its standard streams

    @property
    def ok(self) -> bool:
        return self.kind == "ok"


def _child(work: Callable[[], Any], path: str) -> None:
    """Never returns."""
    code = 1
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        log = os.open(path + ".log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        try:
            answer = Answer("ok", work())
        except BaseException as wrong:  # whatever it was, the parent must hear of it
            answer = Answer("raised", detail="".join(traceback.format_exception(type(wrong), wrong, wrong.__traceback__))[-8000:])
        torch.save(answer, path + ".part")
        os.rename(path + ".part", path)
        code = 0
    except BaseException:
        try:
            os.write(2, traceback.format_exc().encode())
        except OSError:
            pass
    finally:
        os._exit(code)


def _tail(path: str) -> str:
    try:
        with open(path, "rb") as f:
            f.seek(max(0, os.fstat(f.fileno()).st_size - 4000))
            return f.read().decode(errors="replace")
    except OSError:
        return ""


def _stop(pid: int) -> None:
    for target in (-pid, pid):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass


def run_isolated(work: Callable[[], Any], seconds: float, scratch: str) -> Answer:
    """The answer of `work()` in a child, given at most `seconds`. `scratch`: a file name that is free."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (ValueError, OSError, AttributeError):
            pass
    deadline = time.monotonic() + seconds
    numbers = random.getstate()
    pid = os.fork()
    if pid == 0:
        random.setstate(numbers)  # Python seeds a forked child anew
        _child(work, scratch)
    status = None
    pause = 0.0005
    while status is None:
        done, code = os.waitpid(pid, os.WNOHANG)
        if done:
            status = code
        elif time.monotonic() > deadline:
            _stop(pid)
            os.waitpid(pid, 0)
            return Answer("timeout", detail=f"no answer within {seconds:.0f} s", output=_tail(scratch + ".log"))
        else:
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
    _stop(pid)  # what it may have left in its group
    output = _tail(scratch + ".log")
    try:
        answer = torch.load(scratch, weights_only=False)
        answer.output = output
    except (OSError, RuntimeError, EOFError, pickle.UnpicklingError) as wrong:
        how = f"killed by {signal.Signals(os.WTERMSIG(status)).name}" if os.WIFSIGNALED(status) else f"exit status {os.WEXITSTATUS(status)}"
        answer = Answer("died", detail=f"the process ended without an answer ({how}; {type(wrong).__name__})", output=output)
    for name in (scratch, scratch + ".log", scratch + ".part"):
        try:
            os.unlink(name)
        except OSError:
            pass
    return answer
