"""builtin_functions.tsv: builtins and the operator module as Dynamo handles them."""

import builtins
import operator

from torch._dynamo.variables import builtin

import handlers
import inside_dynamo
import trace_rules

COLUMNS = trace_rules.COLUMNS
UNSUPPORTED = "GB0059"  # Failed to trace builtin operator


def describe(value, variable):
    kind = type(variable)
    if kind is not builtin.BuiltinVariable:
        if isinstance(variable, builtin.BaseBuiltinVariable):
            return "special", kind.__name__, handlers.breaks(kind.call_function), ""
        described = trace_rules.describe(value, variable)
        return (*described, "") if described else None
    traits = ",".join(filter(None, ("folds" if variable.can_constant_fold_through() else "", "graph" if variable.can_insert_in_graph() else "")))
    if isinstance(value, type) and issubclass(value, BaseException):
        return "special", "exception", "", ""
    handler = getattr(kind, f"call_{value.__name__}", None)
    if handler and handlers.always_breaks(handler):
        return "unsupported", handler.__name__, handlers.breaks(handler), traits
    if handler:
        return "special", handler.__name__, handlers.breaks(handler), traits
    if value in kind._fx_graph_functions():
        return "in_graph", "", "", traits
    if value in kind._binop_handlers():
        return "special", "binary_operator", "", traits
    if variable.can_constant_fold_through():
        return "constant_fold", "", UNSUPPORTED, traits
    return "unsupported", "", UNSUPPORTED, ""


def rows():
    named = [(f"{module.__name__}.{name}", value) for module in (builtins, operator) for name, value in vars(module).items()]
    named = [(name, value) for name, value in named if hasattr(value, "__name__") and not name.split(".")[1].startswith("_")]
    for (name, value), variable in zip(named, inside_dynamo.variables_of([value for _, value in named])):
        described = describe(value, variable)
        if described:
            yield (name, *described)
