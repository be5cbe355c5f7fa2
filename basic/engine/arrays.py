"""Arrays as generated code meets them: nested lists, and what stands in for one that has no DIM yet."""

from __future__ import annotations

from ..errors import SUBSCRIPT, BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .runtime import Runtime


class Undimensioned:
    """An array before its DIM: the first use of an element makes one with subscripts up to 10."""

    __slots__ = ("array", "identifier", "rank", "runtime")

    def __init__(self, runtime: Runtime, identifier: str, rank: int) -> None:
        self.runtime, self.identifier, self.rank = runtime, identifier, rank
        self.array: list[Any] | None = None

    def made(self, rank: int = 0) -> list[Any]:
        if self.array is None:
            self.array = self.runtime.dim(self.identifier, (10,) * (rank or self.rank or 1))
        return self.array

    def __getitem__(self, subscript: int) -> Any:
        if self.array is None and self.rank > 1:
            return _LateRow(self, (subscript,))
        return self.made()[subscript]

    def __setitem__(self, subscript: int, value: Any) -> None:
        self.made()[subscript] = value


class Elements:
    """An array that the program uses with different numbers of subscripts: `Elements(A_sa, 2)[1, 2]`."""

    __slots__ = ("array", "rank")

    def __init__(self, array: Any, rank: int) -> None:
        self.array = array.made(rank) if isinstance(array, Undimensioned) else array
        self.rank = rank

    def _row(self, subscripts: tuple[int, ...]) -> list[Any]:
        row = self.array
        for subscript in subscripts[:-1]:
            row = row[subscript]
            if not isinstance(row, list):
                raise BasicError(SUBSCRIPT)
        if isinstance(row[0], list):
            raise BasicError(SUBSCRIPT)
        return row

    def __getitem__(self, subscripts: tuple[int, ...]) -> Any:
        return self._row(subscripts)[subscripts[-1]]

    def __setitem__(self, subscripts: tuple[int, ...], value: Any) -> None:
        self._row(subscripts)[subscripts[-1]] = value


class _LateRow:
    """A row of an array that has no DIM yet: made when all subscripts are known, for one that is negative is an error
    before."""

    __slots__ = ("array", "subscripts")

    def __init__(self, array: Undimensioned, subscripts: tuple[int, ...]) -> None:
        self.array, self.subscripts = array, subscripts

    def _row(self) -> list[Any]:
        row = self.array.made()
        for subscript in self.subscripts:
            row = row[subscript]
        return row

    def __getitem__(self, subscript: int) -> Any:
        if len(self.subscripts) + 1 < self.array.rank:
            return _LateRow(self.array, (*self.subscripts, subscript))
        return self._row()[subscript]

    def __setitem__(self, subscript: int, value: Any) -> None:
        self._row()[subscript] = value


def row(array: Any, subscript: int) -> Any:
    """The row of a table that a loop works along; an empty one if it is not there, for the error to come in time."""
    if type(array) is list:
        return array[subscript] if subscript < len(array) else []
    return _LateRow(array, (subscript,))
