"""Walks objects from named roots and records every tensor, value and container that it meets, by path.

The walk is iterative and its order depends on the objects alone, so that two legs that did the same give the same records.
"""

from __future__ import annotations

import collections
import enum
import functools
import hashlib
import struct
import types
from typing import Any, Dict, List, Optional, Set, Tuple

import torch

from .records import TensorRecord, ValueRecord
from .roots import Roots, is_user_class

# Past this many records the walk stops and says so in a record of its own: two legs stop at the same place.
LIMIT = 200_000
_PLAIN = (bool, int, str, bytes, type(None), type(Ellipsis))
# Written by torch itself, whether or not the program's behaviour differs.
_NOISE = {"_compiled_call_impl", "_backward_pre_hooks", "_is_full_backward_hook", "_zero_grad_profile_name", "_opt_called", "__weakref__",
          "_version", "_forward_hooks_always_called", "_non_persistent_buffers_set", "_state_dict_hooks", "_load_state_dict_pre_hooks",
          "_load_state_dict_post_hooks", "_state_dict_pre_hooks", "_patched_step_hooked"}  # fmt: skip
_OPAQUE = (types.ModuleType, types.BuiltinFunctionType, types.CodeType, types.FrameType, types.GeneratorType, type,
           torch.dtype, torch.device, torch.layout, torch.memory_format)  # fmt: skip


def digest_bytes(data: Any) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def tensor_digest(tensor: torch.Tensor) -> str:
    """Of the contents in logical order, bit for bit (so 0.0 and -0.0 differ, and so do NaN payloads)."""
    flat = tensor.detach().resolve_conj().resolve_neg().cpu().contiguous().reshape(-1)
    if flat.numel() == 0:
        return "empty"
    if flat.is_complex():
        flat = torch.view_as_real(flat).reshape(-1)
    raw = flat.view(torch.uint8)
    try:
        return digest_bytes(memoryview(raw.numpy()))
    except RuntimeError:  # torch without NumPy
        return digest_bytes(bytes(raw.tolist()))


def storage_key(tensor: torch.Tensor) -> Optional[int]:
    try:
        storage = tensor.untyped_storage()
        return storage._cdata if storage.nbytes() else None
    except (RuntimeError, NotImplementedError):
        return None


def record_tensor(tensor: torch.Tensor, before: Optional[str], keep_data: bool) -> TensorRecord:
    """`before`: digest of the contents before the call; data is kept only where it is another."""
    strided = tensor.layout == torch.strided
    fake = tensor.is_meta or type(tensor).__name__ in ("FakeTensor", "FunctionalTensor")
    plain = tensor.detach()
    if not strided and not fake:
        plain = plain.to_dense()
    digest = "no-data" if fake else tensor_digest(plain)
    data = None
    if keep_data and not fake and digest != before:
        data = plain.cpu().clone(memory_format=torch.contiguous_format)
        if type(data) is not torch.Tensor:
            data = data.as_subclass(torch.Tensor)
    return TensorRecord(
        dtype=str(tensor.dtype).replace("torch.", ""),
        shape=tuple(tensor.shape),
        stride=tuple(tensor.stride()) if strided else None,
        offset=tensor.storage_offset() if strided else 0,
        device=str(tensor.device),
        layout=str(tensor.layout).replace("torch.", ""),
        requires_grad=tensor.requires_grad,
        has_grad_fn=tensor.grad_fn is not None,
        subclass=type(tensor).__qualname__,
        digest=digest,
        data=data,
    )


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"float {value!r} {struct.pack('<d', value).hex()}" if value != value else f"float {value!r}"
    return f"{type(value).__name__} {value!r}"


def _key(key: Any, names: Dict[int, str]) -> str:
    if id(key) in names:
        return f"<{names[id(key)]}>"
    return repr(key) if isinstance(key, _PLAIN + (float, complex, enum.Enum, torch.dtype, torch.device)) else f"<{type(key).__qualname__}>"


class Snapshot:
    """Records by path. Objects seen twice are recorded as `same as PATH`, which is what tells aliasing of Python objects."""

    def __init__(self, before: Optional[Dict[str, str]] = None, keep_data: bool = True, roots: Optional[Roots] = None):
        self.records: Dict[str, Any] = {}
        self.tensors: Dict[str, torch.Tensor] = {}
        self.modules: List[torch.nn.Module] = []
        self._before = before or {}
        self._keep_data = keep_data
        self._roots = roots
        self._names: Dict[int, str] = {}
        self._storages: Dict[int, str] = {}
        self._alive: List[Any] = []
        self._types: Set[type] = set()

    def add(self, path: str, value: Any) -> None:
        todo: List[Tuple[str, Any]] = [(path, value)]
        while todo:
            at, each = todo.pop()
            if len(self.records) >= LIMIT:
                self.records["<limit>"] = ValueRecord("opaque", f"more than {LIMIT} places")
                return
            todo.extend(reversed(self._visit(at, each)))

    def _visit(self, path: str, value: Any) -> List[Tuple[str, Any]]:
        kind = type(value)
        if isinstance(value, torch.Tensor):
            return self._tensor(path, value)
        if isinstance(value, enum.Enum):
            self.records[path] = ValueRecord("value", f"{kind.__qualname__}.{value.name}")
            return []
        if kind in _PLAIN or isinstance(value, (float, complex)) and kind in (float, complex):
            self.records[path] = ValueRecord("value", _text(value))
            return []
        if isinstance(value, _OPAQUE):
            text = getattr(value, "__qualname__", None) or (repr(value) if kind.__module__ == "torch" else kind.__name__)
            self.records[path] = ValueRecord("opaque", f"{kind.__name__} {text}")
            if isinstance(value, type) and self._roots is not None:
                self._roots.add_class(value)
            return []
        # Which of two equal tuples it is cannot matter to a program that does not ask for it.
        if not isinstance(value, (tuple, frozenset)):
            if id(value) in self._names:
                self.records[path] = ValueRecord("same", self._names[id(value)])
                return []
            self._names[id(value)] = path
        self._alive.append(value)
        return self._object(path, value)

    def _tensor(self, path: str, tensor: torch.Tensor) -> List[Tuple[str, Any]]:
        first = self._names.setdefault(id(tensor), path)
        self._alive.append(tensor)
        try:
            record = record_tensor(tensor, self._before.get(path), self._keep_data)
        except (RuntimeError, NotImplementedError, TypeError) as wrong:
            self.records[path] = ValueRecord("opaque", f"{type(tensor).__qualname__} that cannot be read: {type(wrong).__name__}")
            return []
        record.same_object = first if first != path else None
        key = storage_key(tensor)
        if key is not None:
            owner = self._storages.setdefault(key, path)
            record.same_storage = owner if owner != path else None
        self.records[path] = record
        if first != path:
            return []
        self.tensors[path] = tensor
        more: List[Tuple[str, Any]] = []
        if tensor.is_leaf and tensor.grad is not None:
            more.append((path + ".grad", tensor.grad))
        more += [(f"{path}.{name}", v) for name, v in vars(tensor).items() if not name.startswith("_dynamo")] if hasattr(tensor, "__dict__") else []
        return more

    def _object(self, path: str, value: Any) -> List[Tuple[str, Any]]:
        kind = type(value)
        if kind not in self._types:
            self._types.add(kind)
            if self._roots is not None:
                self._roots.add_class(kind)
        if isinstance(value, torch.nn.Module):
            return self._module(path, value)
        if isinstance(value, torch.Generator):
            self.records[path] = ValueRecord("value", "generator " + tensor_digest(value.get_state()))
            return []
        if isinstance(value, dict):
            self.records[path] = ValueRecord("container", f"{kind.__qualname__} {{{', '.join(_key(k, self._names) for k in value)}}}")
            more = [(f"{path}[{_key(k, self._names)}]", v) for k, v in list(value.items())]
            return more + self._attributes(path, value)
        if isinstance(value, (list, tuple, collections.deque)):
            self.records[path] = ValueRecord("container", f"{kind.__qualname__} of {len(value)}")
            return [(f"{path}[{i}]", v) for i, v in enumerate(value)] + self._attributes(path, value)
        if isinstance(value, (set, frozenset)):
            texts = sorted(_text(v) if isinstance(v, _PLAIN + (float,)) else type(v).__qualname__ for v in value)
            self.records[path] = ValueRecord("container", f"{kind.__qualname__} {{{', '.join(texts)}}}")
            return []
        if isinstance(value, (bytearray, memoryview)):
            self.records[path] = ValueRecord("value", f"{kind.__name__} {digest_bytes(value)}")
            return []
        if isinstance(value, functools.partial):
            self.records[path] = ValueRecord("opaque", "partial")
            return [(path + ".func", value.func), (path + ".args", value.args), (path + ".keywords", value.keywords)]
        if isinstance(value, types.MethodType):
            self.records[path] = ValueRecord("opaque", f"method {value.__func__.__qualname__ if hasattr(value.__func__, '__qualname__') else '?'}")
            return [(path + ".__self__", value.__self__)]
        if isinstance(value, types.FunctionType):
            self.records[path] = ValueRecord("opaque", f"function {value.__qualname__}")
            if self._roots is not None:
                self._roots.add_function(value)
            return []
        if kind.__module__ == "numpy":
            return self._numpy(path, value)
        text = getattr(value, "getvalue", None)
        if kind.__module__ in ("io", "_io"):
            self.records[path] = ValueRecord("value", f"{kind.__name__} {text()!r}") if text else ValueRecord("opaque", kind.__name__)
            return []
        self.records[path] = ValueRecord("opaque", f"{kind.__module__}.{kind.__qualname__}")
        return self._attributes(path, value)

    def _attributes(self, path: str, value: Any) -> List[Tuple[str, Any]]:
        out: List[Tuple[str, Any]] = []
        table = getattr(value, "__dict__", None)
        if isinstance(table, dict):
            out += [(f"{path}.{n}", v) for n, v in list(table.items()) if isinstance(n, str) and n not in _NOISE]
        for cls in type(value).__mro__:
            slots = cls.__dict__.get("__slots__", ()) if is_user_class(cls) else ()
            for name in (slots,) if isinstance(slots, str) else slots:
                if name not in _NOISE and name != "__dict__" and hasattr(value, name):
                    out.append((f"{path}.{name}", getattr(value, name)))
        return out

    def _module(self, path: str, module: torch.nn.Module) -> List[Tuple[str, Any]]:
        self.modules.append(module)
        table = module.__dict__
        self.records[path] = ValueRecord("container", f"{type(module).__qualname__} {{{', '.join(k for k in table if k not in _NOISE)}}}")
        out: List[Tuple[str, Any]] = []
        for group in ("_parameters", "_buffers", "_modules"):
            members = table.get(group) or {}
            if members:
                self.records[f"{path}.{group}"] = ValueRecord("container", ", ".join(members))
            out += [(f"{path}.{name}", v) for name, v in members.items()]
        for name, v in list(table.items()):
            if name in ("_parameters", "_buffers", "_modules") or name in _NOISE or name.endswith("_hooks") and not v:
                continue
            out.append((f"{path}.{name}", v))
        return out

    def _numpy(self, path: str, value: Any) -> List[Tuple[str, Any]]:
        dtype = getattr(value, "dtype", None)
        if dtype is None or dtype.hasobject:
            self.records[path] = ValueRecord("opaque", f"numpy {type(value).__name__}")
        else:
            self.records[path] = ValueRecord("value", f"numpy {dtype} {getattr(value, 'shape', ())} {digest_bytes(value.tobytes())}")
        return []


def take(arguments: Tuple[Any, Dict[str, Any]], roots: Roots, before: Optional[Dict[str, str]] = None, keep_data: bool = True,
         grow: bool = False) -> Snapshot:  # fmt: skip
    """The arguments and everything behind `roots`. `grow`: follow the classes and functions met on the way (done once, before the legs)."""
    snapshot = Snapshot(before, keep_data, roots if grow else None)
    add_arguments(snapshot, arguments)
    done = 0
    while done < len(roots.roots):
        root = roots.roots[done]
        done += 1
        try:
            value = root.read()
        except KeyError:
            snapshot.records[root.path] = ValueRecord("opaque", "<unbound>")
            continue
        snapshot.add(root.path, value)
    return snapshot


def add_arguments(snapshot: Snapshot, arguments: Tuple[Any, Dict[str, Any]]) -> None:
    args, kwargs = arguments
    for i, value in enumerate(args):
        snapshot.add(f"args[{i}]", value)
    for name, value in kwargs.items():
        snapshot.add(f"kwargs[{name!r}]", value)


def digests(snapshot: Snapshot) -> Dict[str, str]:
    return {path: r.digest for path, r in snapshot.records.items() if isinstance(r, TensorRecord)}


def outputs_of(result: Any) -> Dict[str, torch.Tensor]:
    """The tensors of what a region returned, by path, without reading their contents."""
    found: Dict[str, torch.Tensor] = {}
    todo: List[Tuple[str, Any]] = [("output", result)]
    seen: Set[int] = set()
    while todo:
        path, value = todo.pop()
        if isinstance(value, torch.Tensor):
            found.setdefault(path, value)
        elif id(value) not in seen and not isinstance(value, _PLAIN + _OPAQUE):
            seen.add(id(value))
            if isinstance(value, dict):
                todo += [(f"{path}[{k!r}]", v) for k, v in value.items()]
            elif isinstance(value, (list, tuple)):
                todo += [(f"{path}[{i}]", v) for i, v in enumerate(value)]
            elif hasattr(value, "__dict__"):
                todo += [(f"{path}.{k}", v) for k, v in vars(value).items()]
    return found
