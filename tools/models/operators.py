"""operators.tsv: every registered operator schema, with what native_functions.yaml and the dispatcher know about it."""

import pathlib
import re

import torch
import torch._dynamo
import torch._meta_registrations
import torch._refs
from torch._decomp import meta_table
from torch._subclasses import fake_impls

COLUMNS = ("operator", "overload", "schema", "traits", "fake", "tags")
# Namespaces of torch itself that no program calls.
INTERNAL = {"_test", "static_runtime", "debugprims", "debug_mode_ops", "prim"}


def native_functions():
    """(operator, overload) -> variants, read line by line because the wheel does not require PyYAML."""
    import torchgen

    text = (pathlib.Path(torchgen.__file__).parent / "packaged/ATen/native/native_functions.yaml").read_text()
    found = {}
    key = None
    for line in text.splitlines():
        func = re.match(r"- func: ([\w:]+)(?:\.(\w+))?\(", line)
        if func:
            key = (func[1], func[2] or "")
            found[key] = "function"
        variants = re.match(r"  variants: ([\w, ]*\w)", line)
        if variants and key:
            found[key] = variants[1]
    return found


def overload_of(schema):
    packet = getattr(getattr(torch.ops, schema.name.split("::")[0]), schema.name.split("::")[1])
    return getattr(packet, schema.overload_name or "default")


def fake_kind(name, overload):
    """How fake tensors know the output; see Fake in models/operators.h."""
    if overload in fake_impls.op_implementations_dict:
        return "special"
    for check, _ in fake_impls.op_implementations_checks:
        if check != fake_impls.op_implementations_dict.__contains__ and check(overload):
            return "special"
    if torch._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeImplicitAutograd"):
        return "composite"
    if overload in meta_table or torch._C._dispatch_has_kernel_for_dispatch_key(name, "Meta"):
        return "meta"
    simple = torch._library.simple_registry.singleton.find(name.split(".")[0])
    if simple.fake_impl.kernel is not None:
        return "meta"
    if torch._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeExplicitAutograd") or torch._C._dispatch_has_kernel_for_dispatch_key(
        name, "CompositeExplicitAutogradNonFunctional"
    ):
        return "composite"
    return "none"


def rows():
    native = native_functions()
    dispatcher = set(torch._C._dispatch_get_all_op_names())
    for schema in torch._C._jit_get_all_schemas():
        space, _, short = schema.name.partition("::")
        full = schema.name + ("." + schema.overload_name if schema.overload_name else "")
        # The registry prints 1 for the default `Mean`, which the Python bindings read as another number.
        text = str(schema)[len(full):].replace("int reduction=1", "int reduction=Mean")
        if space in INTERNAL or "..." in text or short.startswith("_test_"):
            continue
        traits = [trait.strip() for trait in native.get((short, schema.overload_name), "").split(",")] if space == "aten" else []
        if full not in dispatcher:
            yield schema.name, schema.overload_name, text, "script", "none", ""
            continue
        overload = overload_of(schema)
        if torch._C._dispatch_has_kernel_for_dispatch_key(full, "CompositeImplicitAutograd"):
            traits.append("composite")
        tags = sorted(str(tag).split(".")[-1] for tag in overload.tags)
        yield schema.name, schema.overload_name, text, ",".join(sorted(filter(None, traits))), fake_kind(full, overload), ",".join(tags)
