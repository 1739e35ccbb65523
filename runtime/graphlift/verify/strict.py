"""Inductor made to compute as eager does, as far as it can be."""

from __future__ import annotations

import contextlib
from typing import Any


@contextlib.contextmanager
def strict_numerics() -> Any:
    """Casts, random numbers and divisions as in eager, while compiling inside the block."""
    from torch._inductor import config

    wanted = {
        "emulate_precision_casts": True,
        "fallback_random": True,
        "eager_numerics.division_rounding": True,
        "eager_numerics.disable_ftz": True,
        "eager_numerics.use_pytorch_libdevice": True,
    }
    known = config.get_config_copy()
    with config.patch({k: v for k, v in wanted.items() if k in known}):
        yield
