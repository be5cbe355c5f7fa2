"""What is known of variables at one place, beside what holds of them throughout the program.

A fact holds until one of its variables gets another value, or code begins that can be reached in another way; there
holds what all ways agree on (`meet`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from .ranges import EXACT, Range
from .value import Value

Known = tuple[dict[str, Range], dict[str, Value], dict[str, str]]


class Facts:
    """All of them by the names of variables."""

    def __init__(self) -> None:
        self.ranges: dict[str, Range] = {}
        self.wholes: dict[str, Value] = {}  # doubles -> the whole number that they are, a constant or another variable
        self.squares: dict[str, str] = {}  # singles -> the variable whose square they are

    def clear(self) -> None:
        self.ranges, self.wholes, self.squares = {}, {}, {}

    def known(self) -> Known:
        return dict(self.ranges), dict(self.wholes), dict(self.squares)

    def restore(self, known: Known) -> None:
        ranges, wholes, squares = known
        self.ranges, self.wholes, self.squares = dict(ranges), dict(wholes), dict(squares)

    def range(self, name: str, everywhere: Range) -> Range:
        """Between which bounds a variable is here. Whether it is kept as an int, the whole program says."""
        here = self.ranges.get(name)
        if here is None:
            return everywhere
        low, high = _tighter(here, everywhere.low, everywhere.high)
        grain = everywhere.grain if here.grain is None else here.grain
        return Range(everywhere.whole, low, high, None if everywhere.whole else grain)

    def forget(self, name: str) -> None:
        """A variable gets another value."""
        self.ranges.pop(name, None)
        if self.wholes:
            self.wholes = {one: whole for one, whole in self.wholes.items() if name not in (one, whole.code)}
        if self.squares:
            self.squares = {one: root for one, root in self.squares.items() if name not in (one, root)}

    def number(self, name: str, value: Value) -> None:
        """This is the number that it got."""
        self.ranges[name] = Range(False, value.range.low, value.range.high, value.range.finest)
        match value.operation:
            case ("*", Value(simple=True) as left, right) if left.code == right.code != name:
                self.squares[name] = left.code
            case _:
                pass

    def whole(self, name: str, number: Value | None) -> None:
        """This is the whole number that the double is which it got."""
        if number is not None and number.simple and number.code != name and number.range.within(-EXACT, EXACT):
            self.wholes[name] = number

    def compared(self, variable: Value, operator: str, bound: Value) -> None:
        """A variable stands in a relation to something."""
        step = int(bound.whole and operator in ("<", ">") and variable.whole)  # a whole number is not the bound itself
        low, high = bound.range.low, bound.range.high
        low = low + step if low is not None and operator in (">", ">=", "=") else None
        high = high - step if high is not None and operator in ("<", "<=", "=") else None
        self._narrow(variable, low, high)

    def sum_compared(self, one: Value, other: Value, operator: str, bound: Value) -> None:
        """The sum of two variables does."""
        high = bound.range.high if operator in ("<", "<=", "=") else None
        if all(part.range.low is not None and part.range.low >= 0 for part in (one, other)):
            self._narrow(one, None, high)
            self._narrow(other, None, high)

    def _narrow(self, variable: Value, low: int | None, high: int | None) -> None:
        low, high = _tighter(variable.range, low, high)
        self.ranges[variable.code] = Range(False, low, high, variable.range.finest)
        root = self.squares.get(variable.code)
        if root is not None and high is not None and high >= 0:  # the root of the next square, 1 for what became 0
            most = isqrt(high - 1) + 1 if high else 1
            low, high = _tighter(self.ranges.get(root, Range(False, None, None)), -most, most)
            self.ranges[root] = Range(False, low, high, self.ranges[root].grain if root in self.ranges else None)


def meet(ways: list[dict[str, Range]], everywhere: Callable[[str], Range]) -> dict[str, Range]:
    """What all ways to a place tell of a variable, if that is more than holds of it everywhere."""
    found: dict[str, Range] = {}
    first, *others = ways
    for name, known in first.items():
        if all(name in other for other in others):
            for other in others:
                known = known.join(other[name])
            if known.join(everywhere(name)) != known:
                found[name] = known
    return found


def _tighter(known: Range, low: int | None, high: int | None) -> tuple[int | None, int | None]:
    """The bounds that are in both."""
    low = known.low if low is None else low if known.low is None else max(low, known.low)
    high = known.high if high is None else high if known.high is None else min(high, known.high)
    return low, high
