"""Makes random operators give constants, so that a difference that vanishes is known to come from the random numbers."""

from __future__ import annotations

from typing import Any, Callable, Dict, Optional, Tuple

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map

_ALMOST_ONE = 1.0 - 2.0**-8  # of every floating type, below 1: as a uniform number it says "keep" to any dropout


class NeutralRandom(TorchDispatchMode):
    """Uniform numbers are nearly one, Bernoulli draws and masks one, dropouts keep everything."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Tuple[Any, ...] = (), kwargs: Optional[Dict[str, Any]] = None) -> Any:
        result = func(*args, **(kwargs or {}))
        if torch.Tag.nondeterministic_seeded not in func.tags:
            return result
        name = func._schema.name.split("::")[-1]
        if name in ("native_dropout", "_fused_dropout"):
            return args[0] / (1 - args[1]), torch.ones_like(result[1])
        value = 1.0 if "bernoulli" in name else _ALMOST_ONE
        return tree_map(lambda t: self._constant(t, value) if isinstance(t, torch.Tensor) else t, result)

    @staticmethod
    def _constant(tensor: torch.Tensor, value: float) -> torch.Tensor:
        if tensor.dtype == torch.bool:
            return tensor.fill_(True)
        return tensor.fill_(value if tensor.is_floating_point() else 1)


def under(mode: Callable[[], Any], backend: Any) -> Callable[..., Any]:
    """`backend`, whose compiled code runs under a dispatch mode. (A mode around the whole call would keep Dynamo from compiling.)"""

    def compile_fn(gm: Any, example_inputs: Any) -> Callable[..., Any]:
        compiled = lookup(backend)(gm, example_inputs)

        def call(*args: Any) -> Any:
            with mode():
                return compiled(*args)

        # Inductor and AOTAutograd give functions that take their arguments in one list.
        call._boxed_call = getattr(compiled, "_boxed_call", False)  # type: ignore[attr-defined]
        return call

    return compile_fn


def lookup(backend: Any) -> Callable[..., Any]:
    if callable(backend):
        return backend
    from torch._dynamo.backends.registry import lookup_backend

    return lookup_backend(backend)
