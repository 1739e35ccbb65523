#!/usr/bin/env python3
"""Overhead of the observer on training steps, and how often intervals of A/A comparisons hold 1. Prints one JSON object.

Runs in the environment with torch: measure.py [--pairs N] [--trials N].
"""
import argparse
import json
import pathlib
import random
import sys
import time

import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "runtime"))
from graphlift import native  # noqa: E402
from graphlift.verify.statistics import median, paired_ratio  # noqa: E402

import workloads  # noqa: E402


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def overhead(kind, pairs, context):
    """Median and interval of (step under `context`) / (step without), from pairs in random order."""
    step, order, measured = workloads.training_step(kind), random.Random(0), []
    for _ in range(3):
        step()

    def with_it():
        with context():
            start = time.perf_counter()
            step()
            return time.perf_counter() - start

    with_it()
    for _ in range(pairs):
        if order.random() < 0.5:
            a = with_it()
            b = seconds(step)
        else:
            b = seconds(step)
            a = with_it()
        measured.append((a, b))
    ratio = paired_ratio(measured)
    return {"step_ms": median([m[1] for m in measured]) * 1e3, "ratio": ratio.median, "interval": [ratio.low, ratio.high], "pairs": pairs}


class Unread(native.Observer):
    """The observer without turning its events into Python objects, which happens after the step."""

    def __exit__(self, *exc):
        self.total = native.library().graphlift_observer_stop()


def operators(kind):
    step = workloads.training_step(kind)
    step()
    with native.Observer() as seen:
        step()
    return seen.total


def microseconds(rounds=15, calls=10_000):
    """Of one `torch.neg` of one number: plain, observed, interposed, plain again. The best of several rounds, taken in turn."""
    x = torch.ones(1)
    contexts = (torch.enable_grad, lambda: Unread(1 << 18), native.Interposer, torch.enable_grad)
    best = [float("inf")] * len(contexts)
    for _ in range(rounds):
        for i, context in enumerate(contexts):
            with context():
                start = time.perf_counter()
                for _ in range(calls):
                    torch.neg(x)
                best[i] = min(best[i], (time.perf_counter() - start) / calls * 1e6)
    return best


def self_tests(trials, pairs=40):
    """How many of `trials` A/A intervals hold 1."""
    x, w = torch.randn(64, 64), torch.randn(64, 64)
    order, held = random.Random(1), 0

    def block():
        for _ in range(20):
            torch.tanh(x @ w)

    for trial in range(trials):
        measured = []
        for _ in range(pairs):
            one, two = seconds(block), seconds(block)
            measured.append((one, two) if order.random() < 0.5 else (two, one))
        held += paired_ratio(measured, trial).holds_one()
    return {"trials": trials, "held": held, "pairs": pairs}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--trials", type=int, default=500)
    given = parser.parse_args()
    torch.set_num_threads(1)
    native.library()
    plain, observed, interposed, again = microseconds()
    print(json.dumps({
        "operator_us": plain,
        "observer_us": observed - plain,
        "interposer_us": interposed - plain,
        "off_us": again - plain,
        "steps": {k: {"operators": operators(k), "observer": overhead(k, given.pairs, lambda: Unread(1 << 18)),
                      "interposer": overhead(k, given.pairs, native.Interposer)} for k in ("resnet18", "transformer")},
        "self_tests": self_tests(given.trials),
    }))  # fmt: skip


if __name__ == "__main__":
    main()
