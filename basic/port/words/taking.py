"""What a variable takes of GW-BASIC's memory beside the characters of texts."""

from __future__ import annotations

from collections.abc import Sequence

from ...sizes import VALUE_SIZES, array_size
from ..naming.names import Key as Name


def of_name(name: Name) -> int:
    """What a variable takes beside its value."""
    return 1 + max(3, len(name[0]))


def of_array(name: Name, bounds: Sequence[int], lowest: int) -> int:
    return of_name(name) + 3 + 2 * len(bounds) + array_size(VALUE_SIZES[name[1]], bounds, lowest)


def takes(name: Name) -> str:
    """What the run must know of an array: the bytes of its name, and of an element."""
    return f"({of_name(name)}, {VALUE_SIZES[name[1]]})"
