"""How arithmetic is written: with Python's operators, or in an exact port as calls of BASIC's own.

    X*Y+1        x * y + 1       gw.add(gw.multiply(x, y), 1)
    I*2+1        i * 2 + 1       the same, where I is a whole number between known bounds
"""

from __future__ import annotations

from math import ceil, floor

from ...analysis.variables.types import ANY, Range, arithmetic
from ...record import replace
from ...syntax import nodes as n
from ...values.double import ONE, SCALE
from ...values.text import double_text
from . import harmless
from .expressions import Expressions
from .harmless import LARGE
from .value import EXACT_BOUNDS, PRODUCT, SUM, Value, counted, raised, risks_of, short

NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power"}
LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}
MATHS = {"SQR": "sqrt", "EXP": "exp", "LOG": "log", "SIN": "sin", "COS": "cos", "TAN": "tan", "ATN": "atan"}


class Operations:
    """Python's operators on floats. Numbers of double precision are floats, too, which are shown with more digits."""

    def __init__(self, e: Expressions) -> None:
        self.e = e

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        """`+ - * / ^` of numbers."""
        if operator == "^":
            return self._power(left, right)
        kind = "#" if "#" in (left.kind, right.kind) else "!"
        bounds = arithmetic(operator, left.range, right.range) if kind == "!" else ANY
        found = plain(operator, left, right, bounds)
        return self.sure(replace(found, kind=kind), operator != "/" or right.range.nonzero)

    def _power(self, left: Value, right: Value) -> Value:
        whole = left.whole and right.whole and right.range.low is not None and right.range.low >= 0
        real = right.whole or (left.range.low is not None and left.range.low >= 0)  # else it may be complex in Python
        if not real and not self.e.modern:
            return Value(f"gw.power({left.code}, {right.code})", "!")
        found = Value(raised(left, right), "!", Range(whole, None, None), left.safe and right.safe)
        return self.sure(found, harmless.power(left, right))

    def sure(self, value: Value, sure: bool) -> Value:
        """A value that may also fail, if it is not `sure`; of what runs alone the runs show it."""
        if sure or self.e.modern:
            return value
        return replace(value, safe=False, risks=frozenset())

    def number(self, node: n.Number) -> Value:
        """A constant with a fraction, or of double precision."""
        if node.kind == "#":
            number = int(node.value) / ONE
            whole = number == int(number) and abs(number) <= 1e15
            code = str(int(number)) if whole else repr(number).replace("e+", "e")
        else:
            number, code = float(node.value), short(float(node.value))
        return Value(code, node.kind, Range(False, floor(number), ceil(number)), safe=True, constant=True)

    def down(self, word: str, value: Value) -> Value:
        """INT and FIX of a number of double precision."""
        name = self.e.use("math", "floor" if word == "INT" else "trunc")
        return replace(value, code=f"{name}({value.code})")

    def function(self, node: n.Function, values: list[Value]) -> Value | None:
        """A function that is called otherwise than the library's are."""
        if node.name not in MATHS or len(values) != 1 or values[0].kind == "$":
            return None
        self.e.use("", "math")
        found = Value(f"math.{MATHS[node.name]}({values[0].code})", "!", self.e.ranges.expression(node))
        return self.sure(replace(found, safe=values[0].safe), harmless.function(node.name, values))


class Exact(Operations):
    """Calls of the functions of `Program`: numbers are BASIC's, rounded by each call, and doubles scaled ints."""

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        if operator == "^":
            safe = harmless.power(left, right)
            return Value(f"gw.power({self.e.single(left)}, {self.e.single(right)})", "!", safe=safe)
        if "#" in (left.kind, right.kind):
            return Value(f"gw.{NAMES[operator]}_double({self.e.double(left)}, {self.e.double(right)})", "#")
        bounds = arithmetic(operator, left.range, right.range)
        whole = left.whole and right.whole
        if whole and operator == "/" and right.range.power_of_two:  # exact, however large
            return plain(operator, left, right, bounds)
        if whole and operator != "/" and bounds.within(*EXACT_BOUNDS):
            return plain(operator, left, right, bounds)
        if whole and operator != "/":
            code = f"gw.{NAMES[operator]}_whole({self.e.as_int(left.code)}, {self.e.as_int(right.code)})"
            return Value(code, "!", Range(True, bounds.low, bounds.high))
        safe = left.safe and right.safe and bounds.within(-LARGE, LARGE)
        if operator != "/":
            bounds = Range(False, bounds.low, bounds.high)
        return Value(f"gw.{NAMES[operator]}({left.code}, {right.code})", "!", bounds, safe=safe)

    def number(self, node: n.Number) -> Value:
        if node.kind != "#":
            return replace(super().number(node), code=repr(float(node.value)))
        whole = int(node.value) >> SCALE
        if 0 <= whole <= EXACT_BOUNDS[1] and whole << SCALE == node.value:
            known = Range(True, whole, whole)
            return Value(self.e.double(Value(str(whole), "%", known, constant=True)), "#", known, True)
        code = f'{self.e.tool("double_value")}("{double_text(int(node.value))}")'
        return Value(code, "#", safe=True, constant=True)

    def down(self, word: str, value: Value) -> Value:
        home = self.e.use("basic.values", "double")
        return Value(f"{home}.{'floor' if word == 'INT' else 'fix'}({value.code})", "#", safe=value.safe)

    def function(self, node: n.Function, values: list[Value]) -> Value | None:
        if node.name not in MATHS or len(values) != 1 or values[0].kind == "$":
            return None
        call = f"gw.{node.name.lower()}"
        if node.name in ("SIN", "COS", "ATN"):
            call = self.e.tool(node.name.lower())
        safe = harmless.function(node.name, values)
        return Value(f"{call}({self.e.single(values[0])})", "!", self.e.ranges.expression(node), safe=safe)


def plain(operator: str, left: Value, right: Value, bounds: Range) -> Value:
    """`x + y`"""
    level = LEVELS[operator]
    symbol, code = counted(operator, right, level + 1)
    code = f"{left.at(level)} {symbol} {code}"
    return Value(code, "!", bounds, left.safe and right.safe, risks=risks_of(left, right))
