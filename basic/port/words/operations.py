"""How arithmetic is written: with Python's operators, or in an exact port as calls of BASIC's own.

    X*Y+1        x * y + 1       gw.add(gw.multiply(x, y), 1)
    I*2+1        i * 2 + 1       the same, where I is a whole number between known bounds
"""

from __future__ import annotations

import ast
from math import ceil, floor

from ...analysis.variables.types import (
    ANY,
    COMPARISONS,
    INTEGER,
    INTEGER_BOUNDS,
    LOGIC,
    MIRRORED,
    TRUTH,
    Range,
    arithmetic,
    floors,
    logic_range,
    negated_range,
)  # fmt: skip
from ...errors import TYPE_MISMATCH
from ...record import replace
from ...syntax import nodes as n
from ...values.double import ONE, SCALE
from ...values.text import double_text
from ..lines.trees import expression, part
from . import harmless
from .conversions import Conversions
from .harmless import LARGE
from .value import (
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    COMPARE,
    EXACT_BOUNDS,
    PRODUCT,
    SIGN,
    SUM,
    Value,
    at,
    contained,
    counted,
    fail,
    flag_test,
    linked,
    linked_always,
    negated,
    negation,
    raised,
    risks_of,
    shifted,
    short,
    truth,
    truth_constant,
)  # fmt: skip

NAMES = {"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "^": "power"}
LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}


class Operations:
    """Python's operators on floats. Numbers of double precision are floats, too, which are shown with more digits."""

    def __init__(self, convert: Conversions) -> None:
        self.convert, self.imports = convert, convert.imports

    def divides(self, left: Value, right: Value) -> bool:
        """Whether INT of a quotient is Python's `//`: single precision tells it from the next whole number."""
        return left.whole and right.whole

    def unary(self, operator: str, value: Value) -> Value:
        if operator == "NOT":
            if value.condition and value.range == TRUTH:
                return truth_constant(value.condition != "True") if value.constant else negated(value)
            return Value(f"~{self._bits(value).at(SIGN)}", "%", INTEGER, harmless.fits(value))
        if value.kind == "$" or operator == "+":
            return value
        negative = negated_range(value.range)
        kind = "!" if value.kind == "%" and not value.range.within(-32767, 32767) else value.kind
        match expression(value.code):
            case ast.UnaryOp(ast.USub(), positive):
                code = part(value.code, positive)
                code = f"int({code})" if value.condition and not value.constant else at(SIGN, code)
            case ast.BinOp(op=ast.Pow()):
                code = f"-({value.code})"
            case _:
                code = f"-{value.at(SIGN)}"
        return Value(code, kind, negative, value.safe, constant=value.constant)

    def binary(self, operator: str, left: Value, right: Value) -> Value:
        if operator in COMPARISONS:
            return self._compare(operator, left, right)
        if "$" in (left.kind, right.kind):
            return Value(fail(TYPE_MISMATCH, left.code, right.code), "!")
        if operator in LOGIC:
            return self._logic(operator, left, right)
        if operator in ("\\", "MOD"):
            return self._integer_division(operator, left, right)
        if operator in "+-" and right.number is not None and contained(left.code):  # `INSTR(A$,"X")-1`
            code = shifted(left.code, right.number if operator == "+" else -right.number)
            return Value(code, "!", arithmetic(operator, left.range, right.range), left.safe)
        return self.arithmetic(operator, left, right)

    def arithmetic(self, operator: str, left: Value, right: Value) -> Value:
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
        if not real and not self.convert.modern:
            return Value(f"gw.power({left.code}, {right.code})", "!")
        found = Value(raised(left, right), "!", Range(whole, None, None), left.safe and right.safe)
        return self.sure(found, harmless.power(left, right))

    def sure(self, value: Value, sure: bool) -> Value:
        """A value that may also fail, if it is not `sure`; of what runs alone the runs show it."""
        if sure or self.convert.modern:
            return value
        return replace(value, safe=False, risks=frozenset())

    def number(self, node: n.Number) -> Value:
        if node.kind != "#" and node.value == int(node.value):
            whole = int(node.value)
            return Value(str(whole), node.kind, Range(True, whole, whole), safe=True, constant=True)
        return self.fraction(node)

    def fraction(self, node: n.Number) -> Value:
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
        name = self.imports.use("math", "floor" if word == "INT" else "trunc")
        return replace(value, code=f"{name}({value.code})")

    def _integer_division(self, operator: str, left: Value, right: Value) -> Value:
        bounds = arithmetic(operator, left.range, right.range)
        fits = left.whole and right.whole and left.range.within(0, 32767) and right.range.within(1, 32767)
        if fits or self.convert.modern:
            one, two = (v if v.whole else Value(self.convert.integer(v), "%") for v in (left, right))
            positive = all(v.range.low is not None and v.range.low >= 0 for v in (left, right))
            safe = left.safe and right.safe
            if operator == "\\" and not positive:
                return Value(f"int({one.at(PRODUCT)} / {two.at(SIGN)})", "%", INTEGER, safe=safe)
            if operator == "MOD" and not positive and not self.convert.trusting:
                self.imports.use("math", "fmod")
                return Value(f"int(fmod({one.code}, {two.code}))", "%", INTEGER, safe=safe)
            code = f"{one.at(PRODUCT)} {'%' if operator == 'MOD' else '//'} {two.at(SIGN)}"
            return Value(code, "%", bounds, safe)
        kind = "%" if bounds.within(*INTEGER_BOUNDS) else "!"
        name = "modulo" if operator == "MOD" else "quotient"
        safe = harmless.division(left, right)
        return Value(f"gw.{name}({self.convert.integer(left)}, {self.convert.integer(right)})", kind, bounds, safe=safe)

    def _logic(self, operator: str, left: Value, right: Value) -> Value:
        safe = left.safe and right.safe
        if left.condition and right.condition and operator in ("AND", "OR"):
            if right.safe or (right.risks and right.risks <= left.risks):
                return linked(operator.lower(), left, right)
            if left.safe:  # `gw.rnd() < 0.2 and d > 20`: what has to be worked out comes first
                return linked(operator.lower(), right, left)
            return linked_always("&" if operator == "AND" else "|", left, right)
        bounds = logic_range(operator, left.range, right.range)
        safe = safe and harmless.fits(left) and harmless.fits(right)
        a, b = self._bits(left), self._bits(right)
        code = {
            "AND": f"{a.at(BIT_AND)} & {b.at(SUM)}",
            "OR": f"{a.at(BIT_OR)} | {b.at(BIT_XOR)}",
            "XOR": f"{a.at(BIT_XOR)} ^ {b.at(BIT_AND)}",
            "EQV": f"~({a.at(BIT_XOR)} ^ {b.at(BIT_AND)})",
            "IMP": f"~{a.at(SIGN)} | {b.at(BIT_XOR)}",
        }[operator]
        return Value(code, "%", bounds, safe)

    def _bits(self, value: Value) -> Value:
        """What AND, OR and NOT work on."""
        whole = value.whole and value.range.within(*INTEGER_BOUNDS)
        return value if whole else Value(self.convert.integer(value), "%")

    def _compare(self, operator: str, left: Value, right: Value) -> Value:
        if left.constant and left.safe and not right.constant:  # `IF 1=A`
            left, right, operator = right, left, MIRRORED[operator]
        symbol = {"=": "==", "<>": "!="}.get(operator, operator)
        if (left.kind == "$") != (right.kind == "$"):
            return Value(fail(TYPE_MISMATCH, left.code, right.code), "%", TRUTH)
        if left.condition and (found := flag_test(operator, left, right)) is not None:
            return found
        alike = left.whole == right.whole and "#" not in (left.kind, right.kind)
        if left.constant and right.constant and (alike or not self.convert.exact):
            held = bool(eval(f"{left.code} {symbol} {right.code}"))
            return Value("-1" if held else "0", "%", TRUTH, True, str(held), constant=True)
        if self.convert.exact and "#" in (left.kind, right.kind):
            left, right = self.convert.to_double(left), self.convert.to_double(right)
        code = f"{left.at(COMPARE + 1)} {symbol} {right.at(COMPARE + 1)}"
        if (inside := contained(left.code)) and right.number == 0 and symbol in ("==", "!=", ">"):
            code = negation(left) if symbol == "==" else inside
        return truth(code, left.safe and right.safe, risks_of(left, right))


class Exact(Operations):
    """Calls of the functions of `Program`: numbers are BASIC's, rounded by each call, and doubles scaled ints."""

    def divides(self, left: Value, right: Value) -> bool:
        return left.whole and right.whole and floors(left.range, right.range)

    def arithmetic(self, operator: str, left: Value, right: Value) -> Value:
        if operator == "^":
            safe = harmless.power(left, right)
            return Value(f"gw.power({self.convert.single(left)}, {self.convert.single(right)})", "!", safe=safe)
        if "#" in (left.kind, right.kind):
            return Value(f"gw.{NAMES[operator]}_double({self.convert.double(left)}, {self.convert.double(right)})", "#")
        bounds = arithmetic(operator, left.range, right.range)
        whole = left.whole and right.whole
        if whole and operator == "/" and right.range.power_of_two:  # exact, however large
            return plain(operator, left, right, bounds)
        if whole and operator != "/" and bounds.within(*EXACT_BOUNDS):
            return plain(operator, left, right, bounds)
        if whole and operator != "/":
            code = f"gw.{NAMES[operator]}_whole({self.convert.as_int(left.code)}, {self.convert.as_int(right.code)})"
            return Value(code, "!", Range(True, bounds.low, bounds.high))
        safe = left.safe and right.safe and bounds.within(-LARGE, LARGE)
        if operator != "/":
            bounds = Range(False, bounds.low, bounds.high)
        return Value(f"gw.{NAMES[operator]}({left.code}, {right.code})", "!", bounds, safe=safe)

    def fraction(self, node: n.Number) -> Value:
        if node.kind != "#":
            return replace(super().fraction(node), code=repr(float(node.value)))
        whole = int(node.value) >> SCALE
        if 0 <= whole <= EXACT_BOUNDS[1] and whole << SCALE == node.value:
            known = Range(True, whole, whole)
            return Value(self.convert.double(Value(str(whole), "%", known, constant=True)), "#", known, True)
        code = f'{self.imports.tool("double_value")}("{double_text(int(node.value))}")'
        return Value(code, "#", safe=True, constant=True)

    def down(self, word: str, value: Value) -> Value:
        home = self.imports.use("basic.values", "double")
        return Value(f"{home}.{'floor' if word == 'INT' else 'fix'}({value.code})", "#", safe=value.safe)


def plain(operator: str, left: Value, right: Value, bounds: Range) -> Value:
    """`x + y`"""
    level = LEVELS[operator]
    symbol, code = counted(operator, right, level + 1)
    code = f"{left.at(level)} {symbol} {code}"
    return Value(code, "!", bounds, left.safe and right.safe, risks=risks_of(left, right))
