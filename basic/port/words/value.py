"""What a BASIC expression has become: its code in Python, with what is known of its value."""

from __future__ import annotations

import re

from ...analysis.variables.remainders import acts
from ...analysis.variables.truths import holds
from ...analysis.variables.types import ANY, EXACT, TRUTH, Range
from ...record import record, replace
from ...syntax import nodes as n
from ...syntax.visit import walk
from ...values.single import nearest
from ..lines.conditions import joined

EXACT_BOUNDS = (-EXACT, EXACT)
LOW, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SUM, PRODUCT, SIGN, ATOM = range(12)
SO_MUCH = re.compile(r"-\([^()]* (?:[=!<>]=|[<>]) [^()]*\) \* [^/%]+")  # something times a truth value


@record
class Value:
    """A Python expression: its code, how tightly it binds, and what is known of its value."""

    code: str
    kind: str  # % ! # $
    range: Range = ANY
    level: int = ATOM
    safe: bool = False  # it cannot fail, print or change anything
    condition: str = ""  # the same as a Python truth value, where BASIC has -1 and 0
    condition_level: int = ATOM
    constant: bool = False
    opposite: str = ""  # of comparisons: what holds when they do not
    opposite_level: int = COMPARE
    inside: str = ""  # of INSTR: `x in text`, if that is all one wants to know
    asked: Value | None = None  # of AND and OR with numbers: `x > 2 and n`, if all one wants to know is whether it is 0
    risks: frozenset[str] = frozenset()  # if it is not safe: subscripts that may be too large, calls, if that is all
    letter: bool = False  # of a text: it is a single character

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
        return self.code if self.level >= level else f"({self.code})"

    def truth(self, level: int = LOW) -> str:
        if self.asked:
            return self.asked.truth(level)
        if self.inside:
            return self.inside if level <= COMPARE else f"({self.inside})"
        if not self.condition:
            return self.at(level) if level > LOW else self.code
        return self.condition if self.condition_level >= level else f"({self.condition})"


def raised(base: str, exponent: str) -> str:
    """A power, without blanks where both are mere names or numbers, as formatters write it."""
    simple = re.fullmatch(r"[\w.]+", base) and re.fullmatch(r"-?[\w.]+(\*\*-?[\w.]+)*", exponent)
    return f"{base}**{exponent}" if simple else f"{base} ** {exponent}"


def quoted(text: str) -> str:
    """A string literal with double quotes, but where it consists of them."""
    shown = repr(text)
    if shown[0] == '"' or text.count('"') > text.count("'"):
        return shown
    return '"' + shown[1:-1].replace('"', '\\"').replace("\\'", "'") + '"'


def formatted(code: str, form: str) -> str:
    """A number as a text: `f"{n: d}"`, and `format(n, " d")` where quotes would stand in quotes."""
    return f'format({code}, "{form}")' if set(code) & set("\"'\\{}") else f'f"{{{code}:{form}}}"'


def braced(code: str, form: str = "") -> str:
    """A value in the braces of an f-string, where `str(n)` is `n`, or `n!s` with a width."""
    if shown := re.fullmatch(r"str\(([^()]*(?:\([^()]*\))?)\)", code):
        code = f"{shown[1]}!s" if form else shown[1]
    return f"{{{code}{':' * bool(form)}{form}}}"


def short(number: float) -> str:
    """The shortest digits that single precision reads as this number."""
    if number < 0:
        return "-" + short(-number)
    return next(code for digits in range(1, 18) if nearest(float(code := f"{number:.{digits}g}")) == number)


def risks_of(*values: Value) -> frozenset[str]:
    """What can go wrong with some values together, if all of that is known."""
    if all(value.safe or value.risks for value in values):
        return frozenset().union(*(value.risks for value in values))
    return frozenset()


def unwrapped(code: str) -> str:
    """Code without parentheses around the whole of it."""
    if not (code.startswith("(") and code.endswith(")")) or "'" in code or "\\" in code:
        return code
    depth, quoted = 0, False
    for position, char in enumerate(code):
        quoted ^= char == '"'
        depth += 0 if quoted else (char == "(") - (char == ")")
        if not depth and position < len(code) - 1:
            return code
    return code[1:-1]


def lasting(node: n.Expression) -> bool:
    """Whether working it out once more gives the same: no numbers are drawn in it, no keys read."""
    called = [part for part in walk(node) if isinstance(part, n.Function | n.UserFunction)]
    return all(isinstance(part, n.Function) and not acts(part) for part in called)


def truth(code: str, level: int, safe: bool) -> Value:
    shown = code if level >= SIGN else f"({code})"
    return Value(f"-{shown}", "%", TRUTH, SIGN, safe, code, level)


def flag_test(operator: str, left: Value, right: Value) -> Value | None:
    """A comparison of a truth value that asks which it is: `F=0` is `not f`, `F=G` is `f == g`."""
    true = left.range.low or left.range.high
    if true not in (1, -1) or left.constant:
        return None
    if right.condition and right.constant:
        right = replace(right, code=str(true if right.condition == "True" else 0), range=left.range)
    elif right.condition and right.range == left.range and operator in ("=", "<>"):
        symbol = "==" if operator == "=" else "!="
        code = f"{left.truth(COMPARE + 1)} {symbol} {right.truth(COMPARE + 1)}"
        return truth(code, COMPARE, left.safe and right.safe)
    if not (right.constant and right.whole and right.code.lstrip("-").isdigit()):
        return None
    number = int(right.code)
    if holds(operator, 0, number) == holds(operator, true, number):
        return None
    found = replace(truth(left.condition, left.condition_level, left.safe), opposite=left.opposite, risks=left.risks)
    found = replace(found, opposite_level=left.opposite_level)
    return replace(negated(found), risks=left.risks) if holds(operator, 0, number) else found


def negation(value: Value) -> str:
    """The opposite condition, without `not` where a comparison can be turned round."""
    return _turned(value)[0]


def _turned(value: Value) -> tuple[str, int]:
    code = value.condition
    if value.inside:
        return value.inside.replace(" in ", " not in ", 1), COMPARE
    if not code:
        return f"not {value.truth(NOT)}", NOT
    if value.opposite:
        return value.opposite, value.opposite_level
    if value.condition_level == NOT and code.startswith("not "):
        return code[4:], NOT
    return f"not {value.truth(NOT)}", NOT


def negated(value: Value) -> Value:
    """NOT of a truth value."""
    found = truth(*_turned(value), value.safe)
    return replace(found, opposite=value.truth(), opposite_level=COMPARE if value.inside else value.condition_level)


def linked(word: str, left: Value, right: Value) -> Value:
    """Both conditions or one of them, and what holds otherwise if they are comparisons."""
    found = truth(*_link(word, _side(left), _side(right)), left.safe and right.safe)
    turned = [_turned(v) for v in (left, right)]
    if any(v.opposite or v.inside for v in (left, right)) and not any(code.startswith("not (") for code, _ in turned):
        opposite, level = _link("or" if word == "and" else "and", *turned)
        found = replace(found, opposite=opposite, opposite_level=level)
    return replace(found, risks=risks_of(left, right))


def linked_always(symbol: str, left: Value, right: Value) -> Value:
    """The same where both are worked out, whatever comes of the first."""
    level = BIT_AND if symbol == "&" else BIT_OR
    found = truth(f"{left.truth(level)} {symbol} {right.truth(level + 1)}", level, left.safe and right.safe)
    if not (left.opposite and right.opposite):
        return found
    symbol, level = ("|", BIT_OR) if symbol == "&" else ("&", BIT_AND)
    one, two = (truth(value.opposite, value.opposite_level, value.safe) for value in (left, right))
    return replace(found, opposite=f"{one.truth(level)} {symbol} {two.truth(level + 1)}", opposite_level=level)


def either_or_both(word: str, left: Value, right: Value) -> Value:
    """`x > 2 and n`: whether both, or one of them, are not 0; a truth value if both are."""
    code, level = _link(word, _side(left), _side(right))
    if judges(left) and judges(right):
        return truth(code, level, left.safe and right.safe)
    return Value(code, "%", level=level)


def judges(value: Value) -> bool:
    """Whether what one asks of a value is True or False, and nothing that only counts as that."""
    return bool(value.condition or value.inside) or (value.asked is not None and judges(value.asked))


def _side(value: Value) -> tuple[str, int]:
    """What one asks of a value, and how tightly it binds."""
    if value.asked:
        return _side(value.asked)
    if value.inside:
        return value.inside, COMPARE
    return (value.condition, value.condition_level) if value.condition else (value.code, value.level)


def _link(word: str, one: tuple[str, int], two: tuple[str, int]) -> tuple[str, int]:
    """`one and two`; an `and` inside `or` stands in parentheses, for the reader."""
    level = AND if word == "and" else OR
    codes = [
        f"({code})" if inner < level or (word == "or" and inner == AND) else code
        for code, inner in (one, two)
    ]
    code, single = joined(word, *codes)
    return code, COMPARE if single else level


def counted(operator: str, right: Value, level: int) -> tuple[str, str]:
    """Sign and code of a second operand: `N-(A=B)` adds a truth value, `n + (a == b)`, `N-(A=B)*C` so much of it."""
    if operator in "+-" and right.level == PRODUCT and SO_MUCH.fullmatch(right.code):
        return ("-" if operator == "+" else "+"), right.code[1:]
    if operator in "+-" and right.condition and right.range == TRUTH and right.code.startswith("-"):
        return ("-" if operator == "+" else "+"), right.truth(level)
    return operator, right.at(level)


def shifted(value: Value, by: int) -> str:
    if value.constant:
        return str(int(value.code) + by)
    for sign, factor in ((" + ", 1), (" - ", -1)):
        head, found, last = value.code.rpartition(sign)
        if found and last.isdigit() and value.level == SUM and "(" not in last:
            by += factor * int(last)
            return head if not by else f"{head} {'+' if by > 0 else '-'} {abs(by)}"
    if not by:
        return value.code
    return f"{value.at(SUM)} {'+' if by > 0 else '-'} {abs(by)}"
