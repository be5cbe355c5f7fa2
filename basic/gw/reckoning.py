"""The arithmetic of a ported program, to GW-BASIC's last bit: `gw.multiply(price, rate)`, `gw.sqr(2)`, `gw.rnd()`.

What Python's own operators cannot say is here: the rounding of singles, doubles (scaled ints), and the message of
Overflow and Division by zero, after which a program goes on with the largest number unless ON ERROR is active.
"""

from __future__ import annotations

from functools import partial
from math import floor

from basic.arithmetic.ranges import EXACT
from basic.errors import BasicError
from basic.gw.plain import real, scaled, whole
from basic.gw.printed import as_value
from basic.library import maths, strings
from basic.values import double, functions, single
from basic.values.soft import DivisionByZero, SoftError
from basic.values.using import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from basic.gw.handlers import Errors
    from basic.machine.machine import Machine

    Result = TypeVar("Result")

LOWEST, HIGHEST = 1e-38, 1e38  # singles between them are far from both ends
CLEAR = single.UP_BY_3_8  # a product below its rounded value by more than this may be rounded otherwise
ROUNDER = single.ROUNDER


class Reckoning:
    """What a program reckons with; the machine has its random numbers, and the console for its messages."""

    machine: Machine
    errors: Errors
    exact: bool  # doubles are scaled ints, and what is read is rounded to single precision

    def __init__(self) -> None:
        doubles = double.operations(self.function)
        self.add_double, self.subtract_double, self.multiply_double, self.divide_double, _ = doubles
        soft = (functions.sqr, functions.exp, functions.log, functions.tan)
        self.sqr, self.exp, self.log, self.tan = (partial(self.function, each) for each in soft)

    def soft(self, error: SoftError) -> float:
        """Overflow and division by zero: a message, and on with the largest number, but not under ON ERROR."""
        if self.errors.trapping:
            raise BasicError(error.number) from None
        self.machine.console.put(error.text)
        self.machine.console.newline()
        return error.result

    def function(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """A function of the library whose result may be too large."""
        try:
            return function(*arguments)
        except SoftError as error:
            return self.soft(error)  # type: ignore[return-value]  # of the kind that the function gives

    # Single precision. What stands before the last line is the common case, where no call is worth its time.

    def add(self, x: float, y: float) -> float:
        """`x+y` in single precision."""
        t = x + y
        p = t * ROUNDER
        r = p - (p - t)
        if r == t and (LOWEST < r < HIGHEST or -HIGHEST < r < -LOWEST):
            return r
        return self.function(single.add, x, y)

    def subtract(self, x: float, y: float) -> float:
        """`x-y` in single precision."""
        return self.add(x, -y)

    def multiply(self, x: float, y: float) -> float:
        """`x*y` in single precision."""
        t = x * y
        p = t * ROUNDER
        r = p - (p - t)
        if (LOWEST < r < HIGHEST or -HIGHEST < r < -LOWEST) and t / r > CLEAR:
            return r
        return self.function(single.multiply, x, y)

    def divide(self, x: float, y: float) -> float:
        """`x/y` in single precision."""
        return self.function(single.divide, x, y)

    # The same of whole numbers, which stay ints.

    def add_whole(self, x: int, y: int) -> int:
        """`x+y` of whole numbers in single precision: exact up to 16,777,216."""
        t = x + y
        return t if -EXACT <= t <= EXACT else int(self.function(single.add_whole, x, y))

    def subtract_whole(self, x: int, y: int) -> int:
        """`x-y` of whole numbers in single precision."""
        t = x - y
        return t if -EXACT <= t <= EXACT else int(self.function(single.subtract_whole, x, y))

    def multiply_whole(self, x: int, y: int) -> int:
        """`x*y` of whole numbers in single precision."""
        t = x * y
        return t if -EXACT <= t <= EXACT else int(self.function(single.multiply_whole, x, y))

    def power(self, x: float, y: float) -> float:
        """`x^y` in single precision."""
        return whole(self.function(functions.power, x, y))

    # Those of doubles (`gw.add_double(x, y)`), and `gw.sqr(x)` and its kin, in `__init__`.

    def quotient(self, a: int, b: int) -> int:
        r"""`a\b`, cut towards zero."""
        if not b:
            return int(self.soft(DivisionByZero(-single.MAX if a < 0 else single.MAX)))
        return a // b if (a < 0) == (b < 0) else -(-a // b)

    def modulo(self, a: int, b: int) -> int:
        """`a MOD b`, with the sign of a."""
        if not b:
            return int(self.soft(DivisionByZero(-single.MAX if a < 0 else single.MAX)))
        return a % abs(b) if a >= 0 else -(-a % abs(b))

    def single(self, d: int) -> float:
        """A double as a single."""
        return whole(self.function(double.to_single, d))

    def val(self, digits: str) -> float:
        """`VAL(A$)`"""
        return real(self.val_double(digits))

    def val_double(self, digits: str) -> int:
        """The same in an exact port."""
        return int(self.function(strings.val, digits))

    def randomize(self, value: float | None = None, kind: str = "!") -> None:
        """`RANDOMIZE 5`"""
        if value is None:
            maths.randomize(self.machine)
            return
        number = as_value(value) if kind != "#" else value if self.exact else scaled(value)
        maths.randomize(self.machine, Number(kind, number))

    def randrange(self, limit: int) -> int:
        """`INT(RND*limit)`: a whole number from 0, below the limit."""
        return floor(single.multiply(self.machine.random.next(), limit))

    def rnd(self, x: float | None = None) -> float:
        """`RND`, `RND(0)`, `RND(-1)`"""
        return maths.rnd(self.machine, None if x is None else as_value(x))
