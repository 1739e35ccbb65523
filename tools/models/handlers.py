"""Reads a handler of Dynamo: which graph breaks it can raise, and whether it does anything else."""

import ast
import functools
import inspect
import json
import textwrap

import graph_breaks


@functools.cache
def ids_by_type():
    found = {}
    for identifier, entries in json.loads(graph_breaks.FILE.read_text()).items():
        for entry in entries:
            found.setdefault(graph_breaks.one_line(entry["Gb_type"]), identifier)
    return found


@functools.cache
def syntax(function):
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return None
    return tree.body[0]


def breaks(function):
    """The ids of the graph breaks that stand in the function, sorted."""
    tree = syntax(function)
    found = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "unimplemented":
            for keyword in node.keywords:
                if keyword.arg == "gb_type" and isinstance(keyword.value, ast.Constant):
                    found.add(ids_by_type().get(graph_breaks.one_line(keyword.value.value), ""))
    return ",".join(sorted(found - {""}))


def always_breaks(function):
    """True when every call raises a graph break: the body does nothing but `unimplemented(…)`."""
    tree = syntax(function)
    if tree is None:
        return False
    body = [node for node in tree.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) and not isinstance(node, ast.ImportFrom)]
    return len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Call) and getattr(body[0].value.func, "id", "") == "unimplemented"


def may_decline(function):
    """True when the handler can leave the call to the general path: it says so in its return type."""
    tree = syntax(function)
    return tree is not None and tree.returns is not None and "None" in ast.unparse(tree.returns).replace("NoneType", "")


def named_breaks(function, variable="name"):
    """name -> graph break, for the branches `if name == "x"` and `if name in ["x", "y"]` that do nothing but raise one."""
    found = {}
    for node in ast.walk(syntax(function) or ast.Module([], [])):
        if not isinstance(node, ast.If) or not isinstance(node.test, ast.Compare) or getattr(node.test.left, "id", "") != variable:
            continue
        call = node.body[0].value if isinstance(node.body[0], ast.Expr) else None
        if getattr(getattr(call, "func", None), "id", "") != "unimplemented":
            continue
        for constant in ast.walk(node.test.comparators[0]):
            if isinstance(constant, ast.Constant):
                found[constant.value] = breaks_of_call(call)
    return found


def special_values(function, module):
    """value -> graph break or nothing, for the branches `if self.value is X` and `if self.value in (X, Y)` of a call handler."""
    found = {}
    for node in ast.walk(syntax(function)):
        if not isinstance(node, ast.If):
            continue
        call = node.body[0].value if isinstance(node.body[0], ast.Expr) else None
        raises = getattr(getattr(call, "func", None), "id", "") == "unimplemented"
        identifier = breaks_of_call(call) if raises else ""
        for test in [node.test, *(node.test.values if isinstance(node.test, ast.BoolOp) else [])]:
            if isinstance(test, ast.Compare) and ast.unparse(test.left) == "self.value" and isinstance(test.ops[0], (ast.Is, ast.In)):
                named = test.comparators[0]
                for item in named.elts if isinstance(named, ast.Tuple) else [named]:
                    if isinstance(item, ast.Attribute):
                        found.setdefault(eval(ast.unparse(item), vars(module)), identifier)
    return found


def breaks_of_call(call):
    gb_type = next(keyword.value.value for keyword in call.keywords if keyword.arg == "gb_type")
    return ids_by_type().get(gb_type, "")
