"""Single precision with Python's operators: what a ported program works out is what BASIC works out, to the last bit.

    from basic.gw.singles import Program

    gw = Program()
    Single = gw.Single

    share = Single(100) / 3
    share -= 0.1 * gw.rnd()

One Single in an operation is enough: the other operand may be a whole number, or a number as one writes it (0.1 is
the nearest single then), or a quotient of two whole numbers. What gives fractions gives Singles: INPUT, READ, RND, SQR.
"""

from __future__ import annotations

from functools import cached_property
from math import ceil, floor, trunc

from basic.gw import program as _program
from basic.gw.doubles import Double, scaled
from basic.gw.program import (
    ERRORS,
    RESUME,
    RESUME_NEXT,
    ZONE,
    Array,
    BasicError,
    FieldArray,
    Number,
    Resumed,
    Spc,
    Tab,
    byte,
    counting,
    defined,
    double_value,
    index,
    integer,
    join,
    look,
    number_text,
    past,
    sign,
    string_of,
    undefined_function,
)
from basic.gw.reckoning import CLEAR, HIGHEST, LOWEST
from basic.values import double, functions, single
from basic.values.single import ROUNDER, nearest
from basic.values.soft import SoftError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

__all__ = [
    "ERRORS", "RESUME", "RESUME_NEXT", "ZONE", "Array", "BasicError", "FieldArray", "Number", "Program", "Resumed",
    "Single", "Spc", "Tab", "byte", "counting", "defined", "double_value", "index", "integer", "join", "look",
    "number_text", "past", "sign", "string_of", "undefined_function",
]  # fmt: skip

_new, _plus, _minus, _times, _by = float.__new__, float.__add__, float.__sub__, float.__mul__, float.__truediv__


class Single(float):
    """A number of 24 bits. `soft` is what an overflow comes to; every program has a class of its own with its own."""

    __slots__ = ()

    soft: Callable[[SoftError], float]

    def __new__(cls, value: float | Double = 0) -> Self:
        """A whole number or a fraction as the nearest single; a Double as CSNG rounds it."""
        if not isinstance(value, Double):
            return _new(cls, nearest(float(value)))
        try:
            return _new(cls, double.to_single(value.scaled))
        except SoftError as error:
            return _new(cls, cls.soft(error))

    @classmethod
    def _worked_out(cls, operation: Callable[[float, float], float], x: float, y: float) -> Self:
        """The result of an operation, its operands as plain floats."""
        try:
            return _new(cls, operation(plain(x), plain(y)))
        except SoftError as error:
            return _new(cls, cls.soft(error))

    # The first lines of each are the common case, in which the nearest single of the sum or product is the result.
    # Beside a Double it is the Double that knows what to do.

    def __add__(self, other: float) -> Self:
        t = _plus(self, nearest(other) if other.__class__ is float else other)
        if t is NotImplemented:
            return NotImplemented
        p = t * ROUNDER
        if p - (p - t) == t and LOWEST < abs(t) < HIGHEST:
            return _new(self.__class__, t)
        return self._worked_out(single.add, self, other)

    __radd__ = __add__

    def __sub__(self, other: float) -> Self:
        t = _minus(self, nearest(other) if other.__class__ is float else other)
        if t is NotImplemented:
            return NotImplemented
        p = t * ROUNDER
        if p - (p - t) == t and LOWEST < abs(t) < HIGHEST:
            return _new(self.__class__, t)
        return self._worked_out(single.subtract, self, other)

    def __rsub__(self, other: float) -> Self:
        return self._worked_out(single.subtract, other, self)

    def __mul__(self, other: float) -> Self:
        t = _times(self, nearest(other) if other.__class__ is float else other)
        if t is NotImplemented:
            return NotImplemented
        p = t * ROUNDER
        r = p - (p - t)
        if LOWEST < abs(r) < HIGHEST and t / r > CLEAR:
            return _new(self.__class__, r)
        return self._worked_out(single.multiply, self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: float) -> Self:
        if other:
            t = _by(self, nearest(other) if other.__class__ is float else other)
            if t is NotImplemented:
                return NotImplemented
            p = t * ROUNDER
            r = p - (p - t)
            if LOWEST < abs(r) < HIGHEST:
                return _new(self.__class__, r)
        elif isinstance(other, Double):
            return NotImplemented
        return self._worked_out(single.divide, self, other)

    def __rtruediv__(self, other: float) -> Self:
        return self._worked_out(single.divide, other, self)

    def __pow__(self, other: float, _: None = None) -> Self:
        return self._worked_out(functions.power, self, other)

    def __rpow__(self, other: float, _: None = None) -> Self:
        return self._worked_out(functions.power, other, self)

    def __neg__(self) -> Self:
        return _new(self.__class__, 0.0 - float(self))

    def __abs__(self) -> Self:
        return _new(self.__class__, abs(float(self)))

    # A whole Single serves as a subscript, and rounding down gives one, so that it goes on as a Single.

    def __index__(self) -> int:
        whole = int(self)
        if whole != self:
            raise TypeError(f"{float(self)} is no whole number")
        return whole

    def __floor__(self) -> Any:
        return _new(self.__class__, floor(float(self)))

    def __ceil__(self) -> Any:
        return _new(self.__class__, ceil(float(self)))

    def __trunc__(self) -> Any:
        return _new(self.__class__, trunc(float(self)))

    # `x == 0.1`: the single that BASIC reads for it.

    def __eq__(self, other: object) -> bool:
        return float.__eq__(self, nearest(other) if other.__class__ is float else other)

    def __ne__(self, other: object) -> bool:
        return float.__ne__(self, nearest(other) if other.__class__ is float else other)

    def __lt__(self, other: float) -> bool:
        return float.__lt__(self, nearest(other) if other.__class__ is float else other)

    def __le__(self, other: float) -> bool:
        return float.__le__(self, nearest(other) if other.__class__ is float else other)

    def __gt__(self, other: float) -> bool:
        return float.__gt__(self, nearest(other) if other.__class__ is float else other)

    def __ge__(self, other: float) -> bool:
        return float.__ge__(self, nearest(other) if other.__class__ is float else other)

    __hash__ = float.__hash__


def plain(number: float) -> float:
    """An operand as `basic.values` has it: a fraction as the nearest single, a Single as a float."""
    if isinstance(number, Double):
        return double.to_single(number.scaled)
    return nearest(number) if number.__class__ is float else float(number)


def whole(number: int) -> int:
    """The whole number that is the nearest single."""
    return int(nearest(float(number)))


class Program(_program.Program):
    """A program whose fractions are Singles and Doubles."""

    @cached_property
    def Single(self) -> Callable[[float], float]:
        """The class of this program's singles; to those who check types they are floats."""
        return type("Single", (Single,), {"__slots__": (), "soft": staticmethod(self.soft)})

    @cached_property
    def Double(self) -> Callable[[float | str], float]:
        """The class of this program's doubles; to those who check types they are floats, too."""
        names = "add", "subtract", "multiply", "divide"
        own = {name: staticmethod(getattr(self, f"{name}_double")) for name in names}
        return type("Double", (Double,), {"__slots__": (), **own})

    def singles(self, *numbers: float) -> list[float]:
        """The values of an array."""
        return [self.Single(number) for number in numbers]

    def input(self, prompt: str, kinds: str, question: bool = True, same_line: bool = False) -> list[Any]:
        """`INPUT "Prompt";A,B$`: a value for each kind."""
        values = super().input(prompt, kinds, question, same_line)
        return [self._own(value, kind) for value, kind in zip(values, kinds, strict=True)]

    def input_items(self, number: int, kinds: str) -> list[Any]:
        """`INPUT #1,A,B$`: a value for each kind."""
        return [self._own(value, kind) for value, kind in zip(super().input_items(number, kinds), kinds, strict=True)]

    def read(self, kinds: str, end: bool = True) -> Any:
        """`READ A`"""
        value = super().read(kinds, end)
        return value if len(kinds) > 1 else self._own(value, kinds)

    def _own(self, value: Any, kind: str) -> Any:
        return self.Single(value) if kind == "!" else self.double(value) if kind == "#" else value

    def single(self, d: int) -> float:
        """A double as the library has it as a Single."""
        return self.Single(super().single(d))

    def double(self, d: int) -> Any:
        """A double as the library has it as a Double."""
        return self.Double.of(d)  # type: ignore[attr-defined]

    def scaled(self, x: float) -> int:
        """A number as the library has doubles."""
        return scaled(x)

    def val(self, digits: str) -> float:  # type: ignore[override]
        """`VAL(A$)`, a Double"""
        return self.double(super().val(digits))  # type: ignore[no-any-return]

    def input_double(self, prompt: str = "", question: bool = True, same_line: bool = False) -> float:  # type: ignore[override]
        """`INPUT "Prompt";A#`"""
        return super().input_double(prompt, question, same_line)

    def rnd(self, x: float | None = None) -> float:
        """`RND`, `RND(0)`, `RND(-1)`"""
        return self.Single(super().rnd(x))

    def function(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A function of the library; it takes plain numbers."""
        return super().function(function, *(float(x) if isinstance(x, float) else x for x in arguments))

    def _of(self, function: Callable[[float], float], x: float) -> float:
        return self.Single(super()._of(function, plain(x)))
