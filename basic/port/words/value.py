"""What a BASIC expression has become: its code in Python, with what the analysis knows of its value."""

from __future__ import annotations

import ast

from ...analysis.variables.remainders import acts
from ...analysis.variables.truths import holds
from ...analysis.variables.types import ANY, EXACT, TRUTH, Range
from ...codepage import to_unicode
from ...record import record
from ...syntax import nodes as n
from ...syntax.visit import walk
from ...values.single import nearest
from ..lines import conditions
from ..lines.trees import ATOM, BIT_AND, BIT_OR, COMPARE, LOW, NOT, SIGN, SUM, at, changed, expression, part, within

EXACT_BOUNDS = (-EXACT, EXACT)
MERE = (ast.Name, ast.Attribute, ast.Constant)


@record
class Value:
    """A Python expression: its code, and what is known of its value."""

    code: str
    kind: str  # % ! # $
    range: Range = ANY
    condition: str = ""  # the same as a Python truth value, where BASIC has -1 and 0
    asked: str = ""  # what is enough, if all one wants to know is whether it is 0: `x in text` of INSTR
    constant: bool = False
    real: tuple[str, ...] = ()  # what in it is whole, but a `float` in Python: variables that are typed

    @property
    def whole(self) -> bool:
        return self.range.whole and self.kind in "%!"

    @property
    def number(self) -> int | None:
        """The whole number that a constant is."""
        same = self.constant and self.whole and self.range.low == self.range.high
        return self.range.low if same else None

    def at(self, level: int) -> str:
        """The code, in parentheses if it binds less tightly than its place needs."""
        return at(level, self.code)

    @property
    def question(self) -> str:
        """What is enough if all one wants to know is whether it is 0."""
        return self.condition or self.asked or self.code

    def truth(self, level: int = LOW) -> str:
        return at(level, self.question)

    @property
    def as_int(self) -> str:
        """A whole number where Python wants an `int`: `int(n) + 1`."""
        codes = {term: part(self.code, term) for term in _terms(expression(self.code))} if self.real else {}
        return changed(self.code, {term: f"int({code})" for term, code in codes.items() if code in self.real})


def _terms(node: ast.expr) -> list[ast.expr]:
    """What operators work with."""
    operands = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)]
    return [term for each in operands for term in _terms(each)] if isinstance(node, ast.BinOp | ast.UnaryOp) else [node]


def fail(error: int, *before: str) -> str:
    """What raises an error, when all before it has been worked out."""
    return f"gw.fail({', '.join((str(error), *before))})"


def raised(base: Value, exponent: Value) -> str:
    """A power, without blanks where both are mere names or numbers, as formatters write it."""
    codes = base.at(ATOM), exponent.at(SIGN)
    mere = isinstance(expression(codes[0]), MERE) and _mere(expression(codes[1]))
    return ("**" if mere else " ** ").join(codes)


def _mere(exponent: ast.expr) -> bool:
    match exponent:
        case ast.BinOp(left, ast.Pow(), right):
            return isinstance(left, MERE) and _mere(right)
        case ast.UnaryOp(ast.USub(), operand):
            return isinstance(operand, MERE)
        case _:
            return isinstance(exponent, MERE)


def quoted(text: str) -> str:
    """A string literal with double quotes, but where it consists of them."""
    shown = repr(text)
    if shown[0] == '"' or text.count('"') > text.count("'"):
        return shown
    return '"' + shown[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'


def on_screen(text: str) -> str:
    """A text as Python prints it; empty if it has characters that do something else than to be seen."""
    seen = to_unicode(text)
    return seen if seen.isprintable() else ""


def has_texts(code: str) -> bool:
    """Whether there are quotes in some code, so that it cannot stand in an f-string as it is."""
    return any(isinstance(node, ast.Constant) and isinstance(node.value, str) for node in within(expression(code)))


def doubled(text: str) -> str:
    """A text as it stands in an f-string."""
    return text.replace("{", "{{").replace("}", "}}")


def formatted(code: str, form: str) -> str:
    """A number as a text: `f"{n: d}"`, and `format(n, " d")` where quotes would stand in quotes."""
    return f'format({code}, "{form}")' if has_texts(code) else f'f"{{{code}:{form}}}"'


def braced(code: str, form: str = "") -> str:
    """A value in the braces of an f-string, where `str(n)` is `n`, or `n!s` with a width."""
    match expression(code):
        case ast.Call(ast.Name("str"), [number]):
            code = f"{part(code, number)}!s" if form else part(code, number)
    return f"{{{code}{':' * bool(form)}{form}}}"


def short(number: float) -> str:
    """The shortest digits that single precision reads as this number."""
    return next(code for digits in range(1, 18) if nearest(float(code := f"{number:.{digits}g}")) == number)


def lasting(node: n.Expression) -> bool:
    """Whether working it out once more gives the same: no numbers are drawn in it, no keys read."""
    called = [part for part in walk(node) if isinstance(part, n.Function | n.UserFunction)]
    return all(isinstance(part, n.Function) and not acts(part) for part in called)


def judges(value: Value) -> bool:
    """Whether what one asks of a value is True or False, and nothing that only counts as that."""
    return bool(value.condition) or conditions.is_truth(expression(value.question))


def truth(code: str, constant: bool = False) -> Value:
    """A condition, which is -1 or 0 where it is a number."""
    return Value(f"-{at(SIGN, code)}", "%", TRUTH, code, constant=constant)


def flag_test(operator: str, left: Value, right: Value) -> Value | None:
    """A comparison of a truth value that asks which it is: `F=0` is `not f`, `F=G` is `f == g`."""
    true = left.range.low or left.range.high
    if true not in (1, -1) or left.constant:
        return None
    number = right.number
    if right.condition and right.constant:
        number = true if right.condition == "True" else 0
    elif right.condition and right.range == left.range and operator in ("=", "<>"):
        symbol = "==" if operator == "=" else "!="
        return truth(f"{left.truth(COMPARE + 1)} {symbol} {right.truth(COMPARE + 1)}")
    if number is None or holds(operator, 0, number) == holds(operator, true, number):
        return None
    found = truth(left.condition)
    return negated(found) if holds(operator, 0, number) else found


def negation(value: Value) -> str:
    """The opposite condition, without `not` where a comparison can be turned round."""
    return conditions.negated(value.question) or f"not {value.truth(NOT)}"


def negated(value: Value) -> Value:
    """NOT of a truth value."""
    return truth(negation(value))


def linked(word: str, left: Value, right: Value) -> Value:
    """`one and two`, `one or two`"""
    return truth(conditions.joined(word, left.question, right.question))


def linked_always(symbol: str, left: Value, right: Value) -> Value:
    """The same where both are worked out, whatever comes of the first."""
    place = BIT_AND if symbol == "&" else BIT_OR
    return truth(f"{left.truth(place)} {symbol} {right.truth(place + 1)}")


def counted(operator: str, right: Value, place: int) -> tuple[str, str]:
    """Sign and code of a second operand: `N-(A=B)` adds a truth value, `n + (a == b)`, `N-(A=B)*C` so much of it."""
    other = "-" if operator == "+" else "+"
    match expression(right.code):
        case ast.UnaryOp(ast.USub(), test) if operator in "+-" and right.condition and not right.constant:
            return other, at(place, part(right.code, test))
        case ast.BinOp(ast.UnaryOp(ast.USub(), test), ast.Mult()) if operator in "+-" and conditions.is_truth(test):
            return other, right.code[1:]
    return operator, right.at(place)


def slice_of(low: str, high: str) -> str:
    """The bounds of a slice as formatters have them, with blanks where one is more than a name or number."""
    ends = [expression(code) for code in (low, high) if code]
    mere = all(isinstance(end.operand if isinstance(end, ast.UnaryOp) else end, MERE) for end in ends)
    return f"{low}:{high}" if mere else f"{low} : {high}".strip()


def shifted(code: str, by: int) -> str:
    """A number and so much more: `n + 1` for `n` and 1, `n` for `n + 1` and -1."""
    match expression(code):
        case ast.Constant(int(number)):
            return str(number + by)
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
            return str(by - number)
        case ast.BinOp(left, ast.Add() | ast.Sub() as sign, ast.Constant(int(number))):
            by += number if isinstance(sign, ast.Add) else -number
            code = part(code, left)
        case ast.BinOp(ast.Constant(int(number)), ast.Add(), right) if number + by == 0:
            by, code = 0, part(code, right)
    return code if not by else f"{at(SUM, code)} {'+' if by > 0 else '-'} {abs(by)}"
