"""dynamo_config.tsv: flags of torch._dynamo.config and their defaults."""

import torch._dynamo

COLUMNS = ("flag", "default")


def rows():
    for name, entry in torch._dynamo.config._config.items():
        default = entry.default
        if entry.alias or callable(default):
            continue
        if default is None or isinstance(default, (bool, int, float)):
            yield name, repr(default)
        elif isinstance(default, str):
            yield name, repr(default) if "/" not in default else "''"
        elif isinstance(default, (set, frozenset, list, tuple, dict)):
            yield name, "empty" if not default else "filled"
