"""SQR, EXP, LOG, SIN, COS, TAN, ATN and ^ in double precision, as after ``GWBASIC /D``.

What the real /D prints in its last digit is not known here: these are the true values rounded to the
nearest double, worked out with a hundred digits.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from math import isqrt

from basic.errors import ILLEGAL, BasicError
from basic.values import double
from basic.values.double import MAX, ONE, SCALE
from basic.values.soft import DivisionByZero, Overflow

# The largest angle is 1.7E38: sixty digits remain when its whole turns have been taken out.
_DIGITS = Context(prec=100)
_SCALED_ONE = Decimal(ONE)
_PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798")
# e to this is beyond the range, and to its negative below it.
_LARGEST_EXPONENT = 89


def _with_many_digits(function: Callable[[Decimal], Decimal]) -> Callable[[int], int]:
    """A function of decimals as one of doubles."""

    def of_doubles(d: int) -> int:
        with localcontext(_DIGITS):
            return double.nearest(int(function(d / _SCALED_ONE) * _SCALED_ONE))

    of_doubles.__doc__ = function.__doc__
    return of_doubles


def sqr(d: int) -> int:
    """``SQR(d#)``"""
    if d < 0:
        raise BasicError(ILLEGAL)
    return double.nearest(isqrt(d << SCALE))


@_with_many_digits
def exp(x: Decimal) -> Decimal:
    """``EXP(x#)``"""
    if x > _LARGEST_EXPONENT:
        raise Overflow(MAX)
    return x.exp() if x > -_LARGEST_EXPONENT else Decimal(0)


@_with_many_digits
def log(x: Decimal) -> Decimal:
    """``LOG(x#)``"""
    if x <= 0:
        raise BasicError(ILLEGAL)
    return x.ln()


@_with_many_digits
def sin(x: Decimal) -> Decimal:
    """``SIN(x#)``"""
    return _sine(x)


@_with_many_digits
def cos(x: Decimal) -> Decimal:
    """``COS(x#)``"""
    return _sine(x + _PI / 2)


@_with_many_digits
def tan(x: Decimal) -> Decimal:
    """``TAN(x#)``"""
    return _sine(x) / _sine(x + _PI / 2)


@_with_many_digits
def atn(x: Decimal) -> Decimal:
    """``ATN(x#)``"""
    # ATN(x) = 2*ATN(x/(1+SQR(1+x*x))), three times over, brings any x below .2.
    for _ in range(3):
        x /= 1 + (1 + x * x).sqrt()
    square = x * x
    total = Decimal(0)
    for n in range(1, 100, 2):
        total += x / n
        x *= -square
    return 8 * total


def power(a: int, b: int) -> int:
    """``a#^b#``"""
    if not b:
        return ONE
    if not a:
        if b < 0:
            raise DivisionByZero(MAX)
        return 0
    if a < 0 and b % ONE:
        raise BasicError(ILLEGAL)
    negative = a < 0 and b >> SCALE & 1
    with localcontext(_DIGITS):
        exponent = (abs(a) / _SCALED_ONE).ln() * (b / _SCALED_ONE)
        if exponent > _LARGEST_EXPONENT:
            raise Overflow(-MAX if negative else MAX)
        result = int(exponent.exp() * _SCALED_ONE) if exponent > -_LARGEST_EXPONENT else 0
    return double.nearest(-result if negative else result)


def _sine(x: Decimal) -> Decimal:
    """The sine by its series, after taking out whole half turns."""
    half_turns = (x / _PI).to_integral_value()
    x -= half_turns * _PI
    square = x * x
    total = term = x
    for n in range(2, 60, 2):
        term *= -square / (n * (n + 1))
        total += term
    return -total if half_turns % 2 else total
