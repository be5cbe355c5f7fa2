"""Arrays of a ported program of which only the run says what subscripts they have."""

from __future__ import annotations

from operator import gt

from basic.errors import DUPLICATE, ILLEGAL, SUBSCRIPT, BasicError
from basic.gw.plain import index
from basic.sizes import UNDECLARED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")


class Array(dict["int | tuple[int, ...]", "T"]):
    """An array whose DIM or ERASE depends on how the program runs, or that no DIM declares.

    `a[3]`, `a[1, 2]`: the first use makes subscripts up to 10. The elements that have been looked at are in the dict,
    so that Python finds them by itself.
    """

    def __init__(self, initial: T, lowest: int = 0) -> None:
        self.initial, self.lowest = initial, lowest
        self.bounds: tuple[int, ...] = ()

    def dim(self, *bounds: int) -> None:
        """`DIM A(5,5)`: error 10 if it is there already."""
        for bound in bounds:
            index(bound, self.lowest)
        if self.bounds:
            raise BasicError(DUPLICATE)
        self.bounds = bounds

    def clear(self) -> None:
        """`CLEAR`: there is no array any more."""
        super().clear()
        self.bounds = ()

    def erase(self) -> None:
        """`ERASE A`: error 5 if it is not there."""
        if not self.bounds:
            raise BasicError(ILLEGAL)
        self.clear()

    def place(self, *subscripts: int) -> int | tuple[int, ...]:
        """The place that subscripts mean. An array is made when it is looked for, behind the errors of subscripts that
        are too low."""
        place = subscripts if len(subscripts) > 1 else subscripts[0]
        if place not in self:
            for number in subscripts:
                index(number, self.lowest)
            if not self.bounds:
                self.bounds = (UNDECLARED,) * len(subscripts)
            if len(subscripts) != len(self.bounds) or any(map(gt, subscripts, self.bounds)):
                raise BasicError(SUBSCRIPT)
            super().__setitem__(place, self.initial)
        return place

    def _place(self, subscripts: int | tuple[int, ...]) -> int | tuple[int, ...]:
        return self.place(*subscripts) if isinstance(subscripts, tuple) else self.place(subscripts)

    def __missing__(self, subscripts: int | tuple[int, ...]) -> T:
        self._place(subscripts)
        return self.initial

    def __setitem__(self, subscripts: int | tuple[int, ...], value: T) -> None:
        if subscripts not in self:
            self._place(subscripts)
        super().__setitem__(subscripts, value)
