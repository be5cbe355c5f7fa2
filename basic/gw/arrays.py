"""Arrays of a ported program of which only the run says what subscripts they have."""

from __future__ import annotations

from basic.errors import DUPLICATE, ILLEGAL, OUT_OF_MEMORY, SUBSCRIPT, BasicError
from basic.gw.plain import integer
from basic.sizes import array_size, is_too_large

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from basic.gw.storage import Storage


class Emptying(BasicError):
    """Error 7, and GW-BASIC's stack is empty: what has no room on it, and an array that has none at all."""

    def __init__(self) -> None:
        super().__init__(7)


class Array(dict["Any", "Any"]):
    """An array whose DIM or ERASE depends on how the program runs, or that no DIM declares.

    `a[3]`, `a[1, 2]`: the first use makes subscripts up to 10. The elements that have been looked at are in the dict,
    so that Python finds them by itself. `takes`: the bytes of its name and of an element, where memory is counted.
    """

    storage: Storage | None = None  # which it takes them of

    def __init__(self, initial: Any, lowest: int = 0, takes: tuple[int, int] = (0, 0)) -> None:
        self.initial, self.lowest, self.takes = initial, lowest, takes
        self.bounds: tuple[int, ...] = ()

    def dim(self, *bounds: int, size: int = 0) -> None:
        """`DIM A(5,5)`: error 10 if it is there already; error 7 where there is no room for elements of this size."""
        for bound in bounds:
            if bound < self.lowest:
                raise BasicError(ILLEGAL if bound < 0 else SUBSCRIPT)
        if self.bounds:
            raise BasicError(DUPLICATE)
        if size and is_too_large(size, bounds, self.lowest):
            raise BasicError(OUT_OF_MEMORY)
        self._make(bounds)

    def _make(self, bounds: tuple[int, ...]) -> None:
        if self.storage is not None:
            self.storage.take(self.size(bounds))
        self.bounds = bounds

    def size(self, bounds: tuple[int, ...]) -> int:
        """The bytes of its elements, with these subscripts."""
        return array_size(self.takes[1], bounds, self.lowest)

    def room(self, *bounds: float | Callable[[], float], size: int, then: Callable[[], None] | None = None) -> None:
        """The error 7 of DIM, where the program goes on after it on an empty stack. Its other errors come with DIM.

        `then` asks the same for the next array of the DIM; if that finds no room, this one is there.
        """
        try:
            highest = tuple(integer(bound() if callable(bound) else bound) for bound in bounds)
        except (BasicError, IndexError):
            return
        if self.bounds or min(highest) < self.lowest:
            return
        lacks = self.storage is not None and self.storage.lacks(self.size(highest))
        if lacks or is_too_large(size, highest, self.lowest):
            raise Emptying
        if then is not None:
            self._make(highest)
            then()
            self.clear()

    def clear(self) -> None:
        """`CLEAR`: there is no array any more."""
        super().clear()
        self.bounds = ()

    def erase(self) -> None:
        """`ERASE A`: error 5 if it is not there."""
        if not self.bounds:
            raise BasicError(ILLEGAL)
        self.clear()

    def weight(self) -> int:
        """What it takes of GW-BASIC's memory: its name, its bounds, its elements and their texts."""
        if not self.bounds:
            return 0
        return self.takes[0] + 3 + 2 * len(self.bounds) + self.size(self.bounds) + sum(map(len, self.texts()))

    def texts(self) -> Iterable[str]:
        return self.values() if self.initial == "" else ()

    def place(self, *subscripts: int) -> int | tuple[int, ...]:
        """The place that subscripts mean. An array is made when it is looked for, behind the errors of subscripts that
        are too low."""
        place = subscripts if len(subscripts) > 1 else subscripts[0]
        if place not in self:
            for number in subscripts:
                if number < self.lowest:
                    raise BasicError(ILLEGAL if number < 0 else SUBSCRIPT)
            if not self.bounds:
                self._make((10,) * len(subscripts))
            if len(subscripts) != len(self.bounds):
                raise BasicError(SUBSCRIPT)
            if not all(self.lowest <= number <= bound for number, bound in zip(subscripts, self.bounds, strict=True)):
                raise BasicError(SUBSCRIPT)
            super().__setitem__(place, self.initial)
        return place

    def _place(self, subscripts: int | tuple[int, ...]) -> int | tuple[int, ...]:
        return self.place(*subscripts) if isinstance(subscripts, tuple) else self.place(subscripts)

    def __missing__(self, subscripts: int | tuple[int, ...]) -> Any:
        self._place(subscripts)
        return self.initial

    def __setitem__(self, subscripts: int | tuple[int, ...], value: Any) -> None:
        if subscripts not in self:
            self._place(subscripts)
        super().__setitem__(subscripts, value)
