import copy
import json
import os
import os.path
import string
import textwrap
from pathlib import Path, PurePath, PurePosixPath

t([json.dumps({"a": [1, 2.5, None, True], "b": {"c": "x\n\"é"}}), json.dumps([]), json.dumps({}), json.dumps("é", ensure_ascii=False)])
t([json.dumps({"b": 1, "a": [1, {"c": []}]}, indent=2, sort_keys=True).split("\n"), json.dumps((1, 2), separators=(",", ":"))])
t([json.dumps({1: 2, None: 3, True: 4, 1.5: 5}), json.dumps(float("inf")), json.dumps(1e100), json.dumps(0.1)])
t([json.loads('{"a": [1, 2.5, null, true, "x\\u00e9\\n"], "b": {}}'), json.loads("[]"), json.loads(" 3 "), json.loads('"s"'), json.loads("-1.5e3")])
t([raises(lambda: json.loads("{"))[0], raises(lambda: json.loads(""))[0], raises(lambda: json.dumps(object()))[0], raises(lambda: json.loads("[1,]"))[0]])
t([json.dumps({"p": Path("a/b")}, default=str), json.loads('{"x": 1}', object_hook=lambda d: sorted(d.items()))])


class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)


t([json.dumps({"s": {2, 1}}, cls=Enc), raises(lambda: json.dumps({"s": Path("x")}, cls=Enc))[0]])

t([os.path.join("a", "b", "c.py"), os.path.join("a", "/b"), os.path.join("a/", "b"), os.path.join("", "b"), os.path.join("a", "")])
t([os.path.dirname("/x/y/z.py"), os.path.basename("/x/y/z.py"), os.path.split("a/b"), os.path.splitext("a/b.tar.gz"), os.path.splitext(".bashrc"), os.path.splitext("a.b/c")])
t([os.path.normpath("a/./b/../c//d"), os.path.normpath("/../a"), os.path.normpath(""), os.path.isabs("/a"), os.path.abspath("/a/../b"), os.path.relpath("/a/b/c", "/a/d")])
t([os.path.commonprefix(["/usr/lib", "/usr/local"]), os.path.commonpath(["/usr/lib", "/usr/local"]), os.sep, os.linesep, os.name, os.path.sep, os.curdir])
t([os.environ.get("GRAPHLIFT_SURELY_UNSET", "default"), os.getenv("GRAPHLIFT_SURELY_UNSET"), "GRAPHLIFT_SURELY_UNSET" in os.environ, os.fspath(Path("a/b")), os.path.expanduser("a/b")])
os.environ["GRAPHLIFT_SET_HERE"] = "1"
t([os.environ["GRAPHLIFT_SET_HERE"], os.getenv("GRAPHLIFT_SET_HERE", "0") == "1", os.environ.pop("GRAPHLIFT_SET_HERE"), raises(lambda: os.environ["GRAPHLIFT_SURELY_UNSET"])[0]])

p = Path("/data") / "sub" / "file.tar.gz"
t([str(p), p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parents[1], p.parts, p.is_absolute(), p.anchor, repr(p)])
t([p.with_suffix(".txt"), p.with_name("q.py"), p.with_stem("z"), p.relative_to("/data"), p.joinpath("x", "y"), "pre" / Path("x"), Path("a", "b") / "/abs"])
t([Path("a//b/./c/"), Path(), Path("."), Path("a/../b"), Path("x") == Path("x"), Path("x") < Path("y"), {Path("k"): 1}[Path("k")], p.as_posix(), f"{p}"])
t([PurePosixPath("a/b").name, isinstance(p, PurePath), os.path.join(p, "x"), p.is_relative_to("/data"), raises(lambda: p.relative_to("/q"))[0], Path("/a/../b").resolve() == Path("/b")])

t([string.ascii_lowercase, string.digits, string.punctuation[:5], string.capwords("hello big world"), string.whitespace == " \t\n\r\v\f"])
t([textwrap.dedent("\n    a\n      b\n    c\n"), textwrap.indent("a\nb\n\nc", "  "), textwrap.shorten("hello big wide world", width=12), textwrap.fill("aaa bbb ccc ddd", 8)])

a = [1, [2, 3], {"k": (4, [5])}]
b = copy.copy(a)
c = copy.deepcopy(a)
c[1].append(9)
c[2]["k"][1].append(8)
t([a, b[1] is a[1], c, a == b])
shared = [1]
pair = copy.deepcopy([shared, shared])
t(pair[0] is pair[1])
cyc = [1]
cyc.append(cyc)
cc = copy.deepcopy(cyc)
t([cc[1] is cc, cc[0], cc is cyc])


class Node:
    kind = "n"

    def __init__(self, v, child=None):
        self.v = v
        self.child = child
        self.children = [child]

    def method(self):
        return self.v


n = Node([1], Node(2))
d = copy.deepcopy(n)
s = copy.copy(n)
d.v.append(2)
t([n.v, d.v, d.child is n.child, s.child is n.child, d.children[0] is d.child, type(d).__name__, d.method()])


class Custom:
    def __init__(self, x):
        self.x = x

    def __copy__(self):
        return Custom(("copy", self.x))

    def __deepcopy__(self, memo):
        new = Custom(("deep", copy.deepcopy(self.x, memo)))
        memo[id(self)] = new
        return new


t([copy.copy(Custom(1)).x, copy.deepcopy(Custom([1])).x, copy.deepcopy([Custom(1)])[0].x])


class Stateful:
    def __init__(self):
        self.a = 1
        self.cache = [1]

    def __getstate__(self):
        state = self.__dict__.copy()
        del state["cache"]
        return state

    def __setstate__(self, state):
        self.__dict__.update(state)
        self.cache = "rebuilt"


t([copy.deepcopy(Stateful()).cache, copy.copy(Stateful()).__dict__])


class MyList(list):
    pass


ml = MyList([1, [2]])
ml.tag = "t"
mc = copy.deepcopy(ml)
t([mc, mc.tag, type(mc).__name__, mc[1] is ml[1]])
t([copy.deepcopy(Node.method) is Node.method, copy.deepcopy(Node) is Node, copy.deepcopy(len) is len, copy.deepcopy((1, "a")) == (1, "a")])
fn = copy.deepcopy(n.method)
t(fn())
from collections import OrderedDict, defaultdict
od = copy.deepcopy(OrderedDict(a=[1]))
dd = copy.deepcopy(defaultdict(list, a=[1]))
dd["zz"].append(1)
t([od, dd, type(od).__name__])
