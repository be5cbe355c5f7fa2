"""Arithmetic as Python expressions: whole numbers, and single precision with the rounding in place.

Most results are proven right by a cheap comparison; what is not goes to the functions of `values/single.py`.
"""

from __future__ import annotations

import re

from ..errors import TYPE_MISMATCH
from ..record import replace
from ..values.single import MAX, MAX_SQUARED, MIN, MIN_SQUARED, NUDGE, ROUNDER, ROUNDER_TO_26
from .ranges import EXACT, FINEST, HALF_EXACT, INTEGER_BOUNDS, Range, arithmetic, floors, function_range, negated
from .value import Value

UP = 1.0 - 0.37499 * 2.0**-24  # the quotient of a number and itself rounded up by 3/8 of its last place
TO_23_BITS = 1073741825.0  # Veltkamp's factor for one bit less
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
        if bounds.within(-EXACT, EXACT):
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

    # -- single precision -----------------------------------------------------------------------------------------

    def _float(self, operator: str, left: Value, right: Value) -> Value:
        """A single operation with the rounding inline.

        `r` is the result rounded to nearest. That is right if it is exact, or was not rounded up from close above one
        half (then `t / r` is below UP), or for a difference if the operands are near each other, or it was not rounded
        up at all and they are not too far apart; see `values/single.py`, which the rest is left to, but for products:
        those are cut here. Results out of range go there as well.
        """
        result = arithmetic(operator, left.range, right.range)
        slow = {"+": "add", "-": "subtract", "*": "multiply"}[operator]
        known = Range(False, result.low, result.high, result.grain)
        if self.brief or nested_beyond(CALLED, left.code, right.code):
            return Value(f"{slow}({left.code}, {right.code})", "!", known)
        left, right = as_float(left), as_float(right)
        if operator == "*":
            if left.power_of_two or right.power_of_two:
                return self._doubled(left, right)
            return self._product(left, right, known)
        first, again = self.twice(left)
        second, anew = self.twice(right)
        t, p, r, d = (self.temporary() for _ in range(4))
        rounded = f"({r} := ({p} := ({t} := {first} {operator} {second}) * {ROUNDER}) - ({p} - {t}))"
        other = right.range if operator == "+" else negated(right.range)
        # A sum is too large only if both operands are beyond what is known, and have one sign. It is too small only if
        # both may be so small themselves: what has a grain is far larger than the smallest number, or 0.
        opposed = _positive(left.range, negated(other)) or _positive(negated(left.range), other)
        large = not (opposed or left.range.bounded or other.bounded)
        small = not any(one.finest is not None and one.finest >= FINEST + 24 for one in (left.range, other))
        minus = "-" if operator == "-" else ""
        settled = f"settled({again}, {minus}{anew}, {t}, {r})"
        if _positive(left.range, other):
            good = f"({rounded} <= {t} or {t} > {r} * {UP!r} or {_settled(t, p, r, d)})"
            code = f"({r} if {good}{f' and {r} <= {MAX!r}' * large} else {settled})"
            return Value(code, "!", known, operation=(operator, left, right))
        exact = f"{-MAX!r} <= {r} <= {MAX!r}" if large else ""
        if small:  # what is too small is exact
            exact = f"{r} >= {MIN!r} or {r} <= {-MIN!r} or not {r}"
            exact = f"{MIN_SQUARED!r} <= {r} * {r} <= {MAX_SQUARED!r} or not {r}" if large else exact
        inexact = self._difference(operator, opposed, (again, anew), t, r)
        if not opposed:
            same = f"({t} / {r} > {UP!r} or {_settled(t, p, r, d)})" + f" and {-MAX!r} <= {r} <= {MAX!r}" * large
            inexact = f"{inexact} else {r} if {same} else {settled}"
        exact = f"({r} if {exact} else {settled})" if exact else r
        return Value(f"({exact} if {rounded} == {t} else {inexact})", "!", known, operation=(operator, left, right))

    def _difference(self, operator: str, opposed: bool, operands: tuple[str, str], t: str, r: str) -> str:
        """An inexact sum of numbers with different signs: it is in range. They may turn out not to have them."""
        x, y = operands
        q = self.temporary()
        first = f"({q} := {x} / {y})"
        again = first if opposed else q
        if operator == "+":
            opposite = f" if {first} < 0.0"
            near, apart = f"-8.0 < {again} < -.125", f"-8388608.0 < {q} < -1.1920929e-07"
        else:
            opposite, y = f" if {first} > 0.0", f"-{y}"
            near, apart = f".125 < {again} < 8.0", f"1.1920929e-07 < {q} < 8388608.0"
        good = f"{near} or {t} / {r} >= 1.0 and {apart}"
        return f"({r} if {good} else difference({x}, {y}, {t}, {r}))" + ("" if opposed else opposite)

    def _product(self, left: Value, right: Value, known: Range) -> Value:
        t, p, r = (self.temporary() for _ in range(3))
        rounded = f"({r} := ({p} := ({t} := {left.code} * {right.code}) * {ROUNDER}) - ({p} - {t}))"
        square = left.simple and left.code == right.code
        if square:
            known = Range(False, 0, known.high, known.grain)
        positive = square or _positive(left.range, right.range)
        large = known.low is None or known.high is None
        first, size = rounded, ""
        if known.grain is None:  # it may be too small; 0 looks so, too
            size = f"{MIN_SQUARED!r} <= {rounded} * {r} <= {MAX_SQUARED!r}"
            if positive:
                size = f"{MIN!r} <= {rounded} <= {MAX!r}"
            first = r
        elif large:
            size = f"{rounded} <= {MAX!r}" if positive else f"{-MAX!r} <= {rounded} <= {MAX!r}"
            first = r
        if positive:
            good = f"{first} * {UP!r} < {t}"  # `first` names `t`
        else:
            good = f"{t} / {first} > {UP!r}" if known.grain is None else f"{first} == {t} or {t} / {r} > {UP!r}"
        code = f"({r} if {good} else {_cut(t, p, r)})"
        if size:
            code = f"({code} if {size} else {t} and product({t}))"
        return Value(code, "!", known, operation=("*", left, right))

    def _doubled(self, left: Value, right: Value) -> Value:
        """A product with a power of two is exact: only the range is to be looked at."""
        result = arithmetic("*", left.range, right.range)
        known = Range(False, result.low, result.high, result.grain)
        if result.low is not None and result.high is not None:
            return Value(f"({left.code} * {right.code})", "!", known, safe=left.safe and right.safe)
        first, again = self.twice(left)
        second, anew = self.twice(right)
        t = self.temporary()
        fits = f"({t} := {first} * {second}) <= {MAX!r} and {t} >= {-MAX!r}"
        return Value(f"({t} if {fits} else multiply({again}, {anew}))", "!", known)

    def _divide(self, left: Value, right: Value) -> Value:
        bounds = arithmetic("/", left.range, right.range)
        divisor = right.range
        if right.whole and divisor.low is not None and divisor.low == divisor.high and divisor.low != 0 and left.whole:
            # A quotient of two singles is never a tie, so rounding twice (to 53 bits, then to 24) is rounding once.
            p, t = self.temporary(), self.temporary()
            code = f"(({p} := ({t} := {left.code} / {right.code}) * {ROUNDER}) - ({p} - {t}))"
            return Value(code, "!", bounds, safe=left.safe)
        return Value(f"divide({left.code}, {right.code})", "!", bounds)


def _positive(left: Range, right: Range) -> bool:
    return left.low is not None and left.low >= 0 and right.low is not None and right.low >= 0


def as_float(value: Value) -> Value:
    """A constant that meets fractions: Python's floats are quickest among themselves."""
    low = value.range.low
    if value.simple and value.whole and low is not None and low == value.range.high:
        return replace(value, code=f"{low}.0" if low >= 0 else f"({low}.0)")
    return value


def _even(p: str, r: str, d: str) -> str:
    """Whether a result has a last bit of 0: a tie goes to it. If not, `d` is its last place, or minus that."""
    return f"not ({d} := ({p} := {r} * {TO_23_BITS}) - ({p} - {r}) - {r})"


def _cut(t: str, p: str, s: str) -> str:
    """A product that was rounded up, as `cut` in `values/single.py` rounds it."""
    at_26 = f"({s} := ({p} := ({t} := {t} * {NUDGE!r}) * {ROUNDER_TO_26}) - ({p} - {t}))"
    return f"({p} := {at_26} * {ROUNDER}) - ({p} - {s})"


def _settled(t: str, p: str, r: str, d: str) -> str:
    """Whether a product, or a sum of one sign, is even, or was not rounded up by more than 3/8 of its last place."""
    return f"{_even(p, r, d)} or ({p} := {r} - {t}) * {p} <= 0.140625 * {d} * {d}"


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
