"""What can be known of a number, and what then holds of results: whole or not, the bounds, the grain of fractions."""

from __future__ import annotations

from math import ceil, floor, ldexp

from ..record import record
from ..values.single import MAX

INTEGER_BOUNDS = (-32768, 32767)
EXACT = 1 << 24  # whole numbers up to here are exact in single precision
HALF_EXACT = EXACT >> 1
LARGEST = int(MAX)
SMALLER = 1 << 101  # a quarter of the last place of the largest number
FINEST = -128  # the smallest number is 2^-128: below, what is rounded to 0 could be a multiple of the grain


@record
class Range:
    """What is known of a number: whole or not, its bounds, and its grain (None: unknown).

    A fraction that is a multiple of 2^grain cannot become too small for the format while it is none below 2^-128, and
    sums, products and rounding make multiples of such fractions only.
    """

    whole: bool
    low: int | None
    high: int | None
    grain: int | None = None  # of fractions; whole numbers have 0

    @property
    def finest(self) -> int | None:
        return 0 if self.whole else self.grain

    @property
    def bounded(self) -> bool:
        """Whether it is so small that no sum with the largest number is beyond that."""
        return self.low is not None and self.high is not None and max(-self.low, self.high) <= SMALLER

    def at_least(self, low: int) -> bool:
        """Whether it surely is no smaller."""
        return self.low is not None and self.low >= low

    @property
    def power_of_two(self) -> bool:
        """A constant 1, 2, 4, 8 ..."""
        low = self.low
        return self.whole and low is not None and low == self.high and low > 0 and low & (low - 1) == 0

    @property
    def nonzero(self) -> bool:
        return (self.low is not None and self.low > 0) or (self.high is not None and self.high < 0)

    def join(self, other: Range) -> Range:
        return Range(
            self.whole and other.whole,
            None if self.low is None or other.low is None else min(self.low, other.low),
            None if self.high is None or other.high is None else max(self.high, other.high),
            None if self.whole and other.whole else coarser(self, other),
        )

    def within(self, low: int, high: int) -> bool:
        return self.low is not None and self.high is not None and low <= self.low and self.high <= high

    def holds(self, number: float) -> bool:
        """Whether a value is in the range."""
        if self.whole and type(number) is not int:
            return False
        if self.grain is not None and not ldexp(number, -self.grain).is_integer():
            return False
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)

    def clipped(self, low: int, high: int) -> Range:
        return Range(
            self.whole,
            low if self.low is None or self.low < low else min(self.low, high),
            high if self.high is None or self.high > high else max(self.high, low),
            self.grain,
        )


ANY = Range(False, None, None)
WHOLE = Range(True, None, None)
INTEGER = Range(True, *INTEGER_BOUNDS)
TRUTH = Range(True, -1, 0)


def fraction(value: float) -> Range:
    """What is known of a constant."""
    return Range(False, floor(value), ceil(value), 1 - value.as_integer_ratio()[1].bit_length())


def coarser(one: Range, other: Range) -> int | None:
    """The grain of which two numbers are multiples."""
    return None if one.finest is None or other.finest is None else min(one.finest, other.finest)


def negated_range(r: Range) -> Range:
    return Range(r.whole, None if r.high is None else -r.high, None if r.low is None else -r.low, r.grain)


def function_range(name: str, r: Range) -> Range:
    """INT, FIX and ABS of a single or an integer."""
    if name == "ABS":
        if r.low is not None and r.low >= 0:
            return r
        high = None if r.low is None or r.high is None else max(-r.low, r.high)
        return Range(r.whole, 0, high, r.grain)
    return Range(True, r.low, r.high)


def floors(dividend: Range, divisor: Range) -> bool:
    """Whether INT(X/K) of whole numbers is X // K, without dividing in single precision.

    Rounded to 24 bits, X/K does not become the next whole number while X is within 2^23: it is 1/K away from that,
    and moves by less than X/K * 2^-24. Divided by a power of two X keeps all its bits.
    """
    positive = divisor.low is not None and divisor.low > 0
    return positive and (dividend.within(-HALF_EXACT, HALF_EXACT) or divisor.power_of_two)


def logic_range(operator: str, left: Range, right: Range) -> Range:
    if left == TRUTH and right == TRUTH:
        return TRUTH
    if operator == "AND":
        for side in (left, right):
            if side.low is not None and side.low >= 0:
                return Range(True, 0, 32767 if side.high is None else min(32767, side.high))
    return INTEGER


def arithmetic(operator: str, left: Range, right: Range) -> Range:
    r"""The range of + - * / \ MOD ^ of two numbers."""
    whole = left.whole and right.whole
    match operator:
        case "+":
            return _exact(whole, _sum(left.low, right.low), _highest(left, right), coarser(left, right))
        case "-":
            other = negated_range(right)
            return _exact(whole, _sum(left.low, other.low), _highest(left, other), coarser(left, right))
        case "*":
            finest = None if left.finest is None or right.finest is None else left.finest + right.finest
            return _exact(whole, *_product(left, right), finest)
        case "/":
            return _quotient(left, right)
        case "\\" | "MOD":
            return _divided(operator, left, right)
        case _:
            return ANY


def _divided(operator: str, left: Range, right: Range) -> Range:
    r"""The range of `\` and MOD, which give the largest number there is when the divisor is 0. Both numbers are rounded
    first; whole bounds hold after that, too."""
    dividend = left.clipped(*INTEGER_BOUNDS)
    low, high = dividend.low or 0, dividend.high or 0
    if operator == "MOD":
        most = 32767
        if right.low is not None and right.high is not None:
            most = max(abs(right.low), abs(right.high), 1) - 1
        result = Range(True, max(-most, min(low, 0)), min(most, max(high, 0)))
    elif right.low is not None and right.low >= 1:
        divisors = right.low, max(right.low, 32767 if right.high is None else right.high)  # they cross in dead code
        ends = [_towards_zero(number, divisor) for number in (low, high) for divisor in divisors]
        result = Range(True, min(ends), max(ends))
    elif low >= 0 and right.low == 0:
        result = Range(True, 0, high)
    else:
        result = Range(True, -32768, 32768)  # -32768 \ -1
    if right.nonzero:
        return result
    return result.join(Range(True, 0 if low >= 0 else -LARGEST, LARGEST))


def _towards_zero(number: int, divisor: int) -> int:
    return number // divisor if number >= 0 else -(-number // divisor)


def _exact(whole: bool, low: int | None, high: int | None, grain: int | None) -> Range:
    """Bounds beyond the exact whole numbers are none: a result may be rounded past them."""
    low = None if low is not None and low < -EXACT else low if low is None else min(low, EXACT)
    high = None if high is not None and high > EXACT else high if high is None else max(high, -EXACT)
    return Range(whole, low, high, None if whole or grain is None or grain < FINEST else grain)


def _quotient(left: Range, right: Range) -> Range:
    """The range of a quotient. One that is not 0 is at least the dividend's grain by the largest divisor, and has 24
    bits from there."""
    positive = left.low is not None and left.low >= 0 and right.low is not None and right.low >= 0
    if left.low is None or left.high is None or right.low is None or right.high is None:
        return Range(False, 0 if positive else None, None)
    if not 1 <= right.low <= right.high:  # bounds that cross are those of code that nothing comes to
        return Range(False, 0 if positive else None, None)
    ends = [(x, y) for x in (left.low, left.high) for y in (right.low, right.high)]
    grain = None if left.finest is None else left.finest - right.high.bit_length() - 24
    return _exact(False, min(x // y for x, y in ends), max(-(-x // y) for x, y in ends), grain)


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _highest(a: Range, b: Range) -> int | None:
    """Of a sum. One far below zero is the largest number: overflow of sums loses the sign (`values/single.py`)."""
    free = all(one.low is None or one.low < -SMALLER for one in (a, b))
    return None if free else _sum(a.high, b.high)


def _product(a: Range, b: Range) -> tuple[int | None, int | None]:
    if a.low is None or b.low is None or a.high is None or b.high is None:
        if a.low is not None and b.low is not None and a.low >= 0 and b.low >= 0:
            return a.low * b.low, None
        return None, None
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(ends), max(ends)
