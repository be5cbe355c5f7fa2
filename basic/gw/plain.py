"""What BASIC means by integers, bytes, subscripts, joined texts and ends of loops: for this nobody needs a machine."""

from __future__ import annotations

import math

from basic.errors import ILLEGAL, STRING_TOO_LONG, SUBSCRIPT, UNDEFINED_FUNCTION, BasicError
from basic.values import convert, double
from basic.values import text as texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def double_value(digits: str) -> int:
    """`double_value("1.5")`: a double-precision constant."""
    value, kind, _ = texts.read_number(digits, kind="#")
    return int(value) if kind == "#" else double.from_single(value)


def whole(x: float) -> float:
    """A number without fraction as an int, as ports have whole numbers."""
    return int(x) if x == int(x) else x


def scaled(x: float) -> int:
    """A number as the library has doubles: so many 2^-184."""
    numerator, denominator = x.as_integer_ratio()
    return double.nearest((numerator << double.SCALE) // denominator)


def real(d: int) -> float:
    """A double of the library as Python's number."""
    return d / double.ONE if d % double.ONE else d >> double.SCALE


def undefined_function(*_: object) -> Any:
    """A DEF FN that has not been reached."""
    raise BasicError(UNDEFINED_FUNCTION)


def defined(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same, before its arguments are looked at."""
    return undefined_function() if function is undefined_function else function


def integer(x: float) -> int:
    """A number as an integer, rounded; error 6 beyond -32768 to 32767."""
    if x.__class__ is int and -32768 <= x <= 32767:
        return x
    return convert.cint(x)


def byte(x: float) -> int:
    """The same, from 0 to 255, else error 5."""
    number = integer(x)
    if 0 <= number <= 255:
        return number
    raise BasicError(ILLEGAL)


def index(x: float, lowest: int = 0) -> int:
    """A subscript: rounded; error 5 if it is negative, 9 if it is below the lowest."""
    number = integer(x)
    if number < lowest:
        raise BasicError(ILLEGAL if number < 0 else SUBSCRIPT)
    return number


def look(array: Any, *subscripts: int) -> None:
    """Look for an element before its value is worked out, as BASIC does: an error if it is not there."""
    for subscript in subscripts:
        array = array[subscript]


def join(*parts: str) -> str:
    """`A$+B$`: error 15 beyond 255 characters."""
    text = "".join(parts)
    if len(text) < 256:
        return text
    raise BasicError(STRING_TOO_LONG)


def sign(x: float) -> int:
    """`SGN(x)`"""
    return (x > 0) - (x < 0)


def to_power(x: float, y: float) -> float:
    """`x^y`, which is never a complex number"""
    return math.pow(x, y) if x < 0 else x**y


def past(value: Any, limit: Any, step: Any) -> bool:
    """Whether a FOR loop is done; with step 0 it never is."""
    return bool(value > limit if step > 0 else step and value < limit)
