"""What passes are told of the function in hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ...record import record

Bounds = Mapping[str, "tuple[int | None, ...] | None"]


@record
class Context:
    """What the program knows that its lines do not say."""

    flags: Collection[str] = ()  # names of flags
    taken: Collection[str] = ()  # names that mean something elsewhere
    bounds: Bounds = {}  # of arrays that are lists: the highest subscripts  # noqa: RUF012
    lowest: Callable[[str], list[int]] = lambda place: []  # the lowest subscripts of an array that anything looks at
