"""Double precision (56 bits) as GW-BASIC computes it, on scaled Python ints.

A double d is the int d * 2**184: the smallest number, 2**-128, has 56 bits and so every double is a whole
multiple of 2**-184. Sums, comparisons, negation, ABS and SGN are plain int operations; only rounding
is left to do. ``PRINT .1#+.2#`` shows .3 where an IEEE double would not.

- A product and a quotient are rounded to nearest, ties to even.
- A sum is formed with one guard byte in which lost bits leave a trace only if they pass bit 20h. That
  differs from "to nearest" only next to a tie, where the slow way follows it bit by bit.
"""

from __future__ import annotations

from math import ldexp

from basic.values import single
from basic.values.soft import DivisionByZero, Overflow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Operation = Callable[[int, int], int]
    Settle = Callable[[Operation, int, int], int]

SCALE = 184
ONE = 1 << SCALE
MAX = ((1 << 56) - 1) << 255
MIN = 1 << 56

_TWO_TO_SCALE = 2.0**SCALE
_SHORTEST, _LONGEST = MIN.bit_length(), MAX.bit_length()


def _rounding(length: int) -> tuple[int, int, int, int, int, int]:
    """How to round a sum of this many bits: half a unit of its last place, the mask of the bits that go, and the bounds
    between which these and the whole, with that half added, are to be trusted without a closer look (next to a tie;
    below a power of two, which the smallest operands must leave as it is)."""
    if not length:
        return 0, 0, -1, 1, -1, 1
    if not _SHORTEST <= length < _LONGEST:
        return 0, 0, 0, 0, 0, 0
    unit = 1 << (length - 56)
    top = (1 << length) - unit
    return unit // 2, unit - 1, unit // 64, unit - unit // 64, unit - top - 1, top


ROUNDING = [_rounding(length) for length in range(_LONGEST + 2)]
# For a product of this many bits: what to shift out to leave 57 bits, and how far to shift back.
_PRODUCT: list[tuple[int, int]] = [
    (length - 57, length - 56 - SCALE) if _SHORTEST + SCALE <= length < _LONGEST + SCALE else (0, -1)
    for length in range(2 * _LONGEST + 1)
]


def operations(settle: Settle) -> tuple[Operation, Operation, Operation, Operation, Operation]:
    """``+ - * /``, and ``/`` by a whole number that is not scaled.

    What is rare and may be out of range is left to `settle`, so that nothing stands around the rest.
    """

    def add(a: int, b: int) -> int:
        """``a#+b#``"""
        s = a + b
        half, gone, low, high, bottom, top = ROUNDING[s.bit_length()]
        s += half
        cut = s & gone
        if low < cut < high and bottom < s < top:
            return s - cut
        return settle(_sum, a, b)

    def subtract(a: int, b: int) -> int:
        """``a#-b#``"""
        s = a - b
        half, gone, low, high, bottom, top = ROUNDING[s.bit_length()]
        s += half
        cut = s & gone
        if low < cut < high and bottom < s < top:
            return s - cut
        return settle(_sum, a, -b)

    def multiply(a: int, b: int) -> int:
        """``a#*b#``"""
        p = a * b
        cut, back = _PRODUCT[p.bit_length()]
        if back < 0:
            return settle(_tiny_or_huge, p, 0)
        q = p >> cut
        if q & 3 == 1 and not p & ((1 << cut) - 1):
            q -= 1
        return (q + 1 >> 1) << back

    def divide(a: int, b: int) -> int:
        """``a#/b#``: a quotient of two 56-bit numbers is never half way between two others."""
        length = b.bit_length()
        if not length:
            return settle(_by_zero, a, b)
        shift = length - a.bit_length() + 57
        q = (a << shift) // b if shift >= 0 else a // (b << -shift)
        back = SCALE - shift
        if q.bit_length() > 57:
            q >>= 1
            back += 1
        if back > 0:
            r = (q + 1 >> 1) << back + 1
            if r.bit_length() <= _LONGEST:
                return r
        return settle(_settle_quotient, a, b)

    def divide_by(a: int, k: int) -> int:
        """``a#/k`` by a whole number: as 2^-184 is far below the last place, what is left over cannot matter."""
        if k > 0:
            q = a // k
            half, gone, _, _, _, _ = ROUNDING[q.bit_length()]
            if half > 0:
                q += half
                return q - (q & gone)
        return divide(a, k << SCALE)

    return add, subtract, multiply, divide, divide_by


def words(settle: Settle) -> dict[str, Any]:
    """The operations by the names that they have in generated code."""
    names = "add_d", "subtract_d", "multiply_d", "divide_d", "divide_d_by"
    return {"rounding": ROUNDING, **dict(zip(names, operations(settle), strict=True))}


def _by_zero(a: int, b: int) -> int:
    raise DivisionByZero(-MAX if a < 0 else MAX)


def _settle_quotient(a: int, b: int) -> int:
    """A quotient near or beyond the ends of the range."""
    shift = b.bit_length() - a.bit_length() + 57
    q = (a << shift) // b if shift >= 0 else a // (b << -shift)
    back = SCALE - shift
    if q.bit_length() > 57:
        q >>= 1
        back += 1
    return _settle(a, q, back) if a else 0


def nearest(n: int) -> int:
    """Any int scaled by 2**184 rounded to the nearest double, ties to even; Overflow and zero beyond the range."""
    cut = n.bit_length() - 57
    return _settle(n, _leading(n, cut), cut) if cut >= 0 else 0


def _tiny_or_huge(p: int, _: int) -> int:
    """A product (scaled twice) near or beyond the ends of the range."""
    cut = p.bit_length() - 57
    return _settle(p, _leading(p, cut), cut - SCALE) if p else 0


def _leading(n: int, cut: int) -> int:
    """What is left of ``n`` without its last ``cut`` bits: 57 bits, the last one cleared in a tie that goes down."""
    q = n >> cut
    return q - 1 if q & 3 == 1 and not n & ((1 << cut) - 1) else q


def _settle(sign: int, q: int, back: int) -> int:
    """The number with the 57 leading bits ``q``, rounded: zero if too small, Overflow if too large."""
    r = q + 1 >> 1
    length = r.bit_length() + back + 1
    if length > _LONGEST:
        raise Overflow(-MAX if sign < 0 else MAX)
    return r << back + 1 if length >= _SHORTEST else 0


def _sum(a: int, b: int) -> int:
    """``a+b`` with the guard byte, bit for bit."""
    if abs(a) < abs(b):
        a, b = b, a
    larger, smaller = abs(a), abs(b)
    sign = -1 if a < 0 else 1
    if not smaller:
        return a
    exponent = larger.bit_length() - 56
    shift = larger.bit_length() - smaller.bit_length()
    if shift >= 57:
        return a
    mantissa = smaller >> (exponent - shift)
    # What leaves through bit 20h of the guard byte sets it again, shifted by whole bytes first.
    whole_bytes, bits = divmod(shift, 8)
    guarded = mantissa << 8 >> 8 * whole_bytes
    if whole_bytes and mantissa & (0x2020202020202020 & ((1 << 8 * whole_bytes) - 1)):
        mark = 5
    else:
        passed = guarded & ((32 << bits) - 64)
        mark = (passed & -passed).bit_length() - 1 if bits else -1
    guarded >>= bits
    if mark >= 0:
        guarded |= 64 - (1 << max(0, mark - bits))
    mantissa = larger >> exponent << 8
    if (a < 0) is (b < 0):
        result = mantissa + guarded
        if result >> 64:
            result >>= 1
            exponent += 1
    else:
        result = mantissa - guarded
        if not result:
            return 0
        places = 64 - result.bit_length()
        result <<= places
        exponent -= places
    guard = result & 255
    result >>= 8
    if guard > 128 or (guard == 128 and result & 1):
        result += 1
    if exponent <= 0:
        return 0
    r = result << exponent
    if r > MAX:
        raise Overflow(sign * MAX)
    return sign * r


add, subtract, multiply, divide, divide_by = operations(lambda rare, a, b: rare(a, b))


def from_integer(i: int) -> int:
    """``CDBL(7)``"""
    return i << SCALE


def from_single(x: float) -> int:
    """``A#=.1`` is .1000000014901161: a single is exact as a double."""
    return int(x * _TWO_TO_SCALE)


def to_single(d: int) -> float:
    """``CSNG(d)``: rounded to nearest by the first bit below, a tie away from zero; Overflow beyond the largest.

    The largest double is what an overflow has left, which has been said already.
    """
    length = d.bit_length()
    if not length:
        return 0.0
    cut = length - 25
    r = ldexp(((abs(d) >> cut) + 1) >> 1, cut + 1 - SCALE)
    if r >= 2.0**127:
        if abs(d) == MAX:
            return single.MAX if d > 0 else -single.MAX
        raise Overflow(single.MAX if d > 0 else -single.MAX)
    return r if d > 0 else -r


def floor(d: int) -> int:
    """``INT(d)``"""
    return d >> SCALE << SCALE


def fix(d: int) -> int:
    """``FIX(d)``"""
    return d >> SCALE << SCALE if d >= 0 else -(-d >> SCALE << SCALE)
