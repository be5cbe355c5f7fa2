"""Double precision with Python's operators, beside the Singles of `singles.py`.

    gw = Program()
    Double = gw.Double

    interest = balance * rate / 1200          balance is a Double, rate a Single
    interest = floor(interest * 100 + 0.5) / 100

One Double in an operation is enough, and the result is one, as in BASIC. The other operand is what it is in single
precision: a whole number, a Single, or a number as one writes it, of which `Double("0.1")` has all digits.
"""

from __future__ import annotations

from basic.values import double
from basic.values.double import ONE, SCALE
from basic.values.single import nearest
from basic.values.text import double_text, read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

    Operation = Callable[[int, int], int]


class Double:
    """A number of 56 bits: the whole number `scaled` of 2^-184. Every program has a class of its own, whose operations
    say what an overflow comes to."""

    __slots__ = ("scaled",)

    scaled: int
    add: Operation
    subtract: Operation
    multiply: Operation
    divide: Operation

    def __init__(self, value: float | str | Double = 0) -> None:
        """A number, or the digits of one: `Double("0.1")`."""
        if isinstance(value, str):
            number, kind, _ = read_number(value, kind="#")
            self.scaled = int(number) if kind == "#" else double.from_single(number)
        else:
            self.scaled = scaled(value)

    @classmethod
    def of(cls, number: int) -> Self:
        """The number that is so many 2^-184."""
        found = cls.__new__(cls)
        found.scaled = number
        return found

    def __add__(self, other: float | Double) -> Self:
        return self.of(self.add(self.scaled, scaled(other)))

    def __radd__(self, other: float) -> Self:
        return self.of(self.add(scaled(other), self.scaled))

    def __sub__(self, other: float | Double) -> Self:
        return self.of(self.subtract(self.scaled, scaled(other)))

    def __rsub__(self, other: float) -> Self:
        return self.of(self.subtract(scaled(other), self.scaled))

    def __mul__(self, other: float | Double) -> Self:
        return self.of(self.multiply(self.scaled, scaled(other)))

    def __rmul__(self, other: float) -> Self:
        return self.of(self.multiply(scaled(other), self.scaled))

    def __truediv__(self, other: float | Double) -> Self:
        return self.of(self.divide(self.scaled, scaled(other)))

    def __rtruediv__(self, other: float) -> Self:
        return self.of(self.divide(scaled(other), self.scaled))

    def __neg__(self) -> Self:
        return self.of(-self.scaled)

    def __abs__(self) -> Self:
        return self.of(abs(self.scaled))

    def __bool__(self) -> bool:
        return self.scaled != 0

    def __float__(self) -> float:
        return self.scaled / ONE

    def __int__(self) -> int:
        return double.fix(self.scaled) >> SCALE

    def __floor__(self) -> Any:
        return self.of(double.floor(self.scaled))

    def __ceil__(self) -> Any:
        return self.of(-double.floor(-self.scaled))

    def __trunc__(self) -> Any:
        return self.of(double.fix(self.scaled))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | float | Double) and self.scaled == scaled(other)

    def __lt__(self, other: float | Double) -> bool:
        return self.scaled < scaled(other)

    def __le__(self, other: float | Double) -> bool:
        return self.scaled <= scaled(other)

    def __gt__(self, other: float | Double) -> bool:
        return self.scaled > scaled(other)

    def __ge__(self, other: float | Double) -> bool:
        return self.scaled >= scaled(other)

    def __hash__(self) -> int:
        return hash(self.scaled / ONE)

    def __repr__(self) -> str:
        return double_text(self.scaled)


def scaled(number: float | Double) -> int:
    """An operand: of a fraction as one writes it the nearest single."""
    if isinstance(number, Double):
        return number.scaled
    if isinstance(number, int):
        return number << SCALE
    return double.from_single(nearest(number) if number.__class__ is float else float(number))
