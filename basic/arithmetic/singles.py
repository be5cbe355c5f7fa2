"""Single precision as Python expressions, with the rounding in place.

Most results are proven right by a cheap comparison; what is not goes to the functions of `values/single.py`.
"""

from __future__ import annotations

from ..record import replace
from ..values.single import CUTTER, MAX, MIN, ROUNDER
from ..values.single import UP_BY_3_8 as UP
from .ranges import FINEST, Range, arithmetic, fraction, negated_range
from .value import Value, rewritten
from .written import CALLED, Arithmetic, nested_beyond

BELOW = 1.0 - 2.0**-53  # times a float: the next one towards 0
SHIFT = ROUNDER - 1.0  # what is multiplied by this, a power of two, needs one product less to be rounded
SHORT = 3  # a product with so many bits has no more than the 27 that GW-BASIC looks at
NAN = "(1e999 - 1e999)"  # a constant to Python; a quotient by it is in no range


class Singles(Arithmetic):
    """The operators, with a fraction on one side or none."""

    def operation(self, operator: str, left: Value, right: Value) -> Value:
        """`+ - * /` of integers and singles."""
        if operator == "/":
            return self._divide(left, right)
        if left.whole and right.whole:
            return self._whole(operator, left, right)
        return self._float(operator, left, right)

    def _float(self, operator: str, left: Value, right: Value) -> Value:
        """A single operation with the rounding inline.

        `r` is the result rounded to nearest. That is right if it is exact, or even, or was not rounded up from close
        above one half, and for a sum without a carry; else it is cut first. What differences need, `_difference` says.
        Results out of range are left to `values/single.py`.
        """
        result = arithmetic(operator, left.range, right.range)
        slow = {"+": "add", "-": "subtract", "*": "multiply"}[operator]
        known = Range(False, result.low, result.high, result.grain)
        if self.brief or nested_beyond(CALLED, left.code, right.code):
            return Value(f"{slow}({left.code}, {right.code})", "!", known)
        left, right = as_float(left), as_float(right)
        if operator == "*":
            return self._doubled(left, right, known) or self._product(left, right, known)
        first, again = self.twice(left)
        second, anew = self.twice(right)
        t, r, s = (self.temporary() for _ in range(3))
        rounded = _rounded(t, r, f"{first} {operator} {second}")
        other = right.range if operator == "+" else negated_range(right.range)
        # A sum is too large only if both operands are beyond what is known, and have one sign. It is too small only if
        # both may be so small themselves: what has a grain is far larger than the smallest number, or 0.
        opposed = _positive(left.range, negated_range(other)) or _positive(negated_range(left.range), other)
        large = not (opposed or left.range.bounded or other.bounded)
        small = not any(one.finest is not None and one.finest >= FINEST + 24 for one in (left.range, other))
        operands = again, anew, "-" * (operator == "-") + anew
        exactly = f"({r} := {slow}({again}, {anew}))"
        named = r if large else rounded  # what is written first gives the names
        if _positive(left.range, other):
            code = f"({_cut(t, r)} if {_carries(operands, named, t, r, s, '<')} else {r})"
            if large:
                code = f"({code} if {rounded} <= {MAX!r} else {exactly})"
            return Value(code, "!", known, operation=(operator, left, right), name=r)
        inexact = self._difference(operator, operands, t, r)
        if not opposed:
            inexact = f"{_sums(operator, operands, t, r, s)} else {inexact}"
        if small:  # what is too small is exact
            fits = f"{r} >= {MIN!r} or {r} <= {-MIN!r} or not {r}"
            code = f"(({r} if {fits} else {exactly}) if {named} == {t} else ({inexact}) if {_odd(r)} else {r})"
        else:
            code = f"(({inexact}) if {named} != {t} and {_odd(r)} else {r})"
        if large:
            code = f"({code} if {rounded} <= {MAX!r} and {r} >= {-MAX!r} else {exactly})"
        return Value(code, "!", known, operation=(operator, left, right), name=r)

    def _difference(self, operator: str, operands: tuple[str, str, str], t: str, r: str) -> str:
        """An inexact sum of numbers with different signs, rounded to an odd number: it is in range.

        It is right if the guard byte got three bits at most, or if it was rounded down and they are not too far apart.
        """
        x, divisor, y = operands
        q = self.temporary()
        if operator == "+":
            near = f"({q} := {x} / {divisor}) < -.125 and {q} > -8.0"
            apart = f"{q} > -8388608.0 and {q} < -1.1920929e-07"
        else:
            near = f"({q} := {x} / {divisor}) > .125 and {q} < 8.0"
            apart = f"{q} < 8388608.0 and {q} > 1.1920929e-07"
        down = f"({t} >= {r} if {r} > 0.0 else {t} <= {r})"
        return f"{r} if {near} or {down} and {apart} else ({r} := difference({x}, {y}, {t}, {r}))"

    def square(self, value: Value) -> Value:
        first, again = self.twice(value)
        left, right = rewritten(value, first, value.simple), rewritten(value, again, simple=True)
        if value.whole:
            return self._whole("*", left, right)
        bounds = arithmetic("*", value.range, value.range)
        return self._product(left, right, Range(False, 0, bounds.high, bounds.grain), square=True)

    def _product(self, left: Value, right: Value, known: Range, square: bool = False) -> Value:
        t, r = self.temporary(), self.temporary()
        square = square or (left.simple and left.code == right.code)
        if square:
            known = Range(False, 0, known.high, known.grain)
        (one, factor), (two, more) = _scaled(left), _scaled(right)
        factor *= more
        rounded = _rounded(t, r, f"{one} * {two}", factor)
        up = f"{r} * {UP / factor!r}"
        cut = _cut(t, r, factor)
        small = known.grain is None  # it may be too small; 0 looks so, too
        large = known.low is None or known.high is None
        exact = t if factor == 1.0 else f"{t} * {factor!r}"
        rest = f"({r} := {t} and product({exact}))"
        above, below = f"{cut} if {up} > {t} else {r}", f"{cut} if {up} < {t} else {r}"
        high = f"{rounded} >= {MIN!r}" if small else f"{rounded} > 0.0"
        low = f"{r} <= {-MIN!r}" if small else f"{r} <= 0.0"
        if large:
            high, low = f"{high} and {r} <= {MAX!r}", f"{low} and {r} >= {-MAX!r}"
        positive = square or _positive(left.range, right.range)
        if positive and (small or large):
            high = high if small else f"{rounded} <= {MAX!r}"
        if any(_bits(value) <= SHORT for value in (left, right)):
            fits = high if positive else f"{high} or {low}"
            code = f"({r} if {fits} else {rest})" if small or large else rounded
        elif positive and not (small or large):
            code = f"({cut} if {rounded} * {UP / factor!r} > {t} else {r})"
        elif positive:
            code = f"(({above}) if {high} else {rest})"
        elif not (small or large):
            code = f"({cut} if ({up} > {t} if {high} else {up} < {t}) else {r})"
        else:
            code = f"(({above}) if {high} else ({below}) if {low} else {rest})"
        return Value(code, "!", known, operation=("*", left, right), name=r)

    def _doubled(self, left: Value, right: Value, known: Range) -> Value | None:
        """A product with a power of two is exact: only the range is to be looked at."""
        if _bits(right) != 1:
            left, right = right, left
        factor = constant(right)
        if factor is None or factor <= 0.0 or _bits(right) != 1:
            return None
        large = factor > 1.0 and (known.low is None or known.high is None)
        small = factor < 1.0 and known.grain is None
        if not (large or small):
            code = f"({left.code} * {right.code})"
            return Value(code, "!", known, safe=left.safe, doubled=(left.code, factor))
        first, again = self.twice(left)
        t = self.temporary()
        product = f"({t} := {first} * {right.code})"
        if large:
            fits = f"{product} <= {MAX!r} and {t} >= {-MAX!r}"
        else:
            fits = f"{product} >= {MIN!r} or {t} <= {-MIN!r} or not {t}"
        return Value(f"({t} if {fits} else ({t} := multiply({again}, {right.code})))", "!", known, name=t)

    def estimated(self, symbol: str, left: Value, right: Value) -> str:
        """`U+V>4`: the unrounded sum decides, unless it is so close to the constant that rounding could matter."""
        number = constant(right)
        if left.operation is None or symbol not in ("<", "<=", ">", ">=") or number is None:
            return ""
        if not 1e-30 < abs(number) < 1e30:
            return ""
        operator, x, y = left.operation
        first, again = self.twice(x)
        second, anew = self.twice(y)
        t = self.temporary()
        margin = abs(number) * 2.0**-22
        exact = {"+": "add", "-": "subtract", "*": "multiply"}[operator]
        rounded = f"{exact}({again}, {anew}) {symbol} {right.code}"
        named = f"({t} := {first} {operator} {second})"
        lower, upper, bounds = number - margin, number + margin, left.range
        overflow = f"{t} >= 1e38" if bounds.high is None else ""  # so large that it may be one
        negative = f"{t} <= -1e38" if bounds.low is None else ""
        if symbol[0] == ">":
            perhaps, surely, one, other = f"{named} >= {lower!r}", f"{t} > {upper!r}", negative, overflow
        else:
            perhaps, surely, one, other = f"{named} <= {upper!r}", f"{t} < {lower!r}", overflow, negative
        perhaps = f"({perhaps} or {one})" if one else perhaps
        surely = f"{surely} and not {other}" if other else surely
        return f"({perhaps} and ({surely} or {rounded}))"

    def _divide(self, left: Value, right: Value) -> Value:
        """A quotient of two singles is never a tie, so rounding twice (to 53 bits, then to 24) is rounding once."""
        bounds = arithmetic("/", left.range, right.range)
        divisor = constant(right)
        if divisor and divisor > 0.0 and _bits(right) == 1 and not self.brief:
            inverse = Value(repr(1.0 / divisor), "!", fraction(1.0 / divisor), safe=True, simple=True)
            grain = arithmetic("*", left.range, inverse.range).grain
            product = self._doubled(left, inverse, Range(False, bounds.low, bounds.high, grain))
            if product is not None:
                return product
        t, r = self.temporary(), self.temporary()
        if left.whole and right.whole and divisor:
            return Value(f"({_nearest(t, f'({t} := {left.code} / {right.code})')})", "!", bounds, safe=left.safe)
        if self.brief or divisor == 0 or nested_beyond(CALLED, left.code, right.code):
            return Value(f"divide({left.code}, {right.code})", "!", bounds)
        left, right = as_float(left), as_float(right)
        first, again = self.twice(left)
        second, anew = self.twice(right)
        nonzero = bool(divisor) or right.range.nonzero
        large = abs(divisor) < 1.0 if divisor else not nonzero
        small = bounds.grain is None
        rounded = _rounded(t, r, f"{first} / {second if nonzero else f'({second} or {NAN})'}")
        if nonzero and not (small or large):
            return Value(rounded, "!", bounds, name=r)
        fits = f"{rounded} >= {MIN!r}" + f" and {r} <= {MAX!r}" * large
        if not _positive(left.range, right.range):
            fits += f" or {r} <= {-MIN!r}" + f" and {r} >= {-MAX!r}" * large
        code = f"({r} if {fits} or not {r} else ({r} := divide({again}, {anew})))"
        return Value(code, "!", bounds, name=r)


def _positive(left: Range, right: Range) -> bool:
    return left.low is not None and left.low >= 0 and right.low is not None and right.low >= 0


def as_float(value: Value) -> Value:
    """A constant that meets fractions: Python's floats are quickest among themselves."""
    low = value.range.low
    if value.simple and value.whole and low is not None and low == value.range.high:
        return replace(value, code=f"{low}.0" if low >= 0 else f"({low}.0)")
    return value


def constant(value: Value) -> float | None:
    """The number that a value is, if it is a constant."""
    if value.whole and value.simple and value.range.low == value.range.high:
        return value.range.low
    try:
        return float(value.code.strip("()")) if value.simple and value.safe and value.kind in "%!" else None
    except ValueError:
        return None


def _bits(value: Value) -> int:
    """How many bits a value has at most, if it is a constant other than 0; else all that a float can have."""
    number = (constant(value) or 0.1).as_integer_ratio()[0]
    return (number // (number & -number)).bit_length()


def _scaled(value: Value) -> tuple[str, float]:
    """A code, and the power of two by which it is to be multiplied: of constants one that saves a product."""
    number = constant(value)
    if value.doubled or not number:
        return value.doubled or (value.code, 1.0)
    return f"({number * SHIFT!r})" if number < 0.0 else repr(number * SHIFT), 1.0 / SHIFT


# What is written for every result. (`a < x and x < b` takes CPython less than `a < x < b`; and the likely way stands
# last in `x if doubtful else r`, so that it jumps once. Each way gives the result the name r, for who needs it again.)
#
# `ROUNDER` is 2^29 + 1: `t * ROUNDER` has its last place where a single as large as t has it, and so has `t * 2^29`,
# which is exact; hence their difference is t rounded to nearest, ties to even. Only where the first product passes a
# power of two that the second does not, t being within 2^-29 of it, may it be the odd number beside it. A t of 48 bits
# is safe even there (its `t * 2^29` is even), and sums with more are differences of numbers 2^29 apart, which
# `_difference` does not trust.


def _nearest(t: str, first: str = "", factor: float = 1.0) -> str:
    """A float as the nearest single, times a power of two. `first` gives it its name."""
    scaled = t if factor * SHIFT == 1.0 else f"{t} * {factor * SHIFT!r}"
    return f"{first or t} * {factor * ROUNDER!r} - {scaled}"


def _rounded(t: str, r: str, code: str, factor: float = 1.0) -> str:
    return f"({r} := {_nearest(t, f'({t} := {code})', factor)})"


def _odd(r: str) -> str:
    """Whether a single has a last bit of 1: 23 bits do not hold it. Else a tie goes to it, whatever has been lost."""
    return f"{r} * {ROUNDER * 2.0 - 1.0!r} - {r} * {ROUNDER * 2.0 - 2.0!r} != {r}"


def _cut(t: str, r: str, factor: float = 1.0) -> str:
    """A product, or a sum that carries, that was rounded up, as `cut` in `values/single.py` rounds it."""
    return f"({r} := {_nearest(r, f'({r} := ({r} := {t} * {CUTTER!r}) - ({r} - {t}))', factor)})"


def _binade(r: str) -> str:
    """The power of two that begins the numbers with as many places as those just below r."""
    return f"({r} - {r} * {BELOW!r}) * {2.0**52!r}"


def _carries(operands: tuple[str, str, str], rounded: str, t: str, r: str, s: str, less: str) -> str:
    """Whether a sum of numbers with one sign was rounded up by 3/8 and carries: both are below its binade."""
    x, _, y = operands
    more = ">" if less == "<" else "<"
    return f"{rounded} * {UP!r} {more} {t} and {x} {less} ({s} := {_binade(r)}) and {y} {less} {s}"


def _sums(operator: str, operands: tuple[str, str, str], t: str, r: str, s: str) -> str:
    """A sum whose operands, neither of them 0, are both above 0 or both below; what follows is a difference."""
    x, right, _ = operands
    above, below = ("<", ">") if operator == "-" else (">", "<")  # the signs of the right operand
    ways = []
    for sign, other, less in (">", above, "<"), ("<", below, ">"):
        rounded = f"{_cut(t, r)} if {_carries(operands, r, t, r, s, less)} else {r}"
        ways.append(f"({rounded}) if {x} {sign} 0.0 and {right} {other} 0.0")
    return " else ".join(ways)
