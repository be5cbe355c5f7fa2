"""The arithmetic of a ported program, to GW-BASIC's last bit: `singles.multiply(price, rate)`, `doubles.add(a, b)`.

What Python's own operators cannot say is here: the rounding of singles, doubles (scaled ints), and the message of
Overflow and Division by zero, after which a program goes on with the largest number unless ON ERROR is active.
"""

from __future__ import annotations

from functools import partial

from basic.arithmetic.ranges import EXACT
from basic.gw.plain import real, whole
from basic.library import strings
from basic.values import convert, double, functions, single
from basic.values.soft import SoftError, went_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from basic.gw.handlers import Errors
    from basic.machine.console import Console

    Result = TypeVar("Result")

LOWEST, HIGHEST = 1e-38, 1e38  # singles between them are far from both ends
CLEAR = single.UP_BY_3_8  # a product below its rounded value by more than this may be rounded otherwise
ROUNDER = single.ROUNDER


class Soft:
    """Overflow and Division by zero: a message, and on with the largest number, but not under ON ERROR."""

    def __init__(self, console: Console, errors: Errors) -> None:
        self.console, self.errors = console, errors

    def result(self, error: SoftError) -> float:
        """What a program goes on with."""
        return went_on(error, self.console, self.errors.trapping)

    def __call__(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """A function of the library whose result may be too large."""
        try:
            return function(*arguments)
        except SoftError as error:
            return self.result(error)  # type: ignore[return-value]  # of the kind that the function gives


class Singles:
    """`gw.singles`. What stands before a last line is the common case, where no call is worth its time."""

    def __init__(self, soft: Soft) -> None:
        self.soft = soft
        names = (functions.sqr, functions.exp, functions.log, functions.tan)
        self.sqr, self.exp, self.log, self.tan = (partial(soft, each) for each in names)
        self.quotient, self.modulo = partial(soft, single.quotient), partial(soft, single.modulo)

    def add(self, x: float, y: float) -> float:
        """`x+y`"""
        t = x + y
        p = t * ROUNDER
        r = p - (p - t)
        if r == t and (LOWEST < r < HIGHEST or -HIGHEST < r < -LOWEST):
            return r
        return self.soft(single.add, x, y)

    def subtract(self, x: float, y: float) -> float:
        """`x-y`"""
        return self.add(x, -y)

    def multiply(self, x: float, y: float) -> float:
        """`x*y`"""
        t = x * y
        p = t * ROUNDER
        r = p - (p - t)
        if (LOWEST < r < HIGHEST or -HIGHEST < r < -LOWEST) and t / r > CLEAR:
            return r
        return self.soft(single.multiply, x, y)

    def divide(self, x: float, y: float) -> float:
        """`x/y`"""
        return self.soft(single.divide, x, y)

    def power(self, x: float, y: float) -> float:
        """`x^y`"""
        return whole(self.soft(functions.power, x, y))

    # The same of whole numbers, which stay ints.

    def add_whole(self, x: int, y: int) -> int:
        """`x+y`: exact up to 16,777,216"""
        t = x + y
        return t if -EXACT <= t <= EXACT else int(self.soft(single.add_whole, x, y))

    def subtract_whole(self, x: int, y: int) -> int:
        """`x-y`"""
        t = x - y
        return t if -EXACT <= t <= EXACT else int(self.soft(single.subtract_whole, x, y))

    def multiply_whole(self, x: int, y: int) -> int:
        """`x*y`"""
        t = x * y
        return t if -EXACT <= t <= EXACT else int(self.soft(single.multiply_whole, x, y))

    def val(self, digits: str) -> float:
        """`VAL(A$)`, with all digits"""
        return real(int(self.soft(strings.val, digits)))


class Doubles:
    """`gw.doubles`"""

    ONE = double.ONE
    floor, fix = staticmethod(double.floor), staticmethod(double.fix)
    from_single = staticmethod(double.from_single)
    integer, word = staticmethod(convert.cint_double), staticmethod(convert.word_double)

    def __init__(self, soft: Soft) -> None:
        self.soft = soft
        self.add, self.subtract, self.multiply, self.divide, _ = double.operations(soft)
        self.val = partial(soft, strings.val)

    def single(self, d: int) -> float:
        """A double as a single."""
        return whole(self.soft(double.to_single, d))
