"""Today's arithmetic in the place of GW-BASIC's: what a program would print on a machine with IEEE 754.

``PRINT .1+.2-.3`` is 0 with ``ieee32`` and 5.551115123125783E-17 with ``ieee64``. Singles have 24 or 53 bits, doubles
always 53, every operation is rounded to nearest, and the range is IEEE's. The representations stay as they are: a
single is a float (or a whole int), a double the int value * 2**184, so that one below 2**-131 loses digits.

What BASIC says about Overflow and Division by zero stays, too: they go on with the largest number.
"""

from __future__ import annotations

import math
import struct
import sys
from collections.abc import Callable

from basic.errors import ILLEGAL, BasicError
from basic.values import single
from basic.values.double import ONE, SCALE
from basic.values.soft import DivisionByZero, Overflow

LARGEST_32 = 2.0**128 - 2.0**104
LARGEST_64 = sys.float_info.max


class Format:
    """An IEEE format: 24 or 53 bits, shown with 7 or 16 digits."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.digits = 7 if bits == 24 else 16
        self.largest = LARGEST_32 if bits == 24 else LARGEST_64

    def nearest(self, x: float) -> float:
        """A float in this format; twice rounded is right for + - * / and SQR of 24 bits."""
        try:
            if not math.isinf(x):
                return struct.unpack("<f", struct.pack("<f", x))[0] if self.bits == 24 else float(x)
        except OverflowError:
            pass
        raise Overflow(math.copysign(self.largest, x))

    def add(self, x: float, y: float) -> float:
        """``x+y``"""
        return self.nearest(x + y)

    def subtract(self, x: float, y: float) -> float:
        """``x-y``"""
        return self.nearest(x - y)

    def multiply(self, x: float, y: float) -> float:
        """``x*y``"""
        return self.nearest(float(x) * y)

    def divide(self, x: float, y: float) -> float:
        """``x/y``"""
        if not y:
            raise DivisionByZero(-self.largest if x < 0 else self.largest)
        return self.nearest(float(x) / y)

    def power(self, x: float, y: float) -> float:
        """``x^y``"""
        if not x and y < 0:
            raise DivisionByZero(self.largest)
        return self.function(math.pow)(x, y)

    def function(self, function: Callable[..., float]) -> Callable[..., float]:
        """A function of the C library; error 5 where it has no value."""

        def rounded(*arguments: float) -> float:
            try:
                return self.nearest(function(*arguments))
            except ValueError:
                raise BasicError(ILLEGAL) from None
            except OverflowError:
                negative = function is math.pow and arguments[0] < 0 and arguments[1] % 2 == 1
                raise Overflow(-self.largest if negative else self.largest) from None

        return rounded

    def text(self, x: float, letter: str) -> str:
        """As PRINT lays numbers out, without the blanks around them; `letter` comes before the exponent."""
        if not x:
            return "0"
        mantissa, _, exponent = f"{abs(x):.{self.digits - 1}e}".partition("e")
        digits = mantissa.replace(".", "").rstrip("0")
        point = int(exponent) + 1
        if 0 <= point <= self.digits:
            shown = digits[:point].ljust(point, "0") + (f".{digits[point:]}" if digits[point:] else "")
        elif point < 0 and len(digits) - point <= self.digits:
            shown = f".{'0' * -point}{digits}"
        else:
            shown = digits[0] + (f".{digits[1:]}" if digits[1:] else "")
            shown += f"{letter}{'-' if point < 1 else '+'}{abs(point - 1):02d}"
        return f"-{shown}" if x < 0 else shown


DOUBLE = Format(53)


def to_float(d: int) -> float:
    """A double (value * 2**184) as a float, rounded to 53 bits."""
    try:
        return d / ONE
    except OverflowError:
        return math.inf if d > 0 else -math.inf


def to_double(x: float) -> int:
    """A float as a double."""
    numerator, denominator = x.as_integer_ratio()
    return (numerator << SCALE) // denominator


def on_doubles(operation: Callable[[float, float], float]) -> Callable[[int, int], int]:
    """An operation on doubles; what it goes on with after an overflow is a double as well."""

    def scaled(a: int, b: int) -> int:
        try:
            return to_double(operation(to_float(a), to_float(b)))
        except Overflow as overflow:
            raise Overflow(to_double(overflow.result)) from None
        except DivisionByZero as error:
            raise DivisionByZero(to_double(error.result)) from None

    return scaled


def constant(x: float) -> float:
    """The decimal number that a single constant of a program's text stood for: the shortest that makes it."""
    if abs(x) < 2.0**24 and x == int(x):
        return x
    for digits in range(1, 10):
        decimal = float(f"{x:.{digits}g}")
        if single.nearest(decimal) == x:
            return decimal
    return x
