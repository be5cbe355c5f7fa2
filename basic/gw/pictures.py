"""The arrays of a ported program as GET, PUT and PALETTE USING see them, `gw.graphics.array(a, "%")`."""

from __future__ import annotations

from basic.errors import ILLEGAL, TYPE_MISMATCH, BasicError
from basic.gw.arrays import Array
from basic.gw.plain import whole
from basic.library.elements import Elements
from basic.library.registry import helper
from basic.values.single import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Singles(Elements):
    """An array whose floats may have more digits than the bytes of a single."""

    def _values(self, elements: int) -> list[Any]:
        return [value if isinstance(value, int) else nearest(value) for value in super()._values(elements)]


@helper("array")
def array(array: Any, kind: str, *subscripts: int, lowest: int = 0) -> Elements:
    """An array of numbers of a kind, from one of its elements on: `put((5, 5), array(a, "%"))`."""
    if kind == "$":
        raise BasicError(TYPE_MISMATCH)
    bounds = array.bounds if isinstance(array, Array) else _bounds(array)
    if not bounds:
        raise BasicError(ILLEGAL)
    made = Singles if kind == "!" else Elements
    return made(array, kind, [bound + 1 - lowest for bound in bounds], lowest, subscripts, whole)


def _bounds(array: Any) -> tuple[int, ...]:
    """The highest subscripts of lists in lists."""
    return (len(array) - 1, *_bounds(array[0])) if isinstance(array, list) else ()
