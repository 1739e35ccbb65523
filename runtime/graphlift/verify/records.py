"""What one run of a region leaves to be compared. Everything here is plain data, so that it crosses processes."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, List, Optional, Tuple


@dataclasses.dataclass
class TensorRecord:
    """A tensor as it was seen at one path. `data` is None where the contents are those before the call."""

    dtype: str
    shape: Tuple[int, ...]
    stride: Optional[Tuple[int, ...]]  # None for layouts that have none
    offset: int  # elements from the start of the storage
    device: str
    layout: str
    requires_grad: bool
    has_grad_fn: bool
    subclass: str
    digest: str  # of the contents in logical order
    data: Any = None  # detached copy on the CPU
    same_object: Optional[str] = None  # the first path at which this very tensor was seen
    same_storage: Optional[str] = None  # the first path at which a tensor over the same storage was seen


@dataclasses.dataclass
class ValueRecord:
    """Anything that is no tensor: a number, a string, the shape of a container, the type of something opaque."""

    kind: str  # value | container | same | opaque
    text: str


@dataclasses.dataclass
class GraphFacts:
    """What the compiler did during a leg."""

    ran: bool = False  # compiled code was entered
    graphs: int = 0  # graphs compiled
    operators: int = 0  # calls captured in them
    breaks: List[Dict[str, Any]] = dataclasses.field(default_factory=list)
    recompiles: List[Dict[str, Any]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Failure:
    """An exception that left the region."""

    type: str  # qualified name
    message: str
    phase: str  # forward | backward
    compiler: bool = False  # raised by the compiler, not by the program
    trace: str = ""


@dataclasses.dataclass
class Observation:
    """One leg: everything that a caller of the region could tell."""

    leg: str
    failure: Optional[Failure] = None
    outputs: Dict[str, Any] = dataclasses.field(default_factory=dict)  # path -> record
    state: Dict[str, Any] = dataclasses.field(default_factory=dict)  # path -> record, after the call
    gradients: Dict[str, Any] = dataclasses.field(default_factory=dict)  # path -> record, or None for "no gradient"
    rng: Dict[str, str] = dataclasses.field(default_factory=dict)  # generator -> digest of its state
    stdout: str = ""
    stderr: str = ""
    printed: Dict[str, List[Any]] = dataclasses.field(default_factory=dict)  # stream -> for each line, where it was printed
    graph: GraphFacts = dataclasses.field(default_factory=GraphFacts)
    seconds: float = 0.0


@dataclasses.dataclass
class Difference:
    """One thing in which two legs differ."""

    dimension: str  # output mutation alias state gradient rng stdout exception hook layout python-effect
    path: str
    detail: str
    numeric: bool = False  # values of equal shape and type that are apart
    within: bool = False  # apart, but no further than the derived bound
    figures: Dict[str, Any] = dataclasses.field(default_factory=dict)
    first_operator: Optional[Dict[str, Any]] = None
    source: Optional[Dict[str, Any]] = None

    def to_json(self) -> Dict[str, Any]:
        out: Dict[str, Any] = {"dimension": self.dimension, "path": self.path, "detail": self.detail}
        if self.figures:
            out["figures"] = self.figures
        out["first_operator"] = self.first_operator
        out["source"] = self.source
        return out
