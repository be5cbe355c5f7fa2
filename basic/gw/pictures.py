"""The arrays of a ported program as GET, PUT and PALETTE USING see them, `gw.graphics.array(a, int)`."""

from __future__ import annotations

from basic.errors import ILLEGAL, TYPE_MISMATCH, BasicError
from basic.gw.arrays import Array
from basic.gw.doubles import Double
from basic.library.elements import Elements
from basic.library.registry import helper

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@helper("array")
def array(array: Any, number: type[Any] | str, *subscripts: int, lowest: int = 0) -> Elements:
    """An array of such numbers, from one of its elements on: `put((5, 5), array(a, int))`; `number` is their class,
    or a sigil where they are plain."""
    made: Callable[[Any], Any] = _whole
    if isinstance(number, str):
        kind = number
    elif issubclass(number, Double):
        kind, made = "#", number.of
    else:
        kind, made = {int: "%", str: "$"}.get(number, "!"), number
    if kind == "$":
        raise BasicError(TYPE_MISMATCH)
    bounds = array.bounds if isinstance(array, Array) else _bounds(array)
    if not bounds:
        raise BasicError(ILLEGAL)
    return Elements(array, kind, [bound + 1 - lowest for bound in bounds], lowest, subscripts, made)


def _whole(number: float) -> float:
    """A number that is whole is an int."""
    return int(number) if number == int(number) else number


def _bounds(array: Any) -> tuple[int, ...]:
    """The highest subscripts of lists in lists."""
    return (len(array) - 1, *_bounds(array[0])) if isinstance(array, list) else ()
