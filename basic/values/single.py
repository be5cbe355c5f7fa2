"""Single precision (24 bits) as GW-BASIC computes it, on Python floats.

A single is a float, or an int for a whole number, whose value has at most 24 significant bits.
``PRINT 1/3*3=1`` is -1 because of the rounding rules here. They are not "to nearest":

- a product, and a sum that carries, is cut to 27 bits and then rounded, ties to even;
- a sum that does not carry is rounded to nearest;
- a difference is formed with a guard byte in which lost bits leave a trace that depends on the
  way they took (whole bytes first, then bit by bit);
- a quotient is rounded to nearest.

Every function first rounds to nearest. That is right unless the result is odd and the part rounded away lies
above one half, in most cases closely above; only then is the exact way taken.
"""

from __future__ import annotations

from math import frexp, ldexp

from basic.values.soft import DivisionByZero, Overflow

# t*ROUNDER - (t*ROUNDER - t) is t rounded to the nearest 24 bits (Veltkamp's splitting, 53 - 24 = 29).
ROUNDER = 536870913.0
MAX = 2.0**127 - 2.0**103
MIN = 2.0**-128

# The squares of MAX and MIN are exact floats: one comparison tells a number in range from the rest.
MAX_SQUARED = MAX * MAX
MIN_SQUARED = MIN * MIN
# t/r is below this for a result r that was rounded up from t by at least 3/8 of its last place.
UP_BY_3_8 = 1.0 - 0.37499 * 2.0**-24
# The factor for 26 bits, and one more: see `cut`.
CUTTER = 134217730.0
# A result that 23 bits can hold is even, and a tie goes to it whatever has been lost.
_ROUNDER_TO_23 = 1073741825.0
_POWERS = [2.0**power for power in range(-192, 192)]  # an index is the power and 192


def nearest(t: float) -> float:
    """Any float rounded to the nearest single, ties to even; no check of the range."""
    p = t * ROUNDER
    return p - (p - t)


def multiply(x: float, y: float) -> float:
    """``x*y``"""
    t = x * y
    p = t * ROUNDER
    r = p - (p - t)
    if MIN_SQUARED <= r * r <= MAX_SQUARED:
        return r if t / r > UP_BY_3_8 else cut(t)
    return settled_product(t) if t else 0.0


def cut(t: float) -> float:
    """The exact product ``t`` as a single, if the nearest single is larger.

    Between 1/2 and 5/8 of the last place cutting to 27 bits leaves the tie. So does rounding to 26, which takes
    3/8 to 5/8 for 1/2, if 5/8 itself is rounded up. That is a tie then, in which `p` is odd in units of the last of
    26 bits, because of the factor, so that the even `p - t` is what leaves the odd 3/4.
    """
    p = t * CUTTER
    t = p - (p - t)
    p = t * ROUNDER
    return p - (p - t)


def settled_product(t: float) -> float:
    """An exact product close to the ends of the range, or beyond."""
    return _settle(_round_27(t))


def divide(x: float, y: float) -> float:
    """``x/y``"""
    try:
        t = x / y
    except ZeroDivisionError:
        raise DivisionByZero(-MAX if x < 0 else MAX) from None
    p = t * ROUNDER
    r = p - (p - t)
    if MIN_SQUARED <= r * r <= MAX_SQUARED:
        return r
    return _settle(r)


def quotient(a: int, b: int) -> int:
    r"""`a\b` of integers, cut towards zero."""
    if not b:
        raise _by_zero(a)
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def modulo(a: int, b: int) -> int:
    """`a MOD b` of integers, with the sign of a."""
    if not b:
        raise _by_zero(a)
    return a % abs(b) if a >= 0 else -(-a % abs(b))


def _by_zero(a: int) -> DivisionByZero:
    r"""`5\0` and `5 MOD 0` go on with the largest single-precision number, as 5/0 does."""
    return DivisionByZero(int(-MAX if a < 0 else MAX))


def add(x: float, y: float) -> float:
    """``x+y``

    The ways out, from the cheapest: the sum is exact; it was rounded clearly; its neighbour on the other side of
    a tie would be odd. A difference is also right if its guard byte got three bits at most (operands less than
    a factor of eight apart), or if it was rounded down and the smaller operand counts at all.
    """
    t = x + y
    p = t * ROUNDER
    r = p - (p - t)
    if r != t:
        if (x < 0.0) is (y < 0.0):
            if t / r <= UP_BY_3_8:
                p = r * _ROUNDER_TO_23
                if p - (p - r) != r:
                    r = _odd_sum(x, y, t, r)
        else:
            q = x / y
            if not (-8.0 < q < -0.125 or (t / r >= 1.0 and -8388608.0 < q < -1.1920928955078125e-07)):
                r = difference(x, y, t, r)
    if MIN_SQUARED <= r * r <= MAX_SQUARED:
        return r
    return _settle_sum(r)


def subtract(x: float, y: float) -> float:
    """``x-y``"""
    return add(x, -y)


# Of whole numbers, which stay ints: below 2^27 cutting to 27 bits loses nothing, and the nearest single is right.

_UNCUT = 134217728


def add_whole(x: int, y: int) -> int:
    """``x+y``"""
    t = x + y
    if x >= 0 and y >= 0 and t < _UNCUT:
        p = t * ROUNDER
        return int(p - (p - t))
    return int(add(x, y))


def subtract_whole(x: int, y: int) -> int:
    """``x-y``"""
    return int(add(x, -y))


def multiply_whole(x: int, y: int) -> int:
    """``x*y``"""
    t = x * y
    if -_UNCUT < t < _UNCUT:
        p = t * ROUNDER
        return int(p - (p - t))
    return int(multiply(x, y))


def _settle(r: float) -> float:
    """The result of a product or quotient: zero below MIN, Overflow above MAX."""
    if r > MAX:
        raise Overflow(MAX)
    if r < -MAX:
        raise Overflow(-MAX)
    return r if r >= MIN or r <= -MIN else 0.0


def _settle_sum(r: float) -> float:
    """The same for a sum.

    MATH1.ASM loses the sign on this way (DOINF looks at BH, which the addition has cleared):
    -1E38-1E38 goes on with the largest positive number.
    """
    if r > MAX or r < -MAX:
        raise Overflow(MAX)
    return r if r >= MIN or r <= -MIN else 0.0


def _round_27(t: float) -> float:
    """``t`` cut to 27 bits, then rounded to 24, ties to even."""
    mantissa, exponent = frexp(t)
    return ldexp(round(int(mantissa * 134217728.0) / 8.0), exponent - 24)


def _odd_sum(x: float, y: float, t: float, r: float) -> float:
    """The sum of two numbers of one sign: ``r``, or, if it carries, as a product is rounded."""
    half = ldexp(0.5, frexp(t)[1])
    return _round_27(t) if -half < x < half and -half < y < half else r


def difference(x: float, y: float, t: float, r: float) -> float:
    """``x+y`` for numbers of different sign, an inexact difference: the nearest single ``r`` or its neighbour.

    The guard byte has what the smaller operand has down to its bit 20h, and below that something or nothing: bit 20h is
    set for any lost or lower bit. So the difference, cut to three bits, is what the exact one would be, or one less if
    bit 20h was 0 and is set; it is one more than that if nothing is left below bit 20h, which is so only if less than
    1/256 of the last place was lost. What was rounded up from between 1/2 and 3/4 hence becomes a tie, and goes down to
    the even neighbour, unless it is 5/8 exactly, or within 1/256 of where things change.
    """
    p = r * _ROUNDER_TO_23
    place = p - (p - r) - r  # or minus that; 0 if r is even
    if not place:
        return r
    e = (r - t) / place
    if e < 0.0:
        e, place = -e, -place  # r - place is now on the other side of t
    span = place * 16777216.0
    if x * x < span * span > y * y and -8388608.0 < x / y < -1.1920928955078125e-07:  # no zero on top, not far apart
        if e <= 0.25 or e == 0.375:
            return r
        if not (e < 0.254 or 0.375 < e < 0.379):
            return r - place
    return _odd_difference(x, y)


def _odd_difference(x: float, y: float) -> float:
    """``x+y`` for numbers of different sign, an inexact difference, bit for bit."""
    if abs(x) < abs(y):
        x, y = y, x
    fraction, exponent = frexp(x)
    shift = exponent - frexp(y)[1]
    if shift >= 25:
        return x
    # Both mantissas with the guard byte below: 32 bits. What is shifted out below that is lost ...
    exact = abs(y) * _POWERS[224 - exponent]
    smaller = int(exact)
    # ... but has left bit 20h set: when a byte goes into the guard, bit 20h takes up its own low five
    # bits and all bytes before it; then, bit by bit, whatever reaches 10h sets 20h again.
    bits = shift & 7
    before_bits = exact * _POWERS[192 + bits]
    guard = int(before_bits)
    if shift > 7 and (guard & 63 or before_bits != guard):
        smaller |= 64 - (1 << 5 - bits if bits < 5 else 1)
    elif bits:
        passed = guard & ((32 << bits) - 64)
        if passed:
            place = passed & -passed
            smaller |= 64 - (place >> bits or 1)
    difference = int(abs(fraction) * 4294967296.0) - smaller
    places = 32 - difference.bit_length()
    difference <<= places
    r = (difference >> 8) * _POWERS[168 + exponent - places]
    guard = difference & 224
    if guard > 128 or (guard == 128 and difference & 256):
        r += _POWERS[168 + exponent - places]
    return -r if fraction < 0.0 else r
