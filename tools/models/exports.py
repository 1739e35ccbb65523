"""exports.tsv: what the names of torch's modules are bound to.

Python code of torch can be read from its sources, so the table has what sources do not tell: the C++ modules, the root namespace
(filled by loops over torch._C) and the public modules that re-export from it.
"""

import functools
import importlib
import inspect
import sys
import types

import torch

COLUMNS = ("name", "kind", "target")
PUBLIC = """
torch torch._C torch._VF torch.nn.functional torch.linalg torch.fft torch.special torch.sparse torch.nested torch.signal.windows torch.masked
torch.nn torch.nn.init torch.nn.parameter torch.nn.utils torch.nn.attention torch.functional torch.random torch.autograd torch.autograd.functional
torch.autograd.forward_ad torch.autograd.graph torch.autograd.profiler torch.func torch.jit torch.amp torch.cuda torch.cuda.amp torch.cpu torch.mps
torch.xpu torch.accelerator torch.backends torch.backends.cudnn torch.backends.cuda torch.backends.mkldnn torch.backends.mps torch.backends.opt_einsum
torch.compiler torch.export torch.library torch.overrides torch.types torch.storage torch.serialization torch.hub torch.optim torch.optim.lr_scheduler
torch.distributions torch.utils torch.utils.data torch.utils.checkpoint torch.utils.hooks torch.utils._pytree torch.utils.dlpack torch.profiler
torch.fx torch.distributed torch.testing torch._dynamo
""".split()


def binding_modules():
    """The modules that exist in the C++ extension only."""
    found = {name for name in sys.modules if name.startswith("torch._C.")}
    for name, value in vars(torch._C).items():
        if isinstance(value, types.ModuleType) and not getattr(value, "__file__", None):
            found.add(f"torch._C.{name}")
    return found


def load(module):
    try:
        return importlib.import_module(module)
    except ImportError:  # a module of the C++ extension that is an attribute only
        return functools.reduce(getattr, module.split(".")[1:], torch)


@functools.cache
def function_operators():
    """Operators that Python binds as functions: those of native_functions.yaml with the variant, and all others of the dispatcher."""
    import operators

    script_only = {}
    for name, _, _, traits, _, _ in operators.rows():
        script_only[name] = script_only.get(name, True) and traits == "script"
    return {name for name, script in script_only.items() if not script}


def bound_as(value, module, qualified):
    """True when MODULE.QUALIFIED is VALUE."""
    target = sys.modules.get(module)
    try:
        for part in qualified.split("."):
            target = getattr(target, part)
    except AttributeError:
        return False
    return target is value


@functools.cache
def names_of_objects():
    """id(value) -> the modules and names of torch that hold it, shortest first."""
    found = {}
    for module_name, module in sorted(sys.modules.items()):
        if module_name.split(".")[0] != "torch" or not isinstance(module, types.ModuleType):
            continue
        for name, value in sorted(vars(module).items()):
            found.setdefault(id(value), []).append((module_name, name))
    return found


def definition(value, module, name):
    """module:qualname where VALUE, found as NAME in MODULE, is defined; the module that a loader would read."""
    inner = value if isinstance(value, type) else inspect.unwrap(value)
    candidates = []
    if isinstance(inner, types.FunctionType):
        candidates.append((inner.__globals__.get("__name__", ""), inner.__qualname__))
    if isinstance(inner, type):
        for member in vars(inner).values():
            if isinstance(member, types.FunctionType) and member.__qualname__.startswith(inner.__qualname__ + "."):
                candidates.append((member.__globals__.get("__name__", ""), inner.__qualname__))
                break
    declared = (getattr(value, "__module__", None) or "", getattr(value, "__qualname__", None) or name)
    candidates.append(declared)
    for candidate_module, qualified in candidates:
        if bound_as(value, candidate_module, qualified) or inner is not value and bound_as(inner, candidate_module, qualified):
            return f"{candidate_module}:{qualified}"
    defining = candidates[0][0]
    for place in sorted(names_of_objects().get(id(value), []), key=lambda place: (place[0] != declared[0], place[0] != defining, len(place[0]), place)):
        return f"{place[0]}:{place[1]}"
    return f"{module}:{name}"


OPERATOR_MODULES = {f"torch._C.{name}" for name in ("_nn", "_linalg", "_fft", "_special", "_sparse", "_nested")}
# Bindings under names of Lua Torch that are no operator names.
OLD_NAMES = {"dsmm": "mm", "hsmm": "hspmm", "saddmm": "sspaddmm", "spmm": "mm"}
# Where the annotation machinery lives differs between Python versions.
ANNOTATIONS = {"typing", "types", "typing_extensions", "collections.abc", "__future__"}


def operator_of(value):
    """aten::add for a binding of it, else nothing."""
    owner = (getattr(value, "__qualname__", "") or "").split(".")[0]
    module = getattr(getattr(value, "__self__", None), "__name__", "")
    if owner == "_VariableFunctionsClass" or module in OPERATOR_MODULES:
        name = "aten::" + OLD_NAMES.get(value.__name__, value.__name__)
        return name if name in function_operators() else ""
    return ""


def builtin_target(value, module, name):
    owner = getattr(value, "__self__", None)
    if isinstance(owner, types.ModuleType):
        return f"{owner.__name__}:{value.__name__}"
    if (getattr(value, "__qualname__", "") or "").startswith("_VariableFunctionsClass."):
        return f"torch._C._VariableFunctions:{value.__name__}"
    return f"{getattr(value, '__module__', None) or module}:{getattr(value, '__name__', name)}"


def describe(value, module, name):
    """(kind, target) as models/exports.h has them."""
    if isinstance(value, types.ModuleType):
        return "module", value.__name__ if isinstance(value.__name__, str) else f"{module}.{name}"
    if isinstance(value, torch.dtype):
        return "dtype", str(value).split(".")[-1]
    if isinstance(value, torch.layout):
        return "layout", str(value).split(".")[-1]
    if isinstance(value, torch.memory_format):
        return "memory_format", str(value).split(".")[-1]
    if isinstance(value, torch.qscheme):
        return "qscheme", str(value).split(".")[-1]
    if isinstance(value, str) and type(value) is not str:
        return "constant", repr(str(value).split("+")[0])
    if value is None or type(value) in (bool, int, float, str) or value is Ellipsis:
        return "constant", f"float('{value}')" if value != value or value in (float("inf"), float("-inf")) else repr(value)
    if isinstance(value, torch._ops.OpOverloadPacket):
        return "operator", value._qualified_op_name
    if isinstance(value, (types.BuiltinFunctionType, types.MethodDescriptorType, types.MethodWrapperType)) or type(value).__name__ == "instancemethod":
        bound = operator_of(value)
        return ("operator", bound) if bound else ("builtin", builtin_target(value, module, name))
    if isinstance(value, type):
        return "class", definition(value, module, name)
    if isinstance(value, (types.FunctionType, functools._lru_cache_wrapper)):
        return "function", definition(value, module, name)
    if type(value).__module__ in ANNOTATIONS:
        return "object", "typing:_SpecialForm"
    return "object", f"{type(value).__module__}:{type(value).__qualname__}"


def listed():
    return sorted(set(PUBLIC) | binding_modules())


def members():
    """(module, name, value) for everything in the table."""
    for module_name in listed():
        module = load(module_name)
        names = set(dir(module)) | set(dir(type(module))) - set(dir(types.ModuleType))
        for name in sorted(names):
            private = name.startswith("_") and module_name.split(".")[:2] != ["torch", "_C"] and module_name != "torch"
            if name.startswith("__") and name != "__version__" or private:
                continue
            try:
                value = getattr(module, name)
            except Exception:
                continue
            yield module_name, name, value


# Values that tell about the machine and not about torch.
MACHINE = ("torch.version", "torch._C._dynamo.guards")


def rows():
    for module, name, value in members():
        kind, target = describe(value, module, name)
        if kind == "constant" and (module in MACHINE or isinstance(value, str) and "/" in value):
            kind, target = "object", f"builtins:{type(value).__name__}"
        yield f"{module}.{name}", kind, target
    # The class whose static methods the root namespace copies.
    for name in dir(torch._C._VariableFunctions):
        if not name.startswith("__"):
            value = getattr(torch._C._VariableFunctions, name)
            kind, target = describe(value, "torch._C._VariableFunctions", name)
            yield f"torch._C._VariableFunctions.{name}", kind, target
