"""graph_breaks.tsv: the graph breaks that Dynamo names, one row per id.

The registry keeps every wording that an id ever had, newest first, and where the source builds a text it keeps the expression instead
of the text. A cell is taken from the newest entry in which it is plain text.
"""

import json
import pathlib
import re

import torch._dynamo

COLUMNS = ("id", "type", "explanation", "hints", "context", "older types")
FILE = pathlib.Path(torch._dynamo.__file__).parent / "graph_break_registry.json"


def one_line(text):
    return " ".join(text.split()).replace("|", "/")


def is_text(cell):
    return bool(cell) and not re.fullmatch(r"_?[a-z_]+", cell) and not re.fullmatch(r"\w+\(\w+\)", cell) and not cell.startswith(('"', "f'", 'f"'))


def newest(texts):
    return next(filter(is_text, texts), "")


def rows():
    for identifier, entries in json.loads(FILE.read_text()).items():
        types = [one_line(entry["Gb_type"]) for entry in entries]
        hints = next(filter(None, (entry.get("Hints") for entry in entries)), [])
        current = newest(types)
        older = [text for text in dict.fromkeys(types) if text != current and is_text(text)]
        yield (
            identifier,
            current,
            newest([one_line(entry["Explanation"]) for entry in entries]),
            "|".join(map(one_line, hints)),
            one_line(entries[0]["Context"]),
            "|".join(older),
        )
