"""What the writer of expressions knows of each part of one."""

from __future__ import annotations

from ..record import record, replace
from .ranges import ANY, Range


@record
class Value:
    """A Python expression with what is known of its value."""

    code: str
    kind: str  # % ! # $
    range: Range = ANY
    condition: str = ""  # the same as a Python truth value, where BASIC has -1 and 0
    safe: bool = False  # it cannot fail, print or change anything
    simple: bool = False  # a name or a constant: it may be written twice
    name: str = ""  # what holds it when it has been worked out
    operation: tuple[str, Value, Value] | None = None  # the sum, difference or product of singles that it is
    doubled: tuple[str, float] | None = None  # a code, and the power of two by which it is the product
    raw: str = ""  # a whole number without the check of its size: right if it is not beyond 2^24; a string likewise
    length: int = 255  # of a string: how long it can be
    floored: tuple[str, int] | None = None  # of INT(X/k), X and k
    multiple: tuple[str, int] | None = None  # and of INT(X/k)*k
    unscaled: Value | None = None  # of a double: the whole number that it is

    @property
    def whole(self) -> bool:
        return self.range.whole and self.kind in "%!"

    @property
    def power_of_two(self) -> bool:
        """A constant 1, 2, 4, 8 ..."""
        return self.whole and self.range.power_of_two


def rewritten(value: Value, code: str, simple: bool = False) -> Value:
    """The same value by another code, of which only that is known which holds of the value itself."""
    return replace(value, code=code, simple=simple, name="", condition="", operation=None, doubled=None, raw="")


def text_value(code: str, safe: bool = False, simple: bool = False, length: int = 255) -> Value:
    return Value(code, "$", safe=safe, simple=simple, length=length)


def number(value: int) -> Value:
    code = str(value) if value >= 0 else f"({value})"
    return Value(code, "%", Range(True, value, value), safe=True, simple=True)
