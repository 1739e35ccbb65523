"""Holds what happened against what `graphlift check` predicts for the same program: a wrong prediction is a bug with a ready input file."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Any, Dict, List, Optional, Tuple

# Frames that are given up because of a break elsewhere; torch logs them beside the break itself.
_CONSEQUENCES = {"Encountered graph break when attempting to trace CALL_METHOD", "graph break in loop", "Graph break under GenericContextWrappingVariable"}


def predict(graphlift: str, program: str, python: str) -> Optional[Dict[str, Any]]:
    """The JSON report of `graphlift check`, or None when it gave none."""
    done = subprocess.run([graphlift, "check", program, "--format", "json", "--python", python], capture_output=True, text=True, timeout=600,
                          cwd=os.getcwd(), check=False)  # fmt: skip
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return None


def _place(record: Dict[str, Any]) -> Tuple[str, int]:
    return record["file"], int(record["line"])


def compare_with_prediction(predicted: Dict[str, Any], report: Dict[str, Any]) -> Dict[str, Any]:
    """`agrees`, and the break sites `missed` (happened, not predicted) and `false` (predicted as certain, did not happen)."""
    real: Dict[Tuple[str, int], Dict[str, Any]] = {}
    for each in report["breaks"]:
        if each["gb_type"] not in _CONSEQUENCES:
            real.setdefault(_place(each), each)
    findings = [f for f in predicted.get("findings", []) if f.get("gb_id") and f["regions"]]
    known = {_place(f) for f in findings}
    for finding in findings:
        known |= {(step["file"], int(step["line"])) for step in finding.get("consequences", [])}
        known |= {(finding["file"], line) for line in range(finding["line"], finding.get("end_line", finding["line"]) + 1)}
    unknown = any(r["verdict"] == "unknown" for r in predicted.get("regions", []))
    missed = [real[p] for p in sorted(real) if p not in known]
    certain: List[Dict[str, Any]] = [f for f in findings if f["certainty"] == "definite"]
    real_lines = {_place(b) for b in report["breaks"]}
    false = [
        {k: f[k] for k in ("code", "rule", "file", "line", "message")}
        for f in certain
        if not any((f["file"], line) in real_lines for line in range(f["line"], f.get("end_line", f["line"]) + 1))
    ]
    graphs = sum(r.get("predicted_graphs") or 0 for r in predicted.get("regions", []))
    return {
        "agrees": not missed and not false and not unknown,
        "missed": [{k: b[k] for k in ("file", "line", "gb_type")} for b in missed],
        "false": false,
        "predicted_graphs": graphs,
        "unknown_regions": sum(r["verdict"] == "unknown" for r in predicted.get("regions", [])),
    }
