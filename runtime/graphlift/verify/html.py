"""The report as one HTML file without scripts: verdicts, differences, a plot of each timing and of each numeric difference."""

from __future__ import annotations

import math
from html import escape
from typing import Any, Dict, List, Sequence, Tuple

_STYLE = """body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:60em;color:#222}h2{margin-top:1.6em;font-size:1.1em}
table{border-collapse:collapse}td,th{padding:.2em .7em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}code{font-size:.92em}
.good{color:#176b2c}.bad{color:#a3171a}.note{color:#666}svg{background:#fafafa;border:1px solid #ddd}"""
_GOOD = ("equal-bitwise", "equal-within-bound", "numeric-only")
WIDTH, HEIGHT, MARGIN = 560, 220, 44


def _scale(values: Sequence[float]) -> Tuple[float, float]:
    """(least value, extent, never 0)."""
    least, most = min(values), max(values)
    return least, (most - least) or 1.0


class _Plot:
    """Points and lines in one pair of axes."""

    def __init__(self, xs: Sequence[float], ys: Sequence[float], x_label: str, y_label: str):
        self._x, self._y = _scale(xs), _scale(ys)
        self._parts = [f'<svg width="{WIDTH}" height="{HEIGHT}" role="img">',
                       f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" font-size="12" text-anchor="middle">{escape(x_label)}</text>',
                       f'<text x="6" y="14" font-size="12">{escape(y_label)}</text>']  # fmt: skip
        for value in (min(ys), max(ys)):
            self._parts.append(f'<text x="{MARGIN - 4}" y="{self.y(value) + 4:.1f}" font-size="10" text-anchor="end">{value:.3g}</text>')

    def x(self, value: float) -> float:
        return MARGIN + (value - self._x[0]) / self._x[1] * (WIDTH - 2 * MARGIN)

    def y(self, value: float) -> float:
        return HEIGHT - MARGIN - (value - self._y[0]) / self._y[1] * (HEIGHT - 2 * MARGIN)

    def points(self, values: Sequence[Tuple[float, float]], colour: str) -> None:
        self._parts += [f'<circle cx="{self.x(a):.1f}" cy="{self.y(b):.1f}" r="2.6" fill="{colour}"/>' for a, b in values]

    def line(self, values: Sequence[Tuple[float, float]], colour: str, dash: str = "") -> None:
        path = " ".join(f"{self.x(a):.1f},{self.y(b):.1f}" for a, b in values)
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.4" stroke-dasharray="{dash}"/>')

    def end(self) -> str:
        return "".join(self._parts) + "</svg>"


def timing_plot(timing: Dict[str, Any]) -> str:
    """Ratio eager/graph of each pair, the median's interval as a band, 1 as a dashed line."""
    ratios = [e / g for e, g in timing["pair_times_ms"]]
    low, high = timing["interval"]
    last = len(ratios) - 1 or 1
    plot = _Plot([0, last], ratios + [1.0, low, high], "pair", "eager / graph")
    plot.line([(0, 1.0), (last, 1.0)], "#888", "4 3")
    for edge in (low, high):
        plot.line([(0, edge), (last, edge)], "#2a6fb0", "2 2")
    plot.line([(0, timing["speedup"]), (last, timing["speedup"])], "#2a6fb0")
    plot.points(list(enumerate(ratios)), "#444")
    return plot.end()


def difference_plot(profile: Dict[str, List[float]]) -> str:
    """Elements from the nearest to the furthest apart: their distance, and what rounding allows there."""
    tiny = min((v for v in profile["distance"] + profile["allowed"] if v > 0), default=1e-30)
    logs = {k: [math.log10(max(v, tiny)) if math.isfinite(v) else 38.0 for v in values] for k, values in profile.items() if values}
    every = [v for values in logs.values() for v in values]
    plot = _Plot([0, 100], every, "elements, % (nearest to furthest)", "log10 of the distance; dashed: what rounding allows")
    step = 100 / (len(profile["distance"]) - 1 or 1)
    for name, colour, dash in (("distance", "#a3171a", ""), ("allowed", "#176b2c", "4 3")):
        if name in logs:
            plot.line([(i * step, v) for i, v in enumerate(logs[name])], colour, dash)
    return plot.end()


def _differences(region: Dict[str, Any]) -> List[str]:
    out = ["<table><tr><th>dimension</th><th>path</th><th>what</th><th>starts at</th></tr>"] if region["differences"] else []
    for d in region["differences"]:
        start = []
        if d.get("first_operator"):
            start.append(escape(" in ".join(str(x) for x in (d["first_operator"].get("name"), d["first_operator"].get("stage")) if x)))
        if d.get("source"):
            start.append(f"<code>{escape(d['source']['file'])}:{d['source']['line']}</code><br><code>{escape(d['source'].get('text', ''))}</code>")
        out.append(f"<tr><td>{escape(d['dimension'])}</td><td><code>{escape(d['path'])}</code></td><td>{escape(d['detail'])}</td><td>{'<br>'.join(start)}</td></tr>")
    if region["differences"]:
        out.append("</table>")
    profile = next((d["figures"]["profile"] for d in region["differences"] if d.get("figures", {}).get("profile")), None)
    if profile:
        out.append(difference_plot(profile))
    return out


def write_html(report: Dict[str, Any]) -> str:
    body: List[str] = [f"<h1>graphlift verify: {escape(report['program'])}</h1>"]
    environment = ", ".join(f"{k} {v}" for k, v in report["environment"].items())
    body.append(f'<p class="note">{escape(environment)}</p>')
    if report["program_failure"]:
        body.append(f'<p class="bad">The program did not run to its end:</p><pre>{escape(report["program_failure"])}</pre>')
    for region in report["regions"]:
        mood = "good" if region["verdict"] in _GOOD else "bad"
        body.append(f"<h2><code>{escape(region['entry'])}</code> <span class={mood}>{region['verdict']}</span></h2>")
        body.append(f'<p class="note">{escape(region["file"])}:{region["line"]}, {region["examined"]} of {region["calls"]} calls examined. {escape(region["note"])}</p>')
        body += _differences(region)
        timing = region.get("timing")
        if timing and timing.get("self_test") == "ok":
            low, high = timing["interval"]
            claim = "" if timing["claim"] else f" No claim: {escape(timing['why'])}."
            body.append(f"<p>Eager {timing['eager_ms']:.4g} ms, graph {timing['graph_ms']:.4g} ms: {timing['speedup']:.3f}x [{low:.3f}, {high:.3f}].{claim}</p>")
            body.append(timing_plot(timing))
        elif timing:
            body.append(f"<p>No claim about speed: {escape(timing['why'])}.</p>")
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>graphlift verify</title><style>{_STYLE}</style><body>{''.join(body)}</body></html>\n"
