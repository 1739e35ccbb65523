#!/usr/bin/env python3
"""Compares graphlift's AST with CPython's `ast` over a corpus.

    tools/compare_ast.py [--tool "build/release/graphlift dump --stage=ast"] [--every N] [--limit N] [PATH...]

Every Python file below the paths that CPython itself can read is dumped and compared node by node: kinds, operators, names, decoded
literals and, where CPython has them, positions. Exits 1 when a file differs. Positions inside f-strings are compared from Python 3.12 on.
"""

import argparse
import ast
import pathlib
import shlex
import subprocess
import sys
import sysconfig
import warnings

UNARY = {"Not": "not", "USub": "-", "UAdd": "+", "Invert": "~"}
BINARY = {"Add": "+", "Sub": "-", "Mult": "*", "MatMult": "@", "Div": "/", "Mod": "%", "Pow": "**", "LShift": "<<", "RShift": ">>",
          "BitOr": "|", "BitXor": "^", "BitAnd": "&", "FloorDiv": "//"}
COMPARE = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in",
           "NotIn": "not in"}
FSTRING_POSITIONS = sys.version_info >= (3, 12)


class Tree:
    """A node of either side: head (kind, operator, flags), text or None, span or None, kids; a kid may be None."""

    __slots__ = ("head", "text", "span", "kids")

    def __init__(self, head, kids=(), text=None, span=None):
        self.head, self.text, self.span, self.kids = head, text, span, list(kids)


def unquote(line):
    """Splits `head "text" span` and decodes the text."""
    start = line.find('"')
    if start < 0:
        head, _, span = line.rpartition(" ")
        return head, None, span
    out, i = [], start + 1
    while line[i] != '"':
        if line[i] == "\\":
            i += 1
            if line[i] == "n":
                out.append("\n")
            elif line[i] == "x":
                out.append(chr(int(line[i + 1:i + 3], 16)))
                i += 2
            else:
                out.append(line[i])
        else:
            out.append(line[i])
        i += 1
    return line[:start].rstrip(), "".join(out), line[i + 1:].strip()


def read_dump(text):
    """The tree that a dump shows, and the error lines behind it."""
    stack, errors, root = [], [], None
    for line in text.split("\n"):
        if not line:
            continue
        if line.startswith("error "):
            errors.append(line)
            continue
        body = line.lstrip(" ")
        depth = (len(line) - len(body)) // 2
        if body.startswith("["):
            number, _, body = body.partition("] ")
            depth = int(number[1:])
        if body == "-":
            node = None
        else:
            head, value, span = unquote(body)
            node = Tree(head, (), value, span)
        del stack[depth:]
        if stack:
            stack[-1].kids.append(node)
        else:
            root = node
        stack.append(node)
    return root, errors


def merge_format_strings(root):
    """Spells `{x=}` as CPython does (a literal, then the field) and joins neighbouring literals."""
    stack = [root]
    while stack:
        node = stack.pop()
        if node is None:
            continue
        if node.head == "FString":
            parts = []
            for kid in node.kids:
                if "debug" in kid.head:
                    if parts and parts[-1].head == "StrLit":
                        parts[-1] = Tree("StrLit", (), parts[-1].text + kid.text)
                    else:
                        parts.append(Tree("StrLit", (), kid.text))
                    kid = Tree(kid.head.replace(" debug", ""), kid.kids, None, kid.span)
                if kid.head == "StrLit" and parts and parts[-1].head == "StrLit":
                    parts[-1] = Tree("StrLit", (), parts[-1].text + kid.text)
                else:
                    parts.append(kid)
            node.kids = parts
        stack.extend(node.kids)


class Expected:
    """CPython's tree in graphlift's shape."""

    def __init__(self, source):
        self.lines = source.split("\n")
        self.ascii = source.isascii()

    def column(self, line, offset):
        if self.ascii:
            return offset + 1
        return len(self.lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace")) + 1

    def span(self, n):
        if getattr(n, "lineno", None) is None:
            return None
        return f"{n.lineno}:{self.column(n.lineno, n.col_offset)}-{n.end_lineno}:{self.column(n.end_lineno, n.end_col_offset)}"

    def all(self, nodes):
        return [self.visit(n) for n in nodes]

    def list(self, nodes):
        return Tree("List", self.all(nodes))

    def visit(self, n):
        if n is None:
            return None
        made = getattr(self, "visit_" + type(n).__name__)(n)
        if made.span is None:
            made.span = self.span(n)
        return made

    def visit_Module(self, n):
        return Tree("Module", self.all(n.body))

    def function(self, n, head):
        return Tree(head, [self.visit(n.args), self.list(n.body), self.list(n.decorator_list), self.visit(n.returns)], n.name)

    def visit_FunctionDef(self, n):
        return self.function(n, "FunctionDef")

    def visit_AsyncFunctionDef(self, n):
        return self.function(n, "FunctionDef async")

    def in_order(self, args, keywords):
        return self.all(sorted([*args, *keywords], key=lambda x: (x.lineno, x.col_offset)))

    def visit_ClassDef(self, n):
        return Tree("ClassDef", [Tree("List", self.in_order(n.bases, n.keywords)), self.list(n.body), self.list(n.decorator_list)], n.name)

    def visit_arguments(self, a):
        out = []

        def add(kind, arg, default=None):
            out.append(Tree(f"Parameter {kind}", [self.visit(arg.annotation), self.visit(default)], arg.arg))

        plain = [*a.posonlyargs, *a.args]
        defaults = [None] * (len(plain) - len(a.defaults)) + a.defaults
        for i, (arg, default) in enumerate(zip(plain, defaults)):
            add("positional-only" if i < len(a.posonlyargs) else "positional", arg, default)
        if a.vararg:
            add("*", a.vararg)
        for arg, default in zip(a.kwonlyargs, a.kw_defaults):
            add("keyword-only", arg, default)
        if a.kwarg:
            add("**", a.kwarg)
        return Tree("Parameters", out)

    def visit_Return(self, n):
        return Tree("Return", [self.visit(n.value)])

    def visit_Delete(self, n):
        return Tree("Delete", self.all(n.targets))

    def visit_Assign(self, n):
        return Tree("Assign", [self.visit(n.value), *self.all(n.targets)])

    def visit_AugAssign(self, n):
        return Tree(f"AugAssign {BINARY[type(n.op).__name__]}", [self.visit(n.target), self.visit(n.value)])

    def visit_AnnAssign(self, n):
        return Tree("AnnAssign", [self.visit(n.target), self.visit(n.annotation), self.visit(n.value)])

    def visit_TypeAlias(self, n):
        return Tree("TypeAlias", [self.visit(n.name), self.visit(n.value)])

    def loop(self, n, head):
        return Tree(head, [self.visit(n.target), self.visit(n.iter), self.list(n.body), self.list(n.orelse)])

    def visit_For(self, n):
        return self.loop(n, "For")

    def visit_AsyncFor(self, n):
        return self.loop(n, "For async")

    def visit_While(self, n):
        return Tree("While", [self.visit(n.test), self.list(n.body), self.list(n.orelse)])

    def visit_If(self, n):
        return Tree("If", [self.visit(n.test), self.list(n.body), self.list(n.orelse)])

    def visit_With(self, n):
        return Tree("With", [self.list(n.items), self.list(n.body)])

    def visit_AsyncWith(self, n):
        return Tree("With async", [self.list(n.items), self.list(n.body)])

    def visit_withitem(self, n):
        return Tree("WithItem", [self.visit(n.context_expr), self.visit(n.optional_vars)])

    def visit_Match(self, n):
        return Tree("Match", [self.visit(n.subject), *self.all(n.cases)])

    def visit_match_case(self, n):
        return Tree("MatchCase", [self.visit(n.pattern), self.visit(n.guard), self.list(n.body)])

    def visit_Raise(self, n):
        return Tree("Raise", [self.visit(n.exc), self.visit(n.cause)])

    def try_statement(self, n, head):
        return Tree(head, [self.list(n.body), self.list(n.handlers), self.list(n.orelse), self.list(n.finalbody)])

    def visit_Try(self, n):
        return self.try_statement(n, "Try")

    def visit_TryStar(self, n):
        return self.try_statement(n, "Try star")

    def visit_ExceptHandler(self, n):
        return Tree("ExceptHandler", [self.visit(n.type), self.list(n.body)], n.name)

    def visit_Assert(self, n):
        return Tree("Assert", [self.visit(n.test), self.visit(n.msg)])

    def visit_Import(self, n):
        return Tree("Import", self.all(n.names))

    def visit_ImportFrom(self, n):
        return Tree(f"ImportFrom level={n.level}" if n.level else "ImportFrom", self.all(n.names), n.module or "")

    def visit_alias(self, n):
        return Tree("Alias", [Tree("Name", (), n.asname) if n.asname else None], n.name)

    def visit_Global(self, n):
        return Tree("Global", [Tree("Name", (), name) for name in n.names])

    def visit_Nonlocal(self, n):
        return Tree("Nonlocal", [Tree("Name", (), name) for name in n.names])

    def visit_Expr(self, n):
        return Tree("ExprStmt", [self.visit(n.value)])

    def visit_Pass(self, n):
        return Tree("Pass")

    def visit_Break(self, n):
        return Tree("Break")

    def visit_Continue(self, n):
        return Tree("Continue")

    def visit_Name(self, n):
        return Tree("Name", (), n.id)

    def visit_Constant(self, n):
        v = n.value
        if v is None:
            return Tree("NoneLit")
        if v is True or v is False:
            return Tree(f"{v}Lit")
        if v is Ellipsis:
            return Tree("EllipsisLit")
        if isinstance(v, str):
            return Tree("StrLit", (), v)
        if isinstance(v, bytes):
            return Tree("StrLit bytes", (), v.hex())
        return Tree({int: "IntLit", float: "FloatLit", complex: "ImagLit"}[type(v)], (), v)

    def visit_JoinedStr(self, n):
        parts = []
        for value in n.values:
            part = self.visit(value)
            if part.head == "StrLit" and parts and parts[-1].head == "StrLit":
                parts[-1].text += part.text
            else:
                parts.append(part)
        made = Tree("FString", parts)
        stack = list(parts)
        while stack:
            kid = stack.pop()
            if kid is None:
                continue
            if kid.head in ("StrLit", "FString") or kid.head.startswith("FormatField") or not FSTRING_POSITIONS:
                kid.span = "?"
            stack.extend(kid.kids)
        return made

    def visit_FormattedValue(self, n):
        head = "FormatField" if n.conversion == -1 else f"FormatField !{chr(n.conversion)}"
        return Tree(head, [self.visit(n.value), self.visit(n.format_spec)])

    def visit_Tuple(self, n):
        return Tree("TupleExpr", self.all(n.elts))

    def visit_List(self, n):
        return Tree("ListExpr", self.all(n.elts))

    def visit_Set(self, n):
        return Tree("SetExpr", self.all(n.elts))

    def visit_Dict(self, n):
        return Tree("DictExpr", [Tree("DictItem", [self.visit(k), self.visit(v)]) if k else Tree("DoubleStarred", [self.visit(v)])
                                 for k, v in zip(n.keys, n.values)])

    def visit_UnaryOp(self, n):
        return Tree(f"UnaryExpr {UNARY[type(n.op).__name__]}", [self.visit(n.operand)])

    def visit_BinOp(self, n):
        return Tree(f"BinaryExpr {BINARY[type(n.op).__name__]}", [self.visit(n.left), self.visit(n.right)])

    def visit_BoolOp(self, n):
        return Tree(f"BoolExpr {type(n.op).__name__.lower()}", self.all(n.values))

    def visit_Compare(self, n):
        rest = [Tree(f"CompareRhs {COMPARE[type(op).__name__]}", [self.visit(v)]) for op, v in zip(n.ops, n.comparators)]
        return Tree("CompareExpr", [self.visit(n.left), *rest])

    def visit_Call(self, n):
        return Tree("Call", [self.visit(n.func), *self.in_order(n.args, n.keywords)])

    def visit_keyword(self, n):
        return Tree("Keyword", [self.visit(n.value)], n.arg) if n.arg is not None else Tree("DoubleStarred", [self.visit(n.value)])

    def visit_Starred(self, n):
        return Tree("Starred", [self.visit(n.value)])

    def visit_Attribute(self, n):
        return Tree("Attribute", [self.visit(n.value)], n.attr)

    def visit_Subscript(self, n):
        return Tree("Subscript", [self.visit(n.value), self.visit(n.slice)])

    def visit_Slice(self, n):
        return Tree("SliceExpr", [self.visit(n.lower), self.visit(n.upper), self.visit(n.step)])

    def visit_IfExp(self, n):
        return Tree("IfExpr", [self.visit(n.test), self.visit(n.body), self.visit(n.orelse)])

    def visit_Lambda(self, n):
        return Tree("Lambda", [self.visit(n.args), self.visit(n.body)])

    def visit_ListComp(self, n):
        return Tree("ListComp", [self.visit(n.elt), *self.all(n.generators)])

    def visit_SetComp(self, n):
        return Tree("SetComp", [self.visit(n.elt), *self.all(n.generators)])

    def visit_DictComp(self, n):
        return Tree("DictComp", [self.visit(n.key), self.visit(n.value), *self.all(n.generators)])

    def visit_GeneratorExp(self, n):
        return Tree("GeneratorExpr", [self.visit(n.elt), *self.all(n.generators)])

    def visit_comprehension(self, n):
        return Tree("Comprehension async" if n.is_async else "Comprehension", [self.visit(n.target), self.visit(n.iter), *self.all(n.ifs)])

    def visit_Yield(self, n):
        return Tree("Yield", [self.visit(n.value)])

    def visit_YieldFrom(self, n):
        return Tree("YieldFrom", [self.visit(n.value)])

    def visit_Await(self, n):
        return Tree("Await", [self.visit(n.value)])

    def visit_NamedExpr(self, n):
        return Tree("NamedExpr", [self.visit(n.target), self.visit(n.value)])

    def visit_MatchValue(self, n):
        return Tree("PatternValue", [self.visit(n.value)])

    def visit_MatchSingleton(self, n):
        return Tree("PatternSingleton", [Tree({None: "NoneLit", True: "TrueLit", False: "FalseLit"}[n.value])])

    def visit_MatchSequence(self, n):
        return Tree("PatternSequence", self.all(n.patterns))

    def visit_MatchStar(self, n):
        return Tree("PatternStar", (), n.name or "_")

    def visit_MatchMapping(self, n):
        items = [Tree("PatternMapItem", [self.visit(k), self.visit(p)]) for k, p in zip(n.keys, n.patterns)]
        return Tree("PatternMapping", items + ([Tree("PatternStar", (), n.rest)] if n.rest else []))

    def visit_MatchClass(self, n):
        words = [Tree("PatternKeyword", [self.visit(p)], k) for k, p in zip(n.kwd_attrs, n.kwd_patterns)]
        return Tree("PatternClass", [self.visit(n.cls), *self.all(n.patterns), *words])

    def visit_MatchAs(self, n):
        if n.pattern is not None:
            return Tree("PatternAs", [self.visit(n.pattern)], n.name)
        return Tree("PatternCapture", (), n.name) if n.name else Tree("PatternWildcard")

    def visit_MatchOr(self, n):
        return Tree("PatternOr", self.all(n.patterns))


def same_text(want, got):
    if isinstance(want, (int, float, complex)) and not isinstance(want, bool):
        return got is not None and ast.literal_eval(got) == want
    return want == got or (got is not None and "\ufffd" in got)  # \N{...} is not looked up


def first_difference(want, got):
    """Where two trees differ first, in words, or None."""
    stack = [(want, got)]
    while stack:
        w, g = stack.pop()
        if w is None or g is None:
            if w is not g:
                return f"want {w and w.head}, got {g and (g.head, g.span)}"
            continue
        if w.head != g.head or not same_text(w.text, g.text):
            return f"want {w.head} {w.text!r} {w.span}, got {g.head} {g.text!r} {g.span}"
        if w.span not in (None, "?") and w.span != g.span and w.head != "Module":
            return f"{w.head} {w.text!r}: want at {w.span}, got {g.span}"
        if len(w.kids) != len(g.kids):
            return f"{w.head} at {g.span}: want {len(w.kids)} children {[k and k.head for k in w.kids][:8]}, got {len(g.kids)}"
        stack.extend(zip(reversed(w.kids), reversed(g.kids)))
    return None


def files_below(paths, skipped):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*.py") if skipped.isdisjoint(p.relative_to(path).parts))
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/graphlift dump --stage=ast", help="command that prints the dump of a file")
    parser.add_argument("--every", type=int, default=1, help="take every Nth file")
    parser.add_argument("--skip", action="append", default=["site-packages"], metavar="NAME", help="pass over folders of this name")
    parser.add_argument("--limit", type=int, default=50, help="stop after so many differences")
    parser.add_argument("paths", nargs="*", default=[sysconfig.get_paths()["stdlib"]], help="default: the standard library of this Python")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)
    command = shlex.split(options.tool)
    compared = skipped = failed = 0
    for path in list(files_below(options.paths, set(options.skip)))[::options.every]:
        try:
            source = path.read_bytes().decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
            tree = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError):
            skipped += 1
            continue
        run = subprocess.run([*command, str(path)], capture_output=True)
        if run.returncode != 0:
            problem = f"exit {run.returncode}: {run.stderr.decode(errors='replace')[:200]}"
        else:
            got, errors = read_dump(run.stdout.decode("utf-8", "surrogatepass"))
            merge_format_strings(got)
            problem = errors[0] if errors else first_difference(Expected(source).visit(tree), got)
        compared += 1
        if problem:
            failed += 1
            print(f"{path}: {problem}")
            if failed >= options.limit:
                break
    print(f"{compared} files compared, {skipped} that CPython cannot read, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
