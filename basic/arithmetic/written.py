"""Arithmetic as Python expressions: what all writers of it share, and whole numbers, which are exact up to 2^24."""

from __future__ import annotations

import re

from ..errors import TYPE_MISMATCH
from .ranges import EXACT, HALF_EXACT, INTEGER_BOUNDS, LARGEST, Range, arithmetic, floors, function_range
from .value import Value

CALLED = 60  # nested parentheses from which on a result is rounded by a call, not in place


class Arithmetic:
    """The operators of one writer of expressions, who hands out its temporary names."""

    def __init__(self) -> None:
        self.brief = False  # arithmetic is to be called, not written out
        self._temporaries = 0
        self._depth = 0

    def fresh(self) -> None:
        """A new statement begins: temporaries may be used again."""
        self._temporaries = 0
        self._depth = 0

    def temporary(self) -> str:
        self._temporaries += 1
        return f"t{self._temporaries}"

    def twice(self, value: Value) -> tuple[str, str]:
        """How to write a value for the first and for the second time."""
        if value.simple:
            return value.code, value.code
        if value.name:
            return value.code, value.name
        name = self.temporary()
        return f"({name} := {value.code})", name

    def fail(self, error: int, *before: str) -> str:
        """An expression that raises, after what stands before it has been worked out."""
        return f"fail({', '.join((str(error), *before))})"

    def integer(self, value: Value) -> str:
        """As an integer by rounding; error 6 outside -32768..32767."""
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.whole and value.range.within(*INTEGER_BOUNDS):
            return value.code
        if value.kind == "#":
            return f"cint_double({value.code})"
        if value.whole and value.simple:
            return f"({value.code} if {within(value.code, value.range, *INTEGER_BOUNDS)} else overflow())"
        if value.whole:
            name = self.temporary()
            rest = f"overflow({value.code})" if value.raw else "overflow()"
            fits = within(f"({name} := {value.raw or value.code})", value.range, *INTEGER_BOUNDS)
            return f"({name} if {fits} else {rest})"
        return f"cint({value.code})"

    # -- whole numbers --------------------------------------------------------------------------------------------

    def _whole(self, operator: str, left: Value, right: Value) -> Value:
        """A sum, difference or product of whole numbers, which is exact up to 2^24."""
        remainder = _remainder(operator, left, right)
        if remainder is not None:
            return remainder
        bounds = arithmetic(operator, left.range, right.range)
        multiple = _multiple(operator, left, right)
        if bounds.within(-EXACT, EXACT) or _doubled(operator, left, right):
            code = f"({left.code} {operator} {right.code})"
            return Value(code, "!", bounds, safe=left.safe and right.safe, multiple=multiple)
        slow = {"+": "add_whole", "-": "subtract_whole", "*": "multiply_whole"}[operator]
        known = Range(True, bounds.low, bounds.high)
        if self.brief or nested_beyond(CALLED, left.code, right.code):
            return Value(f"{slow}({left.code}, {right.code})", "!", known)
        raw = _raw(operator, left, right)
        if raw:
            first, rest = raw, f"{slow}({left.code}, {right.code})"
        else:
            one, again = self.twice(left)
            two, anew = self.twice(right)
            first, rest = f"{one} {operator} {two}", f"{slow}({again}, {anew})"
        name = self.temporary()
        code = f"({name} if {_sized(name, first, bounds, EXACT)} else {rest})"
        return Value(code, "!", known, raw=raw, multiple=multiple)

    def quotient_floor(self, left: Value, right: Value) -> Value | None:
        """INT(X/k) of whole numbers, k above 0, without dividing in single precision: see `floors`."""
        low, high = right.range.low, right.range.high
        if not (left.whole and right.whole and low is not None and low > 0 and right.simple):
            return None
        exact = floors(left.range, right.range)
        bounds = function_range("INT", left.range)
        if low == high:
            bounds = Range(True, *(None if x is None else x // low for x in (left.range.low, left.range.high)))
        if exact:
            floored = (left.code, low) if left.simple and low == high else None
            return Value(f"({left.code} // {right.code})", "!", bounds, safe=left.safe, floored=floored)
        if self.brief:
            return None
        if left.raw or left.simple:
            first, again = left.raw or left.code, left.code
        else:
            first, again = self.twice(left)
        name = self.temporary()
        rest = f"floor(divide({again}, {right.code}))"
        code = f"({name} // {right.code} if {_sized(name, first, left.range, HALF_EXACT)} else {rest})"
        return Value(code, "!", bounds)

    def _integer_division(self, operator: str, left: Value, right: Value) -> Value:
        bounds = arithmetic(operator, left.range, right.range)
        fits = left.whole and right.whole and left.range.within(0, 32767) and right.range.within(1, 32767)
        a, b = self.integer(left), self.integer(right)
        if fits:
            return Value(f"({a} {'//' if operator != 'MOD' else '%'} {b})", "%", bounds, safe=left.safe and right.safe)
        kind = "%" if bounds.within(*INTEGER_BOUNDS) else "!"
        name = "modulo" if operator == "MOD" else "quotient"
        return Value(f"{name}({a}, {b})", kind, bounds)

def _raw(operator: str, left: Value, right: Value) -> str:
    """A result without the checks of its parts, if these are within 2^24 whenever it is: none is below 0."""
    if not all(value.raw or value.simple for value in (left, right)):
        return ""
    if left.raw or right.raw:
        least = 1 if operator == "*" else 0
        lows = [value.range.low for value in (left, right)]
        if operator == "-" or any(low is None or low < least for low in lows):
            return ""
    return f"({left.raw or left.code} {operator} {right.raw or right.code})"


def _sized(name: str, code: str, bounds: Range, most: int) -> str:
    """The condition that a value, which gets a name, is between -most and most."""
    return within(f"({name} := {code})", bounds, -most, most)


def within(code: str, bounds: Range, low: int, high: int) -> str:
    """The same between two bounds, of which only those are looked at that may be passed."""
    if bounds.low is not None and bounds.low >= low:
        return f"{code} <= {high}"
    if bounds.high is not None and bounds.high <= high:
        return f"{code} >= {low}"
    return f"{low} <= {code} <= {high}"


def _doubled(operator: str, left: Value, right: Value) -> bool:
    """Whether it is a sum of a number with itself, or a product with a power of two, that cannot be too large: the
    number keeps all its bits."""
    for one, other in ((left, right), (right, left)):
        if operator == "*" and other.power_of_two:
            times = other.range.low or 1
        elif operator == "+" and one.simple and one.code == other.code:
            times = 2
        else:
            continue
        return one.range.within(-LARGEST // times, LARGEST // times)
    return False


def _multiple(operator: str, left: Value, right: Value) -> tuple[str, int] | None:
    """Of INT(X/k)*k, X and k."""
    for one, other in ((left, right), (right, left)):
        if operator == "*" and one.floored is not None and other.range.low == other.range.high == one.floored[1]:
            return one.floored
    return None


def _remainder(operator: str, left: Value, right: Value) -> Value | None:
    """X-INT(X/k)*k is how BASIC says X modulo k."""
    if operator == "-" and left.simple and right.multiple is not None and right.multiple[0] == left.code:
        divisor = right.multiple[1]
        return Value(f"({left.code} % {divisor})", "!", Range(True, 0, divisor - 1), safe=left.safe)
    return None


def nested_beyond(most: int, *codes: str) -> bool:
    """Whether brackets in one of the codes are nested more deeply than that."""
    for code in codes:
        if len(code) < 2 * most:
            continue
        depth = 0
        for bracket in _BRACKETS.findall(code):
            if bracket in "([{":
                depth += 1
                if depth > most:
                    return True
            elif bracket in ")]}":
                depth -= 1
    return False


_BRACKETS = re.compile(r"""[][(){}]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")
