"""module_rules.tsv: what Dynamo does with a Python function by the file that it is written in.

Paths are prefixes below site-packages (so torch/_tensor is also torch/_tensor_str.py); for the lists standard_skip, inline_when_called,
package_skip and unittest they are top-level modules. docs/models.md has the order in which the lists are asked.
"""

import torch._dynamo.trace_rules as rules

COLUMNS = ("path", "list")


def below_root(module):
    return module.replace(".", "/")


def rows():
    for module in rules.LEGACY_MOD_INLINELIST:
        yield below_root(module), "legacy_inline"
    for module in rules.MOD_INLINELIST:
        yield below_root(module), "inline"
    for module in rules.MOD_SKIPLIST:
        yield below_root(module), "skip"
    for module in rules.BUILTIN_SKIPLIST:
        yield module.__name__, "standard_skip"
    import copy

    for module in (copy,):
        if rules._module_dir(module) in rules.BUILTIN_INLINE_WHEN_CALLED:
            yield module.__name__, "inline_when_called"
    for name in rules.THIRDPARTY_SKIPLIST:
        yield name, "package_skip"
    for path in rules.FORCE_SKIP_FILES:
        yield path[path.index("torch/optim") :], "force_skip"
    yield "unittest", "unittest"
    yield "torch/utils/_config_module.py", "directory_skip"
    yield "triton/backends", "directory_skip"
