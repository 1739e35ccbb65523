"""The report as text for a terminal."""

from __future__ import annotations

from typing import Any, Dict, List


def _legs(region: Dict[str, Any]) -> int:
    return sum(len(e["legs"] or {}) for e in region["examinations"])


def write_text(report: Dict[str, Any]) -> str:
    lines: List[str] = []
    for region in report["regions"]:
        lines.append(f"{region['file']}:{region['line']} {region['entry']}: {region['verdict']}")
        lines.append(f"  {region['examined']} of {region['calls']} calls examined, {_legs(region)} legs; compiled at {region['site']['file']}:{region['site']['line']}")
        if region["note"]:
            lines.append(f"  {region['note']}")
        shown = region["differences"][:8]
        for d in shown:
            lines.append(f"  {d['dimension']}{' of ' + d['path'] if d['path'] else ''}: {d['detail']}")
            if d.get("first_operator"):
                lines.append(f"    starts at {d['first_operator'].get('name')} ({d['first_operator'].get('stage', '')})".replace(" ()", ""))
            if d.get("source"):
                lines.append(f"    {d['source']['file']}:{d['source']['line']} {d['source'].get('text', '')}".rstrip())
        if len(region["differences"]) > len(shown):
            lines.append(f"  and {len(region['differences']) - len(shown)} more differences (--format json has all)")
        lines += _timing(region.get("timing"))
    if report["program_failure"]:
        lines.append("the program did not run to its end: " + report["program_failure"].strip().splitlines()[-1])
    if not report["regions"]:
        lines.append("nothing was verified: the program compiles nothing, and no --entry was given")
    lines += _facts(report)
    return "\n".join(lines) + "\n"


def _timing(timing: Any) -> List[str]:
    if not timing:
        return []
    if timing.get("self_test") != "ok":
        return [f"  no claim about speed: {timing.get('why', 'the self-test failed')}"]
    low, high = timing["interval"]
    text = f"  eager {timing['eager_ms']:.4g} ms, graph {timing['graph_ms']:.4g} ms: {timing['speedup']:.3f}x [{low:.3f}, {high:.3f}] from {timing['pairs']} pairs"
    lines = [text]
    if not timing["claim"]:
        lines.append(f"  no claim about speed: {timing['why']}")
    elif timing.get("break_even_calls") is not None:
        lines.append(f"  compiling took {timing['compile_s']:.2f} s: pays from call {timing['break_even_calls']} on")
    return lines


def _facts(report: Dict[str, Any]) -> List[str]:
    if report["graphs"] is None:
        return []
    breaks = len({(b["file"], b["line"]) for b in report["breaks"]})
    lines = [f"{report['graphs']} graphs compiled, {breaks} places with a graph break, {len(report['recompiles'])} recompilations"]
    prediction = report["prediction"]
    if prediction:
        if prediction["agrees"]:
            lines.append("as `graphlift check` predicts")
        for b in prediction["missed"]:
            lines.append(f"  check did not predict: {b['file']}:{b['line']} {b['gb_type']}")
        for f in prediction["false"]:
            lines.append(f"  check predicted, but it did not happen: {f['file']}:{f['line']} {f['code']} {f['rule']}")
        if prediction["unknown_regions"]:
            lines.append(f"  check could not tell about {prediction['unknown_regions']} regions")
    return lines
