"""trace_rules.tsv: functions and classes that Dynamo does not treat by the file that they are written in.

Every candidate is given to Dynamo's variable builder; the class of the variable that comes back is the rule. A Python function that
is not here is inlined or skipped by module_rules.tsv; a C function that is not here is skipped (GB0007).
"""

import enum
import importlib
import inspect
import itertools
import re
import types

import torch
import torch._dynamo.trace_rules as rules
from torch._dynamo.side_effects import SideEffects
from torch._dynamo.variables import torch as torch_variables
from torch._dynamo.variables import user_defined
from torch._dynamo.variables.functions import SkipFunctionVariable
from torch._dynamo.variables.user_defined import UserDefinedClassVariable

import exports
import handlers
import inside_dynamo

COLUMNS = ("name", "rule", "detail", "graph breaks", "traits")
# Standard library modules that programs call in a forward pass, or around it.
STANDARD = """
abc array atexit base64 bisect builtins calendar cmath collections collections.abc contextlib copy csv dataclasses
datetime decimal difflib enum errno fractions functools gc getpass glob hashlib heapq importlib importlib.metadata importlib.util inspect io itertools
json linecache locale logging math multiprocessing numbers operator os os.path pathlib pickle platform posixpath pprint queue random re reprlib
secrets shutil signal socket statistics string struct subprocess sys tempfile textwrap threading time timeit traceback types typing unittest uuid
warnings weakref zlib
""".split()
# Filled by generate.py's own run, by argument parsing or by the environment.
VOLATILE = {"sys.stdout", "sys.stderr", "sys.stdin"}


def listed():
    """Names of Dynamo's own lists; Class#method is written Class.method."""
    for name in itertools.chain.from_iterable(table.keys() for table in rules.torch_name_rule_map):
        if ".py#" not in name:
            value = rules.load_object(name)
            if value is not None:
                yield name.replace("#", "."), value


def candidates():
    for module, name, value in exports.members():
        if at_home(value, module):
            yield f"{module}.{name}", value
    for name in dir(torch._C._VariableFunctions):
        yield f"torch._C._VariableFunctions.{name}", getattr(torch._C._VariableFunctions, name)
    yield from listed()
    for value in torch_variables.supported_ctx_manager_classes:
        yield f"{value.__module__}.{value.__qualname__}", value
    for value in torch_variables.TorchInGraphFunctionVariable._get_handlers():
        yield qualified(value), value
    for module_name in STANDARD:
        module = importlib.import_module(module_name)
        for name, value in vars(module).items():
            if not name.startswith("_") and f"{module_name}.{name}" not in VOLATILE and at_home(value, module_name):
                yield f"{module_name}.{name}", value


def at_home(value, module):
    """False for what MODULE has only imported."""
    home = getattr(value, "__module__", None)
    if module.split(".")[0] == "torch":
        return not isinstance(home, str) or home.split(".")[0] in ("torch", "torch_c", "functorch")
    return home not in STANDARD or home == module


def qualified(value):
    if isinstance(value, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        return "torch.ops." + str(value)
    module = getattr(value, "__module__", None) or getattr(getattr(value, "__self__", None), "__name__", "torch")
    name = getattr(value, "__qualname__", value.__name__) if isinstance(value, (type, types.FunctionType)) else value.__name__
    return f"{module}.{name}"


# Functions that ask for the state of the program and take no arguments: called for real, because what they return decides.
QUERY = re.compile(r"(is|are|get|has|num|current)_|device_count$|initial_seed$")
NOT_A_TENSOR = "GB0208"


def in_graph(value):
    """(rule, detail, breaks) of a function that can become a node of the graph."""
    handler = torch_variables.TorchInGraphFunctionVariable._get_handlers().get(value)
    states = torch_variables.tracing_state_functions()
    if value is torch.compiler.is_exporting:  # its handler reads the flag that export sets
        return "constant", "False", ""
    if value in states:
        return "constant", repr(states[value]), ""
    folds = torch_variables.TorchInGraphFunctionVariable(value).can_constant_fold_through()
    if handler is None and not folds and QUERY.match(getattr(value, "__name__", "")):
        broken = handlers.ids_by_type().get(inside_dynamo.break_of_call(value), "")
        if broken == NOT_A_TENSOR:
            return "unsupported", "not_a_tensor", broken
    if handler is None:
        guarded = value in torch_variables.constant_fold_functions_need_guards
        return ("constant_fold", "guarded" if guarded else "", "") if folds else ("in_graph", "", "")
    found = handlers.breaks(handler)
    if handlers.always_breaks(handler):
        return "unsupported", "", found
    rule = "constant_fold" if folds else "in_graph" if handlers.may_decline(handler) else "special"
    return rule, handler.__name__, found


def describe(value, variable):
    """(rule, detail, breaks), or None when the file that the function is written in decides."""
    kind = type(variable).__name__
    if isinstance(value, types.MethodType) and kind == "UserDefinedObjectVariable" and variable.is_supported_random():
        return "special", "random_call", ""
    if isinstance(value, types.MethodType) and python_function(value.__func__) and skipped_by_file(value.__func__):
        return "skip", "method", "GB0007"
    if isinstance(variable, Exception):
        break_type = getattr(variable, "gb_type", "")
        return ("unsupported", break_type, handlers.ids_by_type().get(break_type, "")) if break_type else None
    if kind == "TorchInGraphFunctionVariable":
        return in_graph(variable.value)
    if kind == "TorchCtxManagerClassVariable":
        return "context_manager", qualified(inspect.unwrap(variable.value)), ""
    if kind == "PolyfilledFunctionVariable":
        replacement = variable.traceable_fn
        return "polyfill", f"{replacement.__module__}:{replacement.__qualname__}", ""
    explicit = rules.get_torch_obj_rule_map().get(value) if rules.hashable(value) else None
    if kind == "SkipFunctionVariable":
        if value in rules_constant_fold():
            return "constant_fold", "", "GB0007"
        return ("skip", "listed", "GB0007") if explicit or python_function(value) and not skipped_by_file(value) else None
    if kind == "UserFunctionVariable":
        return ("inline", "listed", "") if explicit and skipped_by_file(value) else None
    if type(variable) is UserDefinedClassVariable:
        return constructed(value)
    if isinstance(variable, UserDefinedClassVariable) or kind in ORDINARY:
        return None
    return "special", kind, ""


# Skipped C function, and unsupported method call (of __new__).
NOT_CONSTRUCTED = {"GB0007", "GB0156"}


def constructed(cls):
    """The rule for calling a class; None when its Python code decides."""
    if cls in UserDefinedClassVariable._constant_fold_classes():
        return "constant_fold", "class", ""
    if cls in UserDefinedClassVariable._in_graph_classes():
        return "in_graph", "class", ""
    special = handlers.special_values(UserDefinedClassVariable.call_function, user_defined)
    if cls in special:
        return ("unsupported", "class", special[cls]) if special[cls] else ("special", "class", "")
    if not SideEffects.cls_supports_mutation_side_effects(cls) and not issubclass(cls, (enum.Enum, type)):
        return "unsupported", "class", handlers.ids_by_type()["Unsupported function call"]
    if isinstance(cls.__new__, types.BuiltinFunctionType) and not UserDefinedClassVariable.is_supported_new_method(cls.__new__):
        broken = handlers.ids_by_type().get(inside_dynamo.break_of_call(cls), "")
        return ("unsupported", "class", broken) if broken in NOT_CONSTRUCTED else None
    return None


# Variables that say nothing about the function or class: the general treatment of its kind, or another table's subject.
ORDINARY = {
    "ConstantVariable", "UserDefinedObjectVariable", "PythonModuleVariable", "UserDefinedExceptionClassVariable", "EnumVariable", "ConstDictVariable",
    "ListVariable", "TupleVariable", "SetVariable", "FrozensetVariable", "TypingVariable", "WrapperUserFunctionVariable", "UserMethodVariable",
    "DefaultDictVariable", "MappingProxyVariable", "UnspecializedNNModuleVariable", "SymNodeVariable", "NNModuleVariable", "BuiltinVariable",
    "DictBuiltinVariable", "GetAttrBuiltinVariable", "HasAttrBuiltinVariable", "IterBuiltinVariable", "ListBuiltinVariable", "SetAttrBuiltinVariable",
    "MethodWrapperVariable", "GetAttrVariable", "LambdaVariable", "UserDefinedDictVariable", "UserDefinedListVariable", "UserDefinedTupleVariable",
    "UserDefinedSetVariable", "OrderedSetVariable", "DictKeySetVariable", "LoggingLoggerVariable", "NumpyVariable", "MutableMappingVariable",
    "DequeVariable", "RangeVariable", "SizeVariable", "GetSetDescriptorVariable", "MemberDescriptorVariable", "TorchScriptObjectVariable",
    "StringFormatVariable", "FunctoolsPartialVariable", "BoundBuiltinMethodVariable", "TensorVariable", "UserDefinedClassVariable",
}  # fmt: skip


def rules_constant_fold():
    from torch._dynamo.variables import functions

    return {importlib.util.find_spec, importlib.metadata.version, *functions.RE_CONSTANT_FOLD_FNS}


def python_function(value):
    return isinstance(value, types.FunctionType)


def skipped_by_file(value):
    return rules.check_file(rules.getfile(value), is_inlined_call=True).skipped


def rows():
    named = [(name, value) for name, value in candidates() if callable(value) and not isinstance(value, types.ModuleType)]
    values = list({id(value): value for _, value in named}.values())
    variables = inside_dynamo.variables_of(values)
    described = {id(value): describe(value, variable) for value, variable in zip(values, variables)}
    skipped = {name for name, rule in rules.manual_torch_name_rule_map.items() if rule is SkipFunctionVariable}
    for name, value in named:
        if described[id(value)]:
            yield (name, *described[id(value)])
        elif name in skipped:  # a wrapper stands in the place of the function that the list means
            yield name, "skip", "listed", "GB0007"
