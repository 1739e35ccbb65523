"""What the user asked of `graphlift verify`; travels from the driver to the program's process as JSON."""

from __future__ import annotations

import dataclasses
import json
from typing import List, Optional


@dataclasses.dataclass
class Options:
    program: str = ""
    arguments: List[str] = dataclasses.field(default_factory=list)  # of the program
    backend: Optional[str] = None  # a name, or MODULE:ATTRIBUTE; None: what the program asks for
    compiler: Optional[str] = None  # MODULE:ATTRIBUTE of a function that compiles a callable in torch.compile's place
    mode: Optional[str] = None
    dtype: Optional[str] = None
    device: Optional[str] = None
    entries: List[str] = dataclasses.field(default_factory=list)  # MODULE:QUALNAME of candidates
    calls: int = 3  # of one region that are examined
    timeout: float = 300.0  # seconds a region
    samples: int = 4  # perturbed legs
    timing: bool = True
    pairs: int = 40
    timing_seconds: float = 20.0  # a region
    threads: int = 1
    record: bool = False  # keep observations of eager for `against` instead of examining
    discover: bool = False  # only find out which modules the program calls
    locate: bool = True

    def dump(self) -> str:
        return json.dumps(dataclasses.asdict(self))

    @classmethod
    def load(cls, text: str) -> Options:
        return cls(**json.loads(text))
