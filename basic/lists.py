"""Arrays as lists of lists: how they are made, and how much text is in them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def nested(lengths: list[int], initial: Any) -> list[Any]:
    """A list of lists of so many elements."""
    if len(lengths) == 1:
        return [initial] * lengths[0]
    return [nested(lengths[1:], initial) for _ in range(lengths[0])]


def copied(array: list[Any]) -> list[Any]:
    """An array of its own with the same elements."""
    return [copied(row) for row in array] if isinstance(array[0], list) else array[:]


def characters(array: list[Any]) -> int:
    """Of all texts in a list, or in lists of lists."""
    if not isinstance(array[0], str | list):
        return 0
    return sum(map(len if isinstance(array[0], str) else characters, array))
