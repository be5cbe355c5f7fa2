"""What straight code tells of its variables, beside what holds of them throughout the program.

    30 U=X*X: V=Y*Y: IF U+V>4 THEN 90     behind it U is 4 at most, and so X is between -2 and 2
    40 D#=K: S#=S#+1/(D#*D#)              D# is the whole number K, and D#*D# needs no rounding

A fact holds until one of its variables gets another value, or code begins that can be reached in another way; there
holds what all ways agree on (`agreed`).
"""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt

from ..analysis.types import MIRRORED, OPPOSITE, bare
from ..arithmetic.ranges import EXACT, Range
from ..arithmetic.value import Value
from ..syntax import nodes as n
from . import names

Known = tuple[dict[str, Range], dict[str, Value], dict[str, str]]


class Facts:
    """All of them by the identifiers of scalars."""

    def __init__(self) -> None:
        self.ranges: dict[str, Range] = {}
        self.wholes: dict[str, Value] = {}  # doubles -> the whole number that they are, a constant or another variable
        self.squares: dict[str, str] = {}  # singles -> the variable whose square they are

    def clear(self) -> None:
        self.ranges, self.wholes, self.squares = {}, {}, {}

    def known(self) -> Known:
        return dict(self.ranges), dict(self.wholes), dict(self.squares)

    def restore(self, known: Known) -> None:
        self.ranges, self.wholes, self.squares = known

    def range(self, identifier: str, everywhere: Range) -> Range:
        """Between which bounds a variable is here. Whether it is kept as an int, the whole program says."""
        here = self.ranges.get(identifier)
        if here is None:
            return everywhere
        low, high = _tighter(here, everywhere.low, everywhere.high)
        grain = everywhere.grain if here.grain is None else here.grain
        return Range(everywhere.whole, low, high, None if everywhere.whole else grain)

    def assign(self, identifier: str, value: Value) -> None:
        """A variable gets a value."""
        self.ranges.pop(identifier, None)
        if self.wholes:
            self.wholes = {name: one for name, one in self.wholes.items() if identifier not in (name, one.code)}
        if self.squares:
            self.squares = {name: root for name, root in self.squares.items() if identifier not in (name, root)}
        kind = names.kind_of(identifier)
        if kind == "#":
            whole = value if value.whole else value.unscaled
            if whole is not None and whole.simple and whole.range.within(-EXACT, EXACT):
                self.wholes[identifier] = whole
        elif (kind == "!" and value.kind in "%!") or (kind == "%" and value.whole):
            self.ranges[identifier] = Range(False, value.range.low, value.range.high, value.range.finest)
            match value.operation:
                case ("*", Value(simple=True) as left, right) if left.code == right.code != identifier:
                    self.squares[identifier] = left.code
                case _:
                    pass

    def learn(self, condition: n.Expression, true: bool, value: Callable[[n.Expression], Value]) -> None:
        """Take in what a condition says where it holds, or where it does not."""
        match bare(condition):
            case n.Binary(operator="AND" | "OR" as operator, left=left, right=right):
                if true is (operator == "AND"):
                    self.learn(left, true, value)
                    self.learn(right, true, value)
            case n.Binary(operator=operator, left=left, right=right) if operator in OPPOSITE:
                held = operator if true else OPPOSITE[operator]
                self._compared(bare(left), held, bare(right), value)
                self._compared(bare(right), MIRRORED[held], bare(left), value)
            case _:
                pass

    def _compared(
        self, node: n.Expression, operator: str, limit: n.Expression, value: Callable[[n.Expression], Value]
    ) -> None:
        constant = isinstance(limit, n.Number) or (isinstance(limit, n.Unary) and isinstance(limit.operand, n.Number))
        if not (constant or isinstance(limit, n.Variable)) or (bound := value(limit)).kind not in "%!":
            return
        low = bound.range.low if operator in (">", ">=", "=") else None
        high = bound.range.high if operator in ("<", "<=", "=") else None
        match node:
            case n.Variable():
                self._narrow(value(node), low, high, bound.whole and operator in "<>")
            case n.Binary(operator="+", left=n.Variable() as left, right=n.Variable() as right):
                one, other = value(left), value(right)
                if all(part.range.low is not None and part.range.low >= 0 for part in (one, other)):
                    self._narrow(one, None, high, False)
                    self._narrow(other, None, high, False)
            case _:
                pass

    def _narrow(self, variable: Value, low: int | None, high: int | None, beyond: bool) -> None:
        """`beyond`: a whole number is not the bound itself."""
        if variable.kind not in "%!":
            return
        step = int(beyond and variable.whole)
        low, high = None if low is None else low + step, None if high is None else high - step
        low, high = _tighter(variable.range, low, high)
        self.ranges[variable.code] = Range(False, low, high, variable.range.finest)
        root = self.squares.get(variable.code)
        if root is not None and high is not None and high >= 0:  # the root of the next square, 1 for what became 0
            most = isqrt(high - 1) + 1 if high else 1
            low, high = _tighter(self.ranges.get(root, Range(False, None, None)), -most, most)
            self.ranges[root] = Range(False, low, high, self.ranges[root].grain if root in self.ranges else None)


def agreed(ways: list[dict[str, Range]], everywhere: Callable[[str], Range]) -> dict[str, Range]:
    """What all ways to a place tell of a variable, if that is more than holds of it everywhere."""
    found: dict[str, Range] = {}
    first, *others = ways
    for identifier, known in first.items():
        if all(identifier in other for other in others):
            for other in others:
                known = known.join(other[identifier])
            if known.join(everywhere(identifier)) != known:
                found[identifier] = known
    return found


def _tighter(known: Range, low: int | None, high: int | None) -> tuple[int | None, int | None]:
    """The bounds that are in both."""
    low = known.low if low is None else low if known.low is None else max(low, known.low)
    high = known.high if high is None else high if known.high is None else min(high, known.high)
    return low, high
