"""Arithmetic with Python's operators: fractions are Singles, which round as BASIC does.

    P(I)=INT(P(I)*(.8+.4*RND)*100+.5)/100        p[i] = floor(p[i] * (0.8 + 0.4 * gw.rnd()) * 100 + 0.5) / 100
    A=(I+J)/2                                    a = Single(i + j) / 2

An operation is right if one of its operands is a Single, or if Python's own result is exact. So it is known of every
value what Python has for it (`Value.form`), and what would be neither is made a Single first. A constant that stands
as one writes it, and a quotient of whole numbers, are what they should be once they are rounded, and the Single that
they meet does that.
"""

from __future__ import annotations

from ...analysis.variables.types import ANY, Range, arithmetic
from ...record import replace
from ...syntax import nodes as n
from . import harmless
from .harmless import LARGE
from .operations import Operations, plain
from .value import (
    ATOM,
    DOUBLE,
    EXACT_BOUNDS,
    EXACTLY,
    NEARLY,
    PRODUCT,
    SIGN,
    SINGLE,
    SUM,
    Value,
    counted,
    raised,
    risks_of,
    short,
)

LEVELS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "^": SIGN}
FUNCTIONS = {"SQR", "EXP", "LOG", "SIN", "COS", "TAN", "ATN"}
NO_RISKS: frozenset[str] = frozenset()
SHORT = 9_999_999  # PRINT shows whole numbers up to here alike, whatever their kind


class Operators(Operations):
    """Python's operators on Singles."""

    given = SINGLE

    def doubles(self, operator: str, left: Value, right: Value) -> Value:
        if DOUBLE not in (left.form, right.form):
            left = self.doubled(left)
        level = LEVELS[operator]
        symbol, code = counted(operator, right, level + 1)
        found = self._double(f"{left.at(level)} {symbol} {code}", level)
        self.e.uncertain.add(found.code)
        return found

    def _double(self, code: str, level: int = ATOM, safe: bool = False) -> Value:
        self.e.rounding = True
        return Value(code, "#", level=level, safe=safe, form=DOUBLE)

    def doubled(self, value: Value) -> Value:
        if value.kind == "$":
            return Value(self.e.double(value), "#", form=DOUBLE)
        return value if value.form == DOUBLE else self._double(f"Double({value.code})", safe=value.safe)

    def double_down(self, word: str, value: Value) -> Value:
        name = self.e.use("math", "floor" if word == "INT" else "trunc")
        return self._double(f"{name}({self.doubled(value).code})", safe=value.safe)

    def whole_double(self, number: Value) -> Value:
        return replace(number, kind="#", range=ANY, safe=True, as_int=number)

    def digits(self, text: str) -> Value:
        return replace(self._double(f'Double("{text}")', safe=True), constant=True)

    def item(self, value: Value) -> str:
        shown_alike = value.as_int is not None and value.as_int.range.within(-SHORT, SHORT)
        return value.code if shown_alike else self.doubled(value).code

    def singles(self, operator: str, left: Value, right: Value) -> Value:
        if operator == "^":
            left, right = (self.rounded(v) if v.kind == "#" else v for v in (left, right))
        bounds = arithmetic(operator, left.range, right.range)
        exact = left.whole and right.whole and bounds.within(*EXACT_BOUNDS) and operator in "+-*"
        if SINGLE not in (left.form, right.form):
            if left.form == right.form == EXACTLY:
                if exact or (operator in "+-*" and _has_24_bits(bounds)):
                    return plain(operator, left, right, bounds)
                if operator == "/" and right.range.nonzero:
                    return _quotient(left, right, bounds)
            left = self._single(left)
        self.e.rounding = True
        found = self._operation(operator, left, right, bounds)
        if exact:  # as an `int` it can be had, too
            one, two = self.e.ints(left), self.e.ints(right)
            if (left.form == EXACTLY or left.as_int) and (right.form == EXACTLY or right.as_int):
                found = replace(found, as_int=plain(operator, one, two, bounds))
        return found

    def _operation(self, operator: str, left: Value, right: Value, bounds: Range) -> Value:
        level = LEVELS[operator]
        symbol, code = counted(operator, right, SIGN if operator == "^" else level + 1)
        code = raised(left.at(ATOM), code) if operator == "^" else f"{left.at(level)} {symbol} {code}"
        sure = bounds.within(-LARGE, LARGE) or _no_larger(operator, left.range, right.range)
        sure = harmless.power(left, right) if operator == "^" else sure and (operator != "/" or right.range.nonzero)
        if not sure:
            self.e.uncertain.add(code)
        bounds = Range(left.whole and right.whole and operator in "+-*", bounds.low, bounds.high)
        safe = left.safe and right.safe and sure
        return Value(code, "!", bounds, level, safe, risks=risks_of(left, right) if sure else NO_RISKS, form=SINGLE)

    def _single(self, value: Value) -> Value:
        """`Single(i)`"""
        self.e.rounding = True
        return Value(f"Single({value.code})", "!", value.range, safe=value.safe, risks=value.risks, form=SINGLE)

    def rounded(self, value: Value) -> Value:
        if value.kind == "#" and value.as_int is None:
            self.e.rounding = True
            code = f"Single({value.code})"
            self.e.uncertain.add(code)
            return Value(code, "!", form=SINGLE)
        value = value.as_int or value if value.kind == "#" else value
        return value if value.form == SINGLE else self._single(value)

    def settled(self, value: Value) -> Value:
        return self.rounded(value) if value.form == NEARLY and not value.constant else value

    def fraction(self, number: float) -> Value:
        return replace(super().fraction(number), code=short(number), form=NEARLY)

    def handed(self, kind: str, bounds: Range) -> str:
        return SINGLE if kind == "!" and not bounds.whole else self.form(kind)

    def form(self, kind: str) -> str:
        if kind != "#":
            return EXACTLY
        self.e.rounding = True
        return DOUBLE

    def down(self, name: str, value: Value, bounds: Range) -> Value:
        value = self.settled(value)
        found = super().down(name, value, bounds)
        if value.form != SINGLE:
            return found
        positive = value.range.low is not None and value.range.low >= 0
        cut = name == "trunc" or (positive and name == "floor")
        code = f"int({value.code})" if cut else f"{name}(float({value.code}))"
        return replace(found, form=SINGLE, as_int=replace(found, code=code))

    def compared(self, left: Value, right: Value) -> tuple[Value, Value]:
        if "#" in (left.kind, right.kind):
            beside = DOUBLE in (left.form, right.form) and not (left.constant and right.constant)
            return left if beside else self.doubled(left), right
        if NEARLY in (left.form, right.form) and not (left.constant and right.whole) and not (
            right.constant and left.whole and left.form == EXACTLY
        ):
            self.e.rounding = True
        return self._beside(left, right), self._beside(right, left)

    def _beside(self, value: Value, other: Value) -> Value:
        """One side of a comparison. A fraction as one writes it is as far from whole numbers as the nearest single."""
        same = value.form != NEARLY or other.form == SINGLE or (value.constant and other.whole)
        return value if same or "$" in (value.kind, other.kind) else self._single(value)

    def stored(self, value: Value, form: str) -> str:
        if form == DOUBLE:
            return self.doubled(value).code
        if value.kind == "#" or (form == SINGLE and value.kind != "$"):
            value = self.rounded(value)
        return self.e.ints(value).code if form == EXACTLY else value.code

    def argument(self, value: Value) -> str:
        if value.kind == "$" or value.form == EXACTLY:
            return self.e.single(value)
        return f"float({self.rounded(value).code})"

    def function(self, node: n.Function, values: list[Value]) -> Value | None:
        if node.name not in FUNCTIONS or len(values) != 1 or values[0].kind == "$":
            return None
        value = self.rounded(values[0]) if values[0].kind == "#" else values[0]
        safe = harmless.function(node.name, [value])
        self.e.rounding = True
        code = f"gw.{node.name.lower()}({value.code})"
        return Value(code, "!", self.e.ranges.expression(node), safe=safe, form=SINGLE)

    def result(self, value: Value) -> Value:
        if value.kind == "#":
            return self._double(f"gw.double({value.code})", safe=value.safe)
        return self._single(value) if value.kind == "!" else value


def _quotient(left: Value, right: Value, bounds: Range) -> Value:
    """`x / y` of whole numbers; half of one, or a quarter, needs no rounding."""
    form = EXACTLY if right.constant and right.range.power_of_two else NEARLY
    if form == EXACTLY and left.range.finest is not None and right.range.low is not None:
        bounds = Range(False, bounds.low, bounds.high, left.range.finest - right.range.low.bit_length() + 1)
    code = f"{left.at(PRODUCT)} / {right.at(SIGN)}"
    return Value(code, "!", bounds, PRODUCT, left.safe and right.safe, form=form)


def _has_24_bits(bounds: Range) -> bool:
    """Whether numbers within these bounds are singles as they are: `15 - len(t) / 2`."""
    if bounds.finest is None or bounds.low is None or bounds.high is None:
        return False
    return max(-bounds.low, bounds.high) << -bounds.finest <= EXACT_BOUNDS[1]


def _no_larger(operator: str, left: Range, right: Range) -> bool:
    """Whether a result cannot be too large, however large one of the operands is."""
    match operator:
        case "+" | "-":  # what a whole number of 24 bits adds to the largest numbers is lost
            return left.within(*EXACT_BOUNDS) or right.within(*EXACT_BOUNDS)
        case "*":
            return left.within(-1, 1) or right.within(-1, 1)
        case "/":
            return (right.low is not None and right.low >= 1) or (right.high is not None and right.high <= -1)
        case _:
            return False
