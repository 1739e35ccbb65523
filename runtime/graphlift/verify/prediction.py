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


class _Places:
    """Positions of a report, with paths that mean the same whatever folder they are relative to."""

    def __init__(self, root: str):
        self._root = root

    def at(self, file: str, line: Any) -> Tuple[str, int]:
        if not file.startswith("site-packages/"):
            file = os.path.normpath(os.path.join(self._root, file))
        return file, int(line)

    def of(self, record: Dict[str, Any]) -> Tuple[str, int]:
        return self.at(record["file"], record["line"])

    def lines_of(self, finding: Dict[str, Any]) -> List[Tuple[str, int]]:
        return [self.at(finding["file"], line) for line in range(finding["line"], finding.get("end_line", finding["line"]) + 1)]


def compare_with_prediction(predicted: Dict[str, Any], report: Dict[str, Any]) -> Dict[str, Any]:
    """`agrees`, and the break sites `missed` (happened, not predicted) and `false` (predicted as certain, did not happen)."""
    happened, said = _Places(os.getcwd()), _Places(predicted.get("root") or os.getcwd())
    real: Dict[Tuple[str, int], Dict[str, Any]] = {}
    for each in report["breaks"]:
        if each["gb_type"] not in _CONSEQUENCES:
            real.setdefault(happened.of(each), each)
    findings = [f for f in predicted.get("findings", []) if f.get("gb_id") and f["regions"]]
    known = {place for f in findings for place in said.lines_of(f)}
    known |= {said.of(step) for f in findings for step in f.get("consequences", [])}
    unknown = sum(r["verdict"] == "unknown" for r in predicted.get("regions", []))
    missed = [real[p] for p in sorted(real) if p not in known]
    real_places = {happened.of(b) for b in report["breaks"]}
    false = [
        {k: f[k] for k in ("code", "rule", "file", "line", "message")}
        for f in findings
        if f["certainty"] == "definite" and not real_places & set(said.lines_of(f))
    ]
    return {
        "agrees": not missed and not false and not unknown,
        "missed": [{k: b[k] for k in ("file", "line", "gb_type")} for b in missed],
        "false": false,
        "predicted_graphs": sum(r.get("predicted_graphs") or 0 for r in predicted.get("regions", [])),
        "unknown_regions": unknown,
    }
