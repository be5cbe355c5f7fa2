"""Ranges at one place: what is known of some variables there, beside what holds of them throughout the program."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from ...arithmetic.ranges import INTEGER_BOUNDS, Range
from ...syntax import nodes as n
from ...values.double import ONE
from ..defaults import Name
from .types import Ranges

Bounds = dict[Name, Range]


class Located(Ranges):
    """Ranges at one place: `bounds` holds beside what holds everywhere.

    `whole_here`: the variables that may be taken for whole ones where they are, though they are not elsewhere;
    `integers`: those that are in the routine in hand.
    """

    def __init__(self, whole: Ranges, whole_here: Callable[[n.Variable], bool] | None = None) -> None:
        self.__dict__.update(whole.__dict__)
        self.bounds: Bounds = {}
        self.integers: frozenset[Name] = frozenset()
        self.whole_here = whole_here or self.only_typed

    def of(self, key: Name) -> Range:
        found = super().of(key)
        return Range(True, found.low, found.high) if key in self.integers else found

    def variable(self, node: n.Variable | n.Element) -> Range:
        found = super().variable(node)
        if isinstance(node, n.Variable):
            here = self.bounds.get(self.key(node))
            if here is not None:
                whole = found.whole or (here.whole and self.whole_here(node))
                return meet(Range(whole, found.low, found.high), here)
        return found

    def expression(self, node: n.Expression) -> Range:
        match node:
            case n.Number(kind="#", value=value):  # as far as one looks at it alone
                number = int(value) / ONE
                return Range(number.is_integer(), floor(number), ceil(number))
            case n.Binary(operator="^", left=left, right=right) if "#" not in self.kind(left) + self.kind(right):
                base, exponent = self.expression(left), self.expression(right)
                whole = base.whole and exponent.whole and exponent.at_least(0)
                return Range(whole, None, None)
        return super().expression(node)


def meet(one: Range, two: Range) -> Range:
    """What holds of a number that is in both; whether it is kept as a whole one, the first says."""
    low = two.low if one.low is None else one.low if two.low is None else max(one.low, two.low)
    high = two.high if one.high is None else one.high if two.high is None else min(one.high, two.high)
    return Range(one.whole, low, high)


def within(one: Range, other: Range) -> bool:
    """Whether a number's bounds, of whose fractions nothing is known, say less than others: the same, told quickly."""
    return (
        other.grain is None
        and (one.whole or not other.whole)
        and (other.low is None or (one.low is not None and other.low <= one.low))
        and (other.high is None or (one.high is not None and one.high <= other.high))
    )


def rounded(value: Range) -> Range:
    """A number made an integer: rounding goes at most to the next one."""
    low = None if value.low is None else value.low - (not value.whole)
    high = None if value.high is None else value.high + (not value.whole)
    return Range(True, low, high).clipped(*INTEGER_BOUNDS)
