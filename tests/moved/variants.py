"""Small programs made from parts: a break, the way its value travels, and where the break stands. The line of the break is marked."""

BREAKS = {
    "data-dependent-branch": ("value.sum()", "if got > 0:  # BREAK\n    out = out + 1"),
    "host-sync": ("value.amax()", "out = out * got.item()  # BREAK"),
    "dynamic-shape-op": ("value > 0", "out = out + torch.nonzero(got).sum()  # BREAK"),
    "print-or-log": ("value.shape[0]", "print(got)  # BREAK"),
}
CARRIERS = {
    "local": ("carried = {value}", "carried"),
    "dict": ('carried = {{"key": {value}, "other": 1}}', 'carried["key"]'),
    "tuple": ("carried = (0, ({value}, 1))", "carried[1][0]"),
    "attribute": ("carried = Box()\ncarried.content = {value}", "carried.content"),
    "closure": ("kept = {value}\ncarried = lambda: kept", "carried()"),
}
PLACES = ("inline", "helper", "other module")
NET = """class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, value):
"""
BOX = "class Box:\n    content = None\n"


def indent(text, depth):
    return "\n".join(" " * 4 * depth + line for line in text.split("\n"))


def program(rule, carrier, place):
    value, use = BREAKS[rule]
    store, load = CARRIERS[carrier]
    body = f"got = {load}\n" + use
    helper = f"def consume(carried, out):\n{indent(body, 1)}\n    return out\n"
    call = body if place == "inline" else "out = consume(carried, out)"
    forward = f"out = self.lin(value)\n{store.format(value=value)}\n{call}\nreturn out.tanh()"
    parts = ["import torch", "from torch import nn"]
    if place == "other module":
        parts.append("from helper import consume")
    parts.append(BOX)
    if place == "helper":
        parts.append(helper)
    parts.append(NET + indent(forward, 2) + "\n")
    parts.append("torch.compile(Net())(torch.randn(2, 4))\n")
    files = {"main.py": "\n".join(parts)}
    if place == "other module":
        files["helper.py"] = "import torch\n\n\n" + helper
    return files


def marked(files):
    return {(path, number) for path, text in files.items() for number, line in enumerate(text.split("\n"), 1) if line.endswith("# BREAK")}


def all_programs():
    for rule in BREAKS:
        for carrier in CARRIERS:
            for place in PLACES:
                yield rule, f"{rule}, {carrier}, {place}", program(rule, carrier, place)
