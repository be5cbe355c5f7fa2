"""The bytes of an array's elements, the first subscript fastest: what GET, PUT and PALETTE USING see of it."""

from __future__ import annotations

from math import prod
from struct import pack, unpack

from basic.errors import SUBSCRIPT, BasicError
from basic.values import convert
from basic.values.convert import Nought

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

SIZES = {"%": 2, "!": 4, "#": 8}


class Elements:
    """An array, from one of its elements on. `array` is a list, or lists in it for further subscripts."""

    def __init__(
        self,
        array: Any,
        kind: str,
        counts: Sequence[int],
        base: int = 0,
        subscripts: Sequence[int] = (),
        made: Callable[[float], Any] = lambda value: value,
    ) -> None:
        """`counts`: how many elements for each subscript, from `base` on; `made`: how numbers are kept in it."""
        self.kind, self._array, self._counts, self._base, self._made = kind, array, counts, base, made
        self._first = self._place(subscripts) if subscripts else 0
        self._width = SIZES[kind]
        self.size = (prod(counts) - self._first) * self._width

    def _place(self, subscripts: Sequence[int]) -> int:
        place = 0
        if len(subscripts) != len(self._counts):
            raise BasicError(SUBSCRIPT)
        for subscript, count in zip(reversed(subscripts), reversed(self._counts), strict=True):
            if not 0 <= subscript - self._base < count:
                raise BasicError(SUBSCRIPT)
            place = place * count + subscript - self._base
        return place

    def read(self, count: int) -> bytes:
        """So many bytes, or as many as there are."""
        elements = (min(count, self.size) + self._width - 1) // self._width
        values = self._values(elements)
        if self.kind == "%":
            return pack(f"<{elements}h", *values)[:count]
        text = "".join(map(convert.mks if self.kind == "!" else convert.mkd, values))
        return text.encode("latin-1")[:count]

    def write(self, data: bytes) -> None:
        """Change so many bytes, which there must be."""
        elements = (len(data) + self._width - 1) // self._width
        data += self.read(elements * self._width)[len(data) :]
        values: list[Any]
        if self.kind == "%":
            values = list(unpack(f"<{elements}h", data))
        else:
            text = data.decode("latin-1")
            value_of = convert.cvs if self.kind == "!" else convert.cvd
            numbers = [value_of(text[at : at + self._width]) for at in range(0, len(text), self._width)]
            values = [number if isinstance(number, Nought) else self._made(number) for number in numbers]
        if len(self._counts) == 1 and isinstance(self._array, list):
            first = self._first + self._base
            self._array[first : first + elements] = values
            return
        for (row, place), value in zip(self._places(elements), values, strict=True):
            row[place] = value

    def _values(self, elements: int) -> list[Any]:
        if len(self._counts) == 1 and isinstance(self._array, list):
            first = self._first + self._base
            return self._array[first : first + elements]
        return [row[place] for row, place in self._places(elements)]

    def _places(self, elements: int) -> Iterator[tuple[Any, Any]]:
        """The rows of the elements and the subscripts in them."""
        several = not isinstance(self._array, list)  # an array of a port that takes all its subscripts at once
        for index in range(self._first, self._first + elements):
            subscripts = []
            for count in self._counts:
                subscripts.append(index % count + self._base)
                index //= count
            row = self._array
            if several:
                yield row, subscripts[0] if len(subscripts) == 1 else tuple(subscripts)
                continue
            for subscript in subscripts[:-1]:
                row = row[subscript]
            yield row, subscripts[-1]
