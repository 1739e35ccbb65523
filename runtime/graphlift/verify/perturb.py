"""Eager legs whose every operator is off by no more than its own rounding error, and one that computes in float64.

How far apart two correct evaluations of a program may be depends on each operator (its type, how many terms it adds) and on
how later operators enlarge it. Both are measured: `RoundingNoise` disturbs each operator's result by what a correct
implementation may be off, and lets the program itself carry that on, backward pass included.

A sum of n terms that is added up in any order is off by about u·sqrt(Σ s_k²), s_k its partial sums. For terms of mean m and
variance v that is u·sqrt(n·(y²/3 + n·v/2)); the same spread comes from disturbing each term by u·sqrt(n/2) of its size and the result by u·sqrt(n/3)
of its own. So one rule serves sums, products of matrices, convolutions and normalisations.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_unflatten

from .numbers import UNIT_ROUNDOFF

# Operators that move, choose or make values and round nothing.
_EXACT = frozenset("""
_to_copy clone copy copy_ cat stack index gather select slice where masked_fill relu relu_ max min amax amin argmax argmin sort topk neg
abs sign eq ne lt le gt ge floor ceil round trunc detach alias empty empty_like empty_strided new_empty zeros ones full zeros_like
ones_like full_like new_zeros new_full arange eye scalar_tensor lift_fresh embedding constant_pad_nd flip roll repeat
max_pool2d_with_indices max_pool2d_with_indices_backward bitwise_and bitwise_or bitwise_not logical_and logical_or logical_not isnan
isinf nonzero unique2 index_select masked_select masked_scatter scatter index_put rand randn rand_like randn_like randint bernoulli
normal_ uniform_ bernoulli_ random_ randperm threshold_backward zero_ fill_ fill slice_backward select_backward embedding_renorm tril
triu clamp clamp_min clamp_max maximum minimum as_strided_scatter slice_scatter select_scatter diagonal_scatter _local_scalar_dense
fmod remainder reflection_pad2d replication_pad2d isfinite heaviside nan_to_num hardtanh leaky_relu one_hot tril_indices triu_indices
""".split())  # fmt: skip
_PRODUCT = {"mm": 0, "bmm": 0, "dot": 0, "mv": 0, "addmm": 1, "baddbmm": 1, "addmv": 1, "addbmm": 1, "_addmm_activation": 1}
_ALONG = {"_softmax": 1, "_log_softmax": 1, "cumsum": 1, "cumprod": 1, "logcumsumexp": 1, "_softmax_backward_data": 2, "_log_softmax_backward_data": 2}


def _name(func: Any) -> str:
    return func._schema.name.split("::")[-1]


def terms(func: Any, args: Tuple[Any, ...], outs: List[torch.Tensor]) -> int:
    """How many terms an element of the result adds up; 1 for elementwise operators."""
    name = _name(func)
    tensors = [a for a in args if isinstance(a, torch.Tensor) and a.is_floating_point()]
    if not tensors or not outs:
        return 1
    if name in _PRODUCT:
        return int(tensors[min(_PRODUCT[name], len(tensors) - 1)].shape[-1])
    if name in ("convolution", "_convolution", "convolution_overrideable", "mkldnn_convolution"):
        weight = args[1]
        return max(1, weight.numel() // max(1, weight.shape[0]))
    if name == "convolution_backward":
        grad, weight = args[0], args[2]
        return max(grad.numel() // max(1, grad.shape[1]), weight.numel() // max(1, weight.shape[1]))
    if name in _ALONG and tensors[0].dim():
        dim = args[_ALONG[name]]
        return int(tensors[0].shape[dim])
    if name.startswith(("native_batch_norm", "_native_batch_norm", "cudnn_batch_norm", "_batch_norm")) and tensors[0].dim() > 1:
        return max(1, tensors[0].numel() // max(1, tensors[0].shape[1]))
    if name.startswith(("native_layer_norm", "native_group_norm", "_fused_rms_norm")):
        smallest = min((o.numel() for o in outs if o.numel()), default=1)
        rows = tensors[0].numel() // smallest if not name.endswith("backward") else max(tensors[0].shape[-1], tensors[0].numel() // tensors[0].shape[-1])
        return max(1, rows)
    if "scaled_dot_product" in name or "attention" in name:
        return int(max(tensors[0].shape[-2:])) if tensors[0].dim() > 1 else 1
    if name.startswith(("embedding_dense_backward", "index_add", "scatter_add", "index_put", "_unsafe_index_put", "_embedding_bag")):
        return max(1, max(t.numel() for t in tensors) // max(1, tensors[-1].shape[-1] if tensors[-1].dim() else 1))
    largest = max(t.numel() for t in tensors)
    smallest = min((o.numel() for o in outs if o.is_floating_point()), default=largest)
    return max(1, largest // max(1, smallest))


class RoundingNoise(TorchDispatchMode):
    """Disturbs what each operator computes by as much as rounding may. Uses a generator of its own, so the program's random numbers stay."""

    def __init__(self, seed: int):
        super().__init__()
        self._seed = seed
        self._generators: Dict[torch.device, torch.Generator] = {}

    def _noise(self, like: torch.Tensor) -> torch.Tensor:
        generator = self._generators.get(like.device)
        if generator is None:
            generator = self._generators[like.device] = torch.Generator(like.device).manual_seed(self._seed)
        kind = torch.float64 if like.dtype == torch.float64 else torch.float32
        return torch.rand(like.shape, generator=generator, device=like.device, dtype=kind).mul_(2).sub_(1)

    def _disturbed(self, tensor: torch.Tensor, relative: float) -> torch.Tensor:
        if tensor.is_complex():
            return torch.view_as_complex(self._disturbed(torch.view_as_real(tensor.resolve_conj()).contiguous(), relative))
        wide = tensor if tensor.dtype in (torch.float32, torch.float64) else tensor.float()
        return (wide + wide * self._noise(tensor) * relative).to(tensor.dtype)

    def __torch_dispatch__(self, func: Any, types: Any, args: Tuple[Any, ...] = (), kwargs: Optional[Dict[str, Any]] = None) -> Any:
        kwargs = kwargs or {}
        name = _name(func)
        narrowing = name in ("_to_copy", "to") and kwargs.get("dtype") in (torch.bfloat16, torch.float16, torch.float32)
        if (name in _EXACT and not narrowing) or func.is_view or torch.Tag.nondeterministic_seeded in func.tags:
            return func(*args, **kwargs)
        changes = func._schema.is_mutable
        if narrowing and isinstance(args[0], torch.Tensor):
            source = UNIT_ROUNDOFF.get(args[0].dtype)
            if source is None or source >= UNIT_ROUNDOFF[kwargs["dtype"]]:
                return func(*args, **kwargs)
        result = func(*args, **kwargs)
        flat, spec = tree_flatten(result)
        outs = [o for o in flat if isinstance(o, torch.Tensor) and (o.is_floating_point() or o.is_complex()) and o.layout == torch.strided]
        if not outs:
            return result
        count = 1 if narrowing else terms(func, args, outs)
        if count > 1 and not changes:
            inputs, in_spec = tree_flatten((args, kwargs))
            wide = [isinstance(a, torch.Tensor) and a.dtype in (torch.float32, torch.float64) and a.layout == torch.strided for a in inputs]
            if any(wide):
                moved = [self._disturbed(a, 3**0.5 * UNIT_ROUNDOFF[a.dtype] * (count / 2) ** 0.5) if w else a for a, w in zip(inputs, wide)]
                again_args, again_kwargs = tree_unflatten(moved, in_spec)
                result = func(*again_args, **again_kwargs)
                flat, spec = tree_flatten(result)
        for i, out in enumerate(flat):
            if not isinstance(out, torch.Tensor) or out.layout != torch.strided or not (out.is_floating_point() or out.is_complex()):
                continue
            real = torch.empty(0, dtype=out.dtype).real.dtype if out.is_complex() else out.dtype
            unit = UNIT_ROUNDOFF.get(real)
            if unit is None:
                continue
            accumulated = UNIT_ROUNDOFF[torch.float32] if real in (torch.bfloat16, torch.float16) else unit
            relative = 2 * unit + 3**0.5 * accumulated * (count / 3) ** 0.5 * (count > 1)
            moved = self._disturbed(out, relative)
            if changes:
                out.copy_(moved)
            else:
                flat[i] = moved if moved.stride() == out.stride() else torch.empty_strided(out.shape, out.stride(), dtype=out.dtype, device=out.device).copy_(moved)
        return result if changes else tree_unflatten(flat, spec)


class InDouble(TorchDispatchMode):
    """Keeps a program that was given float64 in float64: casts to and factories of shorter types give float64 instead."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Tuple[Any, ...] = (), kwargs: Optional[Dict[str, Any]] = None) -> Any:
        kwargs = dict(kwargs or {})
        if torch.Tag.nondeterministic_seeded in func.tags:
            return self._random(func, args, kwargs)
        if kwargs.get("dtype") in (torch.float32, torch.bfloat16, torch.float16):
            kwargs["dtype"] = torch.float64
        return func(*args, **kwargs)

    @staticmethod
    def _random(func: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Any:
        """Draws what a float32 program draws: the stream of float64 numbers is another one."""
        narrow = [a.float() if isinstance(a, torch.Tensor) and a.dtype == torch.float64 else a for a in args]
        result = func(*narrow, **kwargs)
        if func._schema.is_mutable and narrow[0] is not args[0]:
            args[0].copy_(narrow[0])
            return args[0]
        widen = lambda t: t.double() if isinstance(t, torch.Tensor) and t.dtype == torch.float32 else t  # noqa: E731
        flat, spec = tree_flatten(result)
        return tree_unflatten([widen(t) for t in flat], spec)


def convert_to_double(tensors: Dict[str, torch.Tensor]) -> None:
    """Makes every real floating tensor float64 in place, views of one storage staying views of one storage."""
    bases: Dict[int, torch.Tensor] = {}
    for tensor in tensors.values():
        if tensor.dtype not in (torch.float32, torch.bfloat16, torch.float16) or tensor.layout != torch.strided:
            continue
        key = tensor.untyped_storage()._cdata
        base = bases.get(key)
        if base is None:
            count = tensor.untyped_storage().nbytes() // tensor.element_size()
            base = bases[key] = torch.as_strided(tensor.detach(), (count,), (1,), 0).double()
        with torch.no_grad():
            tensor.data = base.as_strided(tensor.shape, tensor.stride(), tensor.storage_offset())
    torch.set_default_dtype(torch.float64)


def noisy(seed: int) -> Callable[[], RoundingNoise]:
    return lambda: RoundingNoise(seed)
