"""How arithmetic is written: with Python's operators, or in an exact port as calls of BASIC's own.

    X*Y+1        x * y + 1       singles.add(singles.multiply(x, y), 1)
    I*2+1        i * 2 + 1       the same, where I is a whole number between known bounds
"""

from __future__ import annotations

import ast

from ...analysis.variables.types import (
    COMPARISONS,
    INTEGER_BOUNDS,
    LOGIC,
    MIRRORED,
    TRUTH,
    Range,
    floors,
    negated_range,
)
from ...errors import TYPE_MISMATCH
from ...record import replace
from ...syntax import nodes as n
from ...values.double import ONE, SCALE
from ...values.text import double_text
from ..lines.trees import BIT_AND, BIT_OR, BIT_XOR, COMPARE, PRODUCT, SIGN, SUM, at, expression, part
from .conversions import Conversions
from .value import (  # fmt: skip
    EXACT_BOUNDS,
    Value,
    counted,
    fail,
    flag_test,
    negated,
    negation,
    raised,
    shifted,
    short,
    truth,
)

NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power"}
LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}


class Operations:
    """Python's operators on floats. Numbers of double precision are floats, too, which are shown with more digits."""

    def __init__(self, convert: Conversions) -> None:
        self.convert = convert

    def divides(self, left: Value, right: Value) -> bool:
        """Whether INT of a quotient is Python's `//`: single precision tells it from the next whole number."""
        return left.whole and right.whole

    def unary(self, operator: str, value: Value) -> Value | str:
        if operator == "NOT":
            if value.range == TRUTH and (value.condition or value.asked):
                return truth(str(value.condition != "True"), True) if value.constant else negated(value)
            return f"~{self.bits(value).at(SIGN)}"
        if value.kind == "$" or operator == "+":
            return value
        negative = replace(value, range=negated_range(value.range), condition="", asked="")
        match expression(value.code):
            case ast.UnaryOp(ast.USub(), positive):
                code = part(value.code, positive)
                code = f"int({code})" if value.condition and not value.constant else at(SIGN, code)
            case ast.BinOp(op=ast.Pow()):  # as formatters have it
                code = f"-({value.code})"
            case _:
                code = f"-{value.at(SIGN)}"
        return replace(negative, code=code)

    def binary(self, operator: str, left: Value, right: Value, bounds: Range) -> Value | str:
        """`bounds`: of the result."""
        if operator in COMPARISONS:
            return self._compare(operator, left, right)
        if "$" in (left.kind, right.kind):
            return fail(TYPE_MISMATCH, left.code, right.code)
        if operator in LOGIC:
            return self.logic(operator, self.bits(left), self.bits(right))
        if operator in ("\\", "MOD"):
            return self._integer_division(operator, left, right)
        if operator in "+-" and right.number is not None and left.asked:  # `INSTR(A$,"X")-1`
            return shifted(left.code, right.number if operator == "+" else -right.number)
        return self.arithmetic(operator, left, right, bounds)

    def arithmetic(self, operator: str, left: Value, right: Value, bounds: Range) -> str:
        """`+ - * / ^` of numbers."""
        if operator != "^":
            return plain(operator, left, right)
        real = right.whole or left.range.at_least(0)  # else it may be complex in Python
        if real or self.convert.modern:
            return raised(left, right)
        return f"to_power({left.code}, {right.code})"

    def number(self, node: n.Number) -> str:
        if node.kind != "#":
            return str(int(node.value)) if node.value == int(node.value) else self.single(float(node.value))
        number = int(node.value) / ONE
        whole = number == int(number) and abs(number) <= 1e15
        return str(int(number)) if whole else repr(number).replace("e+", "e")

    def single(self, number: float) -> str:
        """A constant with a fraction."""
        return short(number)

    def down(self, word: str, value: Value) -> str:
        """INT and FIX of a number of double precision."""
        return f"{'floor' if word == 'INT' else 'trunc'}({value.code})"

    def _integer_division(self, operator: str, left: Value, right: Value) -> str:
        one, two = self.bits(left), self.bits(right)
        positive = left.range.at_least(0) and right.range.at_least(0)
        if operator == "\\" and not positive:
            return f"int({one.at(PRODUCT)} / {two.at(SIGN)})"
        if operator == "MOD" and not (positive or self.convert.hopes.in_range):
            if not self.convert.modern:
                return f"modulo({one.code}, {two.code})"
            return f"int(fmod({one.code}, {two.code}))"
        return f"{one.at(PRODUCT)} {'%' if operator == 'MOD' else '//'} {two.at(SIGN)}"

    def logic(self, operator: str, a: Value, b: Value) -> str:
        """AND and its kin of two integers."""
        return {
            "AND": f"{a.at(BIT_AND)} & {b.at(SUM)}",
            "OR": f"{a.at(BIT_OR)} | {b.at(BIT_XOR)}",
            "XOR": f"{a.at(BIT_XOR)} ^ {b.at(BIT_AND)}",
            "EQV": f"~({a.at(BIT_XOR)} ^ {b.at(BIT_AND)})",
            "IMP": f"~{a.at(SIGN)} | {b.at(BIT_XOR)}",
        }[operator]

    def bits(self, value: Value) -> Value:
        """What AND, OR, NOT and whole division work on."""
        whole = value.whole and value.range.within(*INTEGER_BOUNDS)
        return value if whole else Value(self.convert.integer(value), "%")

    def _compare(self, operator: str, left: Value, right: Value) -> Value | str:
        if left.constant and not right.constant:  # `IF 1=A`
            left, right, operator = right, left, MIRRORED[operator]
        symbol = {"=": "==", "<>": "!="}.get(operator, operator)
        if (left.kind == "$") != (right.kind == "$"):
            return fail(TYPE_MISMATCH, left.code, right.code)
        if left.condition and (found := flag_test(operator, left, right)) is not None:
            return found
        alike = left.whole == right.whole and "#" not in (left.kind, right.kind)
        if left.constant and right.constant and (alike or not self.convert.exact):
            held = bool(eval(f"{left.code} {symbol} {right.code}"))
            return Value("-1" if held else "0", "%", TRUTH, str(held), constant=True)
        if self.convert.exact and "#" in (left.kind, right.kind):
            left, right = (Value(self.convert.double(value), "#") for value in (left, right))
        if left.asked and right.number == 0 and (operator in ("=", "<>") or (operator == ">" and left.range.low == 0)):
            return truth(negation(left) if operator == "=" else left.asked)
        return truth(f"{left.at(COMPARE + 1)} {symbol} {right.at(COMPARE + 1)}")


class Exact(Operations):
    """Calls of the functions of `Program`: numbers are BASIC's, rounded by each call, and doubles scaled ints."""

    def divides(self, left: Value, right: Value) -> bool:
        return left.whole and right.whole and floors(left.range, right.range)

    def arithmetic(self, operator: str, left: Value, right: Value, bounds: Range) -> str:
        if operator == "^":
            return f"singles.power({self.convert.single(left)}, {self.convert.single(right)})"
        if "#" in (left.kind, right.kind):
            return f"doubles.{NAMES[operator]}({self.convert.double(left)}, {self.convert.double(right)})"
        if not (left.whole and right.whole) or (operator == "/" and not right.range.power_of_two):
            return f"singles.{NAMES[operator]}({left.code}, {right.code})"
        if operator == "/" or bounds.within(*EXACT_BOUNDS):  # halves are exact, however large
            return plain(operator, left, right)
        return f"singles.{NAMES[operator]}_whole({left.as_int}, {right.as_int})"

    def _integer_division(self, operator: str, left: Value, right: Value) -> str:
        if left.whole and right.whole and left.range.within(0, 32767) and right.range.within(1, 32767):
            return super()._integer_division(operator, left, right)
        name = "modulo" if operator == "MOD" else "quotient"
        return f"singles.{name}({self.convert.integer(left)}, {self.convert.integer(right)})"

    def number(self, node: n.Number) -> str:
        if node.kind != "#":
            return super().number(node)
        whole = int(node.value) >> SCALE
        if 0 <= whole <= EXACT_BOUNDS[1] and whole << SCALE == node.value:
            return self.convert.double(Value(str(whole), "%", Range(True, whole, whole), constant=True))
        return f'double_value("{double_text(int(node.value))}")'

    def single(self, number: float) -> str:
        return repr(number)

    def down(self, word: str, value: Value) -> str:
        return f"doubles.{'floor' if word == 'INT' else 'fix'}({value.code})"


def plain(operator: str, left: Value, right: Value) -> str:
    """`x + y`"""
    level = LEVELS[operator]
    symbol, code = counted(operator, right, level + 1)
    return f"{left.at(level)} {symbol} {code}"
