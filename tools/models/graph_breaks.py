"""graph_breaks.tsv: the graph breaks that Dynamo names; the first row of an id is the present wording, others are older."""

import json
import pathlib

import torch._dynamo

COLUMNS = ("id", "order", "type", "explanation", "hints", "context")
FILE = pathlib.Path(torch._dynamo.__file__).parent / "graph_break_registry.json"


def one_line(text):
    return " ".join(text.split())


def rows():
    for identifier, entries in json.loads(FILE.read_text()).items():
        for order, entry in enumerate(entries):
            hints = "|".join(one_line(hint).replace("|", "/") for hint in entry.get("Hints", []))
            yield identifier, order, one_line(entry["Gb_type"]), one_line(entry["Explanation"]), hints, one_line(entry["Context"])
