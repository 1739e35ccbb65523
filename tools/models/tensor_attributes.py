"""tensor_attributes.tsv: every attribute of torch.Tensor and what it is."""

import ast
import functools
import pathlib
import types

import torch

import exports

COLUMNS = ("name", "kind", "target", "traits")


@functools.cache
def stub_types():
    """name -> annotated type of TensorBase's attributes and the return type of its methods, from the type stubs of the C++ module."""
    stub = pathlib.Path(torch.__file__).parent / "_C/__init__.pyi"
    found = {}
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ClassDef) or node.name != "TensorBase":
            continue
        for member in node.body:
            if isinstance(member, ast.AnnAssign):
                found.setdefault(member.target.id, []).append(ast.unparse(member.annotation))
            elif isinstance(member, ast.FunctionDef) and member.returns is not None:
                found.setdefault(member.name, []).append(ast.unparse(member.returns))
    return {name: " | ".join(dict.fromkeys(plain(text) for text in texts)) for name, texts in found.items()}


def plain(annotation):
    """_bool | None -> bool | None; the stub writes builtins with an underscore and modules by path."""
    names = {"_bool": "bool", "_int": "int", "_float": "float", "_complex": "complex", "_str": "str", "_device": "device", "_dtype": "dtype"}
    names |= {"_layout": "layout", "_qscheme": "qscheme", "_Node": "Node", "_size": "Size", "numpy.ndarray": "ndarray", "torch.memory_format": "memory_format"}
    tree = ast.parse(annotation, mode="eval")

    class Rename(ast.NodeTransformer):
        def visit_Name(self, node):
            return ast.Name(names.get(node.id, node.id))

        def visit_Attribute(self, node):
            text = ast.unparse(node)
            return ast.Name(names.get(text, text.split(".")[-1]))

    return ast.unparse(Rename().visit(tree))


def sample_type(name):
    """The type of a property as a few tensors show it."""
    leaf = torch.ones(2, 3, requires_grad=True)
    (leaf * 2).sum().backward()
    seen = set()
    for tensor in (leaf, torch.zeros(2, 2, dtype=torch.complex64), leaf * 2, torch.zeros(2, 2).to_sparse()):
        try:
            value = getattr(tensor, name)
        except Exception:
            continue
        seen.add("None" if value is None else type(value).__name__)
    return " | ".join(sorted(seen, key=lambda text: (text == "None", text))) or "Any"


def result_type(name):
    """The type that a public method without arguments returns."""
    if name.startswith("_"):
        return "Any"
    try:
        return type(getattr(torch.ones(2), name)()).__name__
    except Exception:
        return "Any"


def operator_name(descriptor):
    """aten::add for the methods add and __add__, nothing for a method that is no operator."""
    names = exports.function_operators()
    for candidate in (descriptor.__name__, DUNDERS.get(descriptor.__name__, "")):
        if "aten::" + candidate in names:
            return "aten::" + candidate
    return ""


# Slots of the C++ class that are bound to operators of another name.
DUNDERS = {
    "__add__": "add", "__radd__": "add", "__iadd__": "add_", "__sub__": "sub", "__isub__": "sub_", "__mul__": "mul", "__rmul__": "mul",
    "__imul__": "mul_", "__matmul__": "matmul", "__truediv__": "div", "__div__": "div", "__itruediv__": "div_", "__idiv__": "div_",
    "__mod__": "remainder", "__imod__": "remainder_", "__floordiv__": "floor_divide", "__ifloordiv__": "floor_divide_", "__neg__": "neg",
    "__abs__": "abs", "__invert__": "bitwise_not", "__eq__": "eq", "__ne__": "ne", "__lt__": "lt", "__le__": "le", "__gt__": "gt",
    "__ge__": "ge", "__pow__": "pow", "__ipow__": "pow_", "__iand__": "__iand__", "__ior__": "__ior__", "__ixor__": "__ixor__",
}  # fmt: skip


def rows():
    for name in dir(torch.Tensor):
        if name in ("__dict__", "__class__", "__doc__", "__module__", "__weakref__", "__abstractmethods__", "__annotations__", "__static_attributes__"):
            continue
        value = getattr(torch.Tensor, name)
        owner = next((base for base in torch.Tensor.__mro__ if name in vars(base)), None)
        if owner is object:
            continue
        raw = vars(owner)[name] if owner else value
        annotated = stub_types().get(name, "")
        if isinstance(raw, types.GetSetDescriptorType):
            yield name, "property", annotated or sample_type(name), "writable" if writable(name) else ""
        elif isinstance(raw, property):
            yield name, "python_property", sample_type(name), "writable" if raw.fset else ""
        elif isinstance(value, (types.MethodDescriptorType, types.WrapperDescriptorType, types.BuiltinFunctionType)):
            bound = operator_name(value)
            yield (name, "operator", bound, "") if bound else (name, "builtin", annotated or result_type(name), "")
        elif isinstance(value, (types.FunctionType, types.MethodType)):
            function = getattr(value, "__func__", value)
            yield name, "function", exports.definition(function, "torch._tensor", f"Tensor.{name}"), "classmethod" if function is not value else ""
        else:
            yield name, "class_attribute", type(value).__name__, ""


def writable(name):
    tensor = torch.ones(2)
    try:
        setattr(tensor, name, getattr(tensor, name))
    except AttributeError:
        return False
    except Exception:
        return True
    return True
