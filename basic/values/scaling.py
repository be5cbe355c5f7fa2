"""Numbers and powers of ten, as GW-BASIC brings them together.

Reading ``1.5E-7`` and printing it both go through double precision, with one multiplication or division
by a power of ten, and a single is rounded back after it.
"""

from __future__ import annotations

from math import frexp

from basic.values import double, single
from basic.values.double import ONE
from basic.values.soft import Overflow


def _power_of_ten(n: int) -> int:
    power: int = 10**n << 184
    unit = 1 << max(0, power.bit_length() - 56)
    return (power + unit // 2) // unit * unit


TENS = tuple(_power_of_ten(n) for n in range(39))
# 1/10 in both precisions: GW-BASIC divides by ten by multiplying with it.
TENTH = double.divide(ONE, TENS[1])
TENTH_SINGLE = double.to_single(TENTH)
# The power of ten that takes a number with a given exponent byte near to a million. GW-BASIC has a table of 256
# entries, 38 (for the bytes up to 24), 37, 36 ... -32, each three or four times, somewhat irregularly.
_REPEATS = "3334334343334344334334334334333433433433433433433433433433433343343341"
_STEPS = (38,) * 25 + tuple(37 - i for i, count in enumerate(_REPEATS) for _ in range(int(count)))
# Powers of ten that give a product of a single without rounding, and bits to spare.
_SMALL_TENS = tuple(float(10**n) for n in range(12))
_BEYOND_TIE = 1 + 2.0**-52
# The largest double to which .5 can still be added without a 17th digit.
_LAST_16_DIGITS = 4 * 10**16 - 3 << 182


def times_ten_to(d: int, n: int) -> int:
    """``d`` times 10**n for n from -38 to 38."""
    return double.multiply(d, TENS[n]) if n >= 0 else double.divide(d, TENS[-n])


def bracket_single(x: float) -> tuple[float, int]:
    """A positive single as (m, n) with x = m * 10**n and 7 digits before the point of m."""
    power = 0
    while step := _STEPS[frexp(x)[1] + 128]:
        if 0 < step < len(_SMALL_TENS):  # 24 bits and 26 of 5**11; a little more lifts a tie and nothing else
            t = x * _SMALL_TENS[step] * _BEYOND_TIE
            p = t * single.ROUNDER
            x = p - (p - t)
        else:
            x = double.to_single(times_ten_to(double.from_single(x), step))
        power -= step
    if x < 1000000.0:
        x = single.multiply(x, 10.0)
        power -= 1
    return x, power


def bracket_double(d: int) -> tuple[int, int]:
    """A positive double as (m, n) with d = m * 10**n and 16 digits before the point of m."""
    power = 0
    while step := _STEPS[_exponent_byte(d)]:
        d = times_ten_to(d, step)
        power -= step
    if d < TENS[6]:
        d = double.multiply(d, TENS[1])
        power -= 1
    d = double.multiply(d, TENS[9])
    power -= 9
    if d > _LAST_16_DIGITS:
        d = double.multiply(d, TENTH)
        power += 1
    return d, power


def digits_of_single(m: float) -> str:
    """A bracketed single rounded to a whole number: 7 digits."""
    if m != int(m):
        m = single.add(m, 0.5)
    return str(int(m)).zfill(7)


def digits_of_double(m: int) -> str:
    """A bracketed double rounded to a whole number: 16 digits."""
    if m != double.floor(m):
        m = double.add(m, ONE >> 1)
    return str(m >> 184).zfill(16)


def trailing_zeros_of_single(m: float) -> int:
    """How many zeros the digits end in, counted by dividing and multiplying back."""
    whole: float = m if m >= 8388608.0 else float(int(single.add(m, 0.5)))
    count = 0
    while True:
        tenth = float(int(single.multiply(whole, TENTH_SINGLE)))
        if single.multiply(tenth, 10.0) != whole:
            return count
        whole = tenth
        count += 1


def trailing_zeros_of_double(m: int) -> int:
    """The same for a double."""
    whole = double.floor(double.add(m, ONE >> 1))
    count = 0
    while True:
        tenth = double.floor(double.multiply(whole, TENTH))
        if double.multiply(tenth, TENS[1]) != whole:
            return count
        whole = tenth
        count += 1


def apply_exponent(d: int, exponent: int) -> int:
    """What has been read as digits, times the power of ten it was read with; zero or Overflow beyond the range."""
    if not d:
        return 0
    if exponent >= 39:
        raise Overflow(double.MAX)
    if exponent >= -38:
        return times_ten_to(d, exponent)
    if exponent < -76:
        return 0
    return times_ten_to(times_ten_to(d, exponent + 38), -38)


def _exponent_byte(d: int) -> int:
    return d.bit_length() - 56
