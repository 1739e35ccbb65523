"""numpy.tsv: callables of NumPy's namespaces and members of ndarray as Dynamo handles them, by way of torch._numpy."""

import types

import numpy
import torch._dynamo.trace_rules as rules
import torch._numpy
from torch._dynamo.variables import misc, tensor

import handlers
import trace_rules

COLUMNS = trace_rules.COLUMNS[:4]
MISSING = "attempted to trace numpy function unsupported by PyTorch"


def function(value):
    if not rules.is_numpy(value):
        return trace_rules.constructed(value) if isinstance(value, type) and trace_rules.constructed(value) else ("skip", "", "GB0007")
    replacement = misc.get_np_to_tnp_map().get(value)
    if replacement is None:
        return "unsupported", "", handlers.ids_by_type()[MISSING]
    target = f"{replacement.__module__}:{replacement.__qualname__}"
    if misc.NumpyVariable.get_constant_collection_for_func(replacement):
        return "special", target, handlers.ids_by_type()["numpy function that produces a const collection type encountered non-const arguments"]
    return "constant_fold" if misc.NumpyVariable.can_constant_fold_through(replacement) else "in_graph", target, ""


def member(name, unsupported):
    if name in unsupported:
        return "unsupported", "", unsupported[name]
    return ("in_graph", "", "") if hasattr(torch._numpy.ndarray, name) else ("unsupported", "", "")


def rows():
    for module in (numpy, numpy.linalg, numpy.fft, numpy.random):
        for name in dir(module):
            value = getattr(module, name, None)
            if name.startswith("_") or not callable(value) or isinstance(value, types.ModuleType):
                continue
            yield (f"{module.__name__}.{name}", *function(value))
    variable = tensor.NumpyNdarrayVariable
    unsupported = handlers.named_breaks(variable.var_getattr) | handlers.named_breaks(variable.call_method)
    for name in dir(numpy.ndarray):
        if not name.startswith("__") or hasattr(torch._numpy.ndarray, name) and name not in dir(object):
            yield (f"numpy.ndarray.{name}", *member(name, unsupported))
