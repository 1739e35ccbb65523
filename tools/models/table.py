"""Tab-separated tables: sorted bytewise, keyed by the first column, comments first."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2] / "models"


def escape(cell):
    return str(cell).replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "").replace("\n", "\\n")


def render(columns, rows):
    """One line per row; trailing empty cells are dropped, so that adding a column does not touch every line."""
    lines = sorted({"\t".join(map(escape, row)).rstrip("\t") for row in rows}, key=lambda line: line.encode())
    return "# " + "\t".join(columns) + "\n" + "".join(line + "\n" for line in lines)
