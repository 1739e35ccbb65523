"""The C++ library that observes and changes operators: found, built when it is missing, loaded."""

from __future__ import annotations

from typing import Any


def loaded() -> Any:
    """The library when this process has loaded it, else None."""
    return None
