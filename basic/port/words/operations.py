"""How arithmetic is written: with Python's operators where they cannot be wrong, else as calls of BASIC's own.

    X*Y+1        gw.add(gw.multiply(x, y), 1)
    I*2+1        i * 2 + 1, where I is a whole number between known bounds
"""

from __future__ import annotations

from math import ceil, floor

from ...analysis.variables.types import Range, arithmetic
from ...syntax import nodes as n
from . import harmless
from .expressions import Expressions
from .harmless import LARGE
from .value import EXACT_BOUNDS, EXACTLY, PRODUCT, SIGN, SUM, Value, counted, risks_of

NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power"}


class Operations:
    """Calls of the functions of `Program`: numbers are Python's own, rounded by each call."""

    given = EXACTLY  # the form of what INPUT and RND give

    def __init__(self, e: Expressions) -> None:
        self.e = e

    def doubles(self, operator: str, left: Value, right: Value) -> Value:
        """`+ - * /` where one side is a double."""
        return Value(f"gw.{NAMES[operator]}_double({self.e.double(left)}, {self.e.double(right)})", "#")

    def doubled(self, value: Value) -> Value:
        """A number as a variable of double precision keeps it."""
        return Value(self.e.double(value), "#", safe=value.safe and value.kind != "$")

    def double_down(self, word: str, value: Value) -> Value:
        """INT and FIX of a double."""
        self.e.use("basic.values", "double")
        return Value(f"double.{'floor' if word == 'INT' else 'fix'}({value.code})", "#", safe=value.safe)

    def whole_double(self, number: Value) -> Value:
        """A whole constant of double precision."""
        return Value(self.e.double(number), "#", level=PRODUCT, safe=True, constant=True, as_int=number)

    def digits(self, text: str) -> Value:
        """A constant of double precision."""
        return Value(f'{self.e.tool("double_value")}("{text}")', "#", safe=True, constant=True)

    def item(self, value: Value) -> str:
        """A number of double precision where its kind is looked at, as in PRINT."""
        return f'{self.e.tool("Number")}("#", {value.code})'

    def rounded(self, value: Value) -> Value:
        """A number in single precision."""
        return Value(f"gw.single({value.code})", "!") if value.kind == "#" else value

    def singles(self, operator: str, left: Value, right: Value) -> Value:
        """`+ - * / ^` of integers and singles."""
        if operator == "^":
            safe = harmless.power(left, right)
            return Value(f"gw.power({self.e.single(left)}, {self.e.single(right)})", "!", safe=safe)
        bounds = arithmetic(operator, left.range, right.range)
        if operator == "/":
            return self._divide(left, right, bounds)
        if left.whole and right.whole:
            if bounds.within(*EXACT_BOUNDS):
                return plain(operator, left, right, bounds)
            code = f"gw.{NAMES[operator]}_whole({self.e.as_int(left.code)}, {self.e.as_int(right.code)})"
            return Value(code, "!", Range(True, bounds.low, bounds.high))
        return self._called(operator, left, right, Range(False, bounds.low, bounds.high))

    def _divide(self, left: Value, right: Value, bounds: Range) -> Value:
        if left.whole and right.whole and right.range.power_of_two:  # exact, however large
            return Value(f"{left.at(PRODUCT)} / {right.at(SIGN)}", "!", bounds, PRODUCT, left.safe)
        return self._called("/", left, right, bounds)

    def _called(self, operator: str, left: Value, right: Value, bounds: Range) -> Value:
        safe = left.safe and right.safe and bounds.within(-LARGE, LARGE)
        return Value(f"gw.{NAMES[operator]}({left.code}, {right.code})", "!", bounds, safe=safe)

    def fraction(self, number: float) -> Value:
        """A constant."""
        bounds = Range(False, floor(number), ceil(number))
        return Value(repr(float(number)), "!", bounds, safe=True, constant=True)

    def down(self, name: str, value: Value, bounds: Range) -> Value:
        """`floor(x)`, `trunc(x)`"""
        return Value(f"{name}({value.code})", "!", bounds, safe=value.safe)

    def compared(self, left: Value, right: Value) -> tuple[Value, Value]:
        """Both sides of a comparison."""
        if "#" not in (left.kind, right.kind):
            return left, right
        return Value(self.e.double(left), "#", safe=left.safe), Value(self.e.double(right), "#", safe=right.safe)

    def settled(self, value: Value) -> Value:
        """A number without any digits that rounding would take away."""
        return value

    def stored(self, value: Value, form: str) -> str:
        """A number as a variable of this form keeps it."""
        return self.e.single(value)

    def handed(self, kind: str, bounds: Range) -> str:
        """The form of what a DEF FN takes or gives."""
        return EXACTLY

    def form(self, kind: str) -> str:
        """The form of what is neither a variable nor worked out."""
        return EXACTLY

    def argument(self, value: Value) -> str:
        """A number for a function of the library."""
        return self.e.single(value)

    def function(self, node: n.Function, values: list[Value]) -> Value | None:
        """A function that is called otherwise than the library's are."""
        return None

    def result(self, value: Value) -> Value:
        """What a function of the library gives."""
        return value


def plain(operator: str, left: Value, right: Value, bounds: Range) -> Value:
    """`x + y` of whole numbers, where the result cannot be too large to be exact."""
    level = PRODUCT if operator == "*" else SUM
    symbol, code = counted(operator, right, level + 1)
    code = f"{left.at(level)} {symbol} {code}"
    return Value(code, "!", bounds, level, left.safe and right.safe, risks=risks_of(left, right))
