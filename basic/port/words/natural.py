"""BASIC in Python's own numbers and `print`: as a person writes it, who does not think of limits that may be passed.

    X=X*X/3: PRINT "X IS";X, Y$       x = x * x / 3
                                      print(f"X IS{number(x):10}{y}")

What is written here is only a proposal. Single precision may round otherwise, a subscript may be out of range, a comma
may have to go further: runs of the program and of its Python are compared (`compare/runs.py`).
"""

from __future__ import annotations

import re

from ...analysis.variables.types import ANY, INTEGER, Range, arithmetic, bare
from ...record import replace
from ...syntax import nodes as n
from ...values.double import SCALE
from . import joining, quotients
from .assigning import Lines
from .expressions import Expressions
from .functions import digits_of
from .printing import never_negative, on_screen
from .statements import Statements
from .value import PRODUCT, SIGN, SUM, Value, braced, counted, formatted, lasting, quoted, raised, shifted, short

POWER = SIGN  # `-x ** y` is -(x ** y) in both languages
MATHS = {"SQR": "sqrt", "EXP": "exp", "LOG": "log", "SIN": "sin", "COS": "cos", "TAN": "tan", "ATN": "atan"}
ZONE = 14
DIGITS = 7  # of a number that BASIC prints without an exponent
MOST = 90  # characters of an f-string
SYMBOLS = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT}


class NaturalExpressions(Expressions):
    """Expressions in which nothing is checked and nothing is rounded but by Python."""

    def single(self, value: Value) -> str:
        return self._number_code(value)

    def double(self, value: Value) -> str:
        return self._number_code(value)

    def _number_code(self, value: Value) -> str:
        return super().single(value) if value.kind == "$" else value.code

    def subscript(self, value: Value) -> str:
        return self.integer(value)

    def divides(self, left: Value, right: Value) -> bool:
        """Python's own division tells them apart far beyond single precision."""
        return left.whole and right.whole

    def element(self, node: n.Element) -> Value:
        found = super().element(node)
        values = [self.expression(subscript) for subscript in node.subscripts]
        return replace(found, safe=all(value.safe for value in values))

    def constant(self, value: int | float | str) -> str:
        return short(value) if isinstance(value, float) else super().constant(value)

    def _number(self, node: n.Number) -> Value:
        if node.kind != "#":
            found = super()._number(node)
            return found if found.whole else replace(found, code=short(node.value))
        number = int(node.value) / (1 << SCALE)
        shown = repr(number) if number != int(number) or abs(number) > 1e15 else str(int(number))
        return Value(shown, "#", safe=True, constant=True)

    def _joined(self, texts: list[Value], length: int) -> Value:
        return joining.joined(texts)

    def combine(self, operator: str, left: Value, right: Value) -> Value:
        numbers = "$" not in (left.kind, right.kind)
        if operator in SYMBOLS and numbers:
            level = SYMBOLS[operator]
            kind = "#" if "#" in (left.kind, right.kind) else "!"
            bounds = arithmetic(operator, left.range, right.range) if kind == "!" else ANY
            symbol, code = counted(operator, right, level + 1)
            code = f"{left.at(level)} {symbol} {code}"
            return Value(code, kind, bounds, level, left.safe and right.safe)
        if operator == "^" and numbers:
            whole = left.whole and right.whole and right.range.low is not None and right.range.low >= 0
            code = raised(left.at(SIGN + 1), right.at(SIGN))
            return Value(code, "!", Range(whole, None, None), POWER, left.safe and right.safe)
        if operator in ("\\", "MOD") and numbers:
            found = super()._integer_division(operator, left, right)
            if not found.code.startswith("gw."):
                return found
            symbol = "%" if operator == "MOD" else "//"
            one, two = (Value(self.integer(v), "%", level=v.level if v.whole else SIGN + 1) for v in (left, right))
            code = f"{one.at(PRODUCT)} {symbol} {two.at(SIGN)}"
            return Value(code, "%", found.range, PRODUCT, left.safe and right.safe)
        return super().combine(operator, left, right)

    def _function(self, node: n.Function) -> Value:
        arguments = [self.expression(argument) for argument in node.arguments]
        safe = all(value.safe for value in arguments)
        inner = bare(node.arguments[0]) if node.arguments else None
        if node.name == "INT" and isinstance(inner, n.Binary) and inner.operator == "/":
            left, right = self.expression(inner.left), self.expression(inner.right)
            if self.divides(left, right):
                return quotients.floored(self, left, right)
        own = getattr(self, "_" + node.name.lower().replace("$", "_text"), None)
        fits = bool(arguments) and (arguments[0].kind == "$") == (node.name in OF_TEXTS)
        if own is not None and fits and node.name in NATURAL.get(len(arguments), ()):
            self._argument = bare(node.arguments[0])
            if node.name == "MID$":
                return replace(self._mid_text(lasting(node.arguments[1]), *arguments), safe=safe)
            if node.name == "SGN" and not lasting(node.arguments[0]):
                return replace(super()._function(node), safe=safe)
            found: Value = own(*arguments)
            return replace(found, safe=safe)
        if node.name in MATHS and len(arguments) == 1:
            self.use("", "math")
            return Value(f"math.{MATHS[node.name]}({self.single(arguments[0])})", "!", safe=safe)
        if node.name == "RND" and not arguments:
            return Value("rnd()", "!", Range(False, 0, 1))
        return replace(super()._function(node), safe=safe)

    # -- functions ------------------------------------------------------------------------------------------------

    def _int(self, value: Value) -> Value:
        if value.whole or value.kind == "$":
            return value
        self.use("", "math")
        return Value(f"math.floor({value.code})", value.kind, Range(True, value.range.low, value.range.high))

    def _fix(self, value: Value) -> Value:
        if value.whole or value.kind == "$":
            return value
        return Value(f"int({value.code})", value.kind, Range(True, value.range.low, value.range.high))

    def _sgn(self, value: Value) -> Value:
        code = value.at(SUM)
        return Value(f"({code} > 0) - ({code} < 0)", "%", Range(True, -1, 1), SUM)

    def _cint(self, value: Value) -> Value:
        return Value(self.integer(value), "%", INTEGER, value.level if value.whole else SIGN + 1)

    def _csng(self, value: Value) -> Value:
        return replace(value, kind="!")

    def _cdbl(self, value: Value) -> Value:
        return replace(value, kind="#")

    def _str_text(self, value: Value) -> Value:
        return Value(self.shown(value), "$")

    def _asc(self, value: Value) -> Value:
        code = value.code
        if code.endswith("[-1:]"):
            code = code[:-2] + "]"
        elif code.endswith("[:1]"):
            code = code[:-4] + "[0]"
        elif isinstance(self._argument, n.Function) and self._argument.name == "MID$" and "[" in code:
            pass  # a text of one character, it is hoped
        else:
            code = f"{value.at(SIGN + 1)}[0]"
        return Value(f"ord({code})", "%", Range(True, 0, 255))

    def _right_text(self, text: Value, count: Value) -> Value:
        return Value(f"{text.at(SIGN + 1)}[-{count.at(SIGN + 1)}:]", "$")

    def _left_text(self, text: Value, count: Value) -> Value:
        return Value(f"{text.at(SIGN + 1)}[:{self.column(count)}]", "$")

    def _mid_text(self, lasts: bool, text: Value, start: Value, count: Value | None = None) -> Value:
        begin = replace(start, code=self.column(start))
        first = shifted(begin, -1)
        whole = text.at(SIGN + 1)
        if count is None:
            return digits_of(self, self._argument, text, start) or Value(f"{whole}[{first}:]", "$")
        single = count.constant and count.code == "1"
        if single and self.daring:
            return Value(f"{whole}[{first}]", "$")
        if not lasts:
            return Value(f"{whole}[{first} :][:{count.at(SUM)}]", "$")
        if single:
            after = begin.code
        elif count.constant and _digits(count):
            after = shifted(begin, int(count.code) - 1)
        else:
            after = f"{first} + {count.at(PRODUCT)}"
        colon = ":" if first.isalnum() and after.isalnum() else " : "
        return Value(f"{whole}[{first}{colon}{after}]", "$")

    def _string_text(self, count: Value, pattern: Value) -> Value:
        times = count.at(SIGN) if count.whole else self.column(count)
        if pattern.kind == "$":
            one = pattern.code if pattern.constant and len(pattern.code) == 3 else f"{pattern.at(SIGN + 1)}[:1]"
        elif pattern.constant and _digits(pattern) and pattern.range.within(0, 255):
            one = quoted(chr(int(pattern.code)))
        else:
            one = f"chr({self.column(pattern)})"
        return Value(f"{one} * {times}", "$", level=PRODUCT)

    def _space_text(self, count: Value) -> Value:
        times = count.at(SIGN) if count.whole else self.column(count)
        return Value(f'" " * {times}', "$", level=PRODUCT)

    def _hex_text(self, value: Value) -> Value:
        return Value(formatted(self.integer(value), "X"), "$")

    def _oct_text(self, value: Value) -> Value:
        return Value(formatted(self.integer(value), "o"), "$")

    def _chr_text(self, value: Value) -> Value:
        if value.constant and _digits(value) and value.range.within(0, 255):
            return Value(quoted(chr(int(value.code))), "$", constant=True)
        return Value(f"chr({self.integer(value)})", "$")

    def plainly(self, value: Value) -> bool:
        """Whether a number is printed with all its digits: a whole one of not more than seven, it is hoped first."""
        if not value.whole or value.range.within(1 - 10**DIGITS, 10**DIGITS - 1) or value.kind == "#":
            return value.whole
        return self.daring

    def shown(self, value: Value, width: str = "") -> str:
        """A number as a text: `STR$(x)`."""
        if self.plainly(value):
            return formatted(value.code, " d")
        return f"{'num_double' if value.kind == '#' else 'num'}({value.code})"


COUNT = "count"  # the format of a whole number that is never negative: `f" {n}"`
NATURAL = {
    1: {"INT", "FIX", "SGN", "VAL", "CINT", "CSNG", "CDBL", "STR$", "ASC", "SPACE$", "HEX$", "OCT$", "CHR$"},
    2: {"RIGHT$", "LEFT$", "MID$", "STRING$"},
    3: {"MID$"},
}
OF_TEXTS = {"VAL", "ASC", "LEFT$", "RIGHT$", "MID$"}  # of them


class NaturalStatements(Statements):
    """Statements around them: PRINT with f-strings, commas and TAB as widths."""

    def type_of(self, target: n.Variable | n.Element) -> str:
        return "float" if self.e.kind(target) == "#" else super().type_of(target)

    def typed(self, target: n.Variable) -> str:
        name = self.e.scalar(target)
        first = name not in self.declared and not name.startswith("g.")
        found = super().typed(target)
        return f"{name}: float" if first and self.e.kind(target) == "#" else found

    def restore(self, index: int) -> str:
        if not self.reads:
            return "pass"
        return f"g.data = iter(DATA[{index}:])" if index else "g.data = iter(DATA)"

    def _read(self, statement: n.Read) -> Lines:
        if len(statement.targets) > 1 and self._independent(statement.targets):
            return [f"{self._several(statement.targets)} = {', '.join(['next(g.data)'] * len(statement.targets))}"]
        return [self.assign(target, "next(g.data)") for target in statement.targets]

    def _midassign(self, statement: n.MidAssign) -> Lines:
        start = self.e.expression(statement.start)
        if self.e.kind(statement.target) != "$" or not start.whole or self._once(statement.target)[0]:
            return super()._midassign(statement)
        value = self.e.expression(statement.value)
        if value.kind != "$" or not lasting(statement.start) or not lasting(statement.value):
            return super()._midassign(statement)
        old = self.place(statement.target)
        first = shifted(start, -1)
        if statement.length is None:
            after = f"{first} + len({value.code})"
            new = value.at(SUM)
        else:
            count = self.e.expression(statement.length)
            after = start.code if count.code == "1" else f"{first} + {count.at(PRODUCT)}"
            new = f"{value.at(SIGN + 1)}[:{count.code}]"
        return [self.assign(statement.target, f"{old}[:{first}] + {new} + {old}[{after}:]")]


def _digits(value: Value) -> bool:
    """Whether a constant stands there as a whole number."""
    return value.code.lstrip("-").isdigit()


class Printed:
    """One PRINT as the pieces of an f-string. `column` is None where the width of what stands before is not known."""

    def __init__(self, s: NaturalStatements) -> None:
        self.s = s
        self.pieces: list[tuple[str, str]] = []  # code and format; literal text has the format "text"
        self.column: int | None = 0  # what of the line is certain, behind the last place that is known
        self.open = False  # the last piece can be widened
        self.sure = True  # the columns are right, as far as texts and numbers are as long as expected
        self.width = 0  # in all

    def item(self, item: n.PrintItem) -> None:
        match item:
            case n.Separator(mark=mark):
                if mark == ",":
                    self._comma()
            case n.Tab(word=word, count=count):
                value = self.s.e.expression(count)
                if value.kind == "$" or (value.constant and not _digits(value)):
                    self.s.obstacles.append("columns")
                elif word == "TAB":
                    self._to(value)
                elif value.constant:
                    self._literal(" " * int(value.code))
                else:
                    self._put(f'" " * {replace(value, code=self.s.e.column(value)).at(SIGN)}', "")
            case n.String(value=text):
                if text and not on_screen(text):
                    self.s.obstacles.append("characters of the PC")
                self._literal(on_screen(text))
            case _:
                self._value(item)

    def _literal(self, text: str) -> None:
        self.pieces.append((text, "text"))
        self.column = None if self.column is None else self.column + len(text)
        self.open = False

    def _put(self, code: str, form: str) -> None:
        self.pieces.append((code, form))
        self.open, self.column = True, None

    def _value(self, item: n.PrintItem) -> None:
        value = self.s.e.expression(item)  # type: ignore[arg-type]
        self.before = self.column
        if value.kind == "$":
            self._put(value.code, "")
        elif value.constant and _digits(value):
            self._literal(f"{int(value.code): d} ")
        elif self.s.e.plainly(value):  # type: ignore[attr-defined]
            self._put(value.code, COUNT if never_negative(value) else " d")
            self.pieces.append((" ", "blank"))
        else:
            self._put(self.s.e.shown(value), "")  # type: ignore[attr-defined]
            self.pieces.append((" ", "blank"))

    def _comma(self) -> None:
        """To the next print zone, in the hope that what stands before is short."""
        base = self.column if self.column is not None else getattr(self, "before", None)
        if base is None:
            self.s.obstacles.append("columns")
            return
        if self.column is not None:
            self._literal(" " * (ZONE - self.column % ZONE))
            return
        self._widen((base // ZONE + 1) * ZONE - base, (base // ZONE + 1) * ZONE)

    def _to(self, value: Value) -> None:
        target = shifted(value, -1)
        if self.column is not None:
            if value.constant:
                if int(target) < self.column:
                    self.s.obstacles.append("columns")
                self._literal(" " * (int(target) - self.column))
            else:
                self.pieces.append(('""', f"{{{shifted(value, -1 - self.column)}}}"))
                self.open, self.before, self.column = False, None, None
            return
        base = getattr(self, "before", None)
        if base is None or not self.open:
            self.s.obstacles.append("columns")
        elif value.constant:
            self._widen(int(target) - base, int(target))
        else:
            self._widen_by(f"{{{shifted(value, -1 - base)}}}")
            self.before, self.column = None, None

    def _widen(self, width: int, column: int) -> None:
        if width <= 0:
            self.s.obstacles.append("columns")
            return
        self._widen_by(str(width))
        self.column = column

    def _widen_by(self, width: str) -> None:
        if not self.open:
            self.s.obstacles.append("columns")
            return
        if self.pieces[-1][1] == "blank":
            self.pieces.pop()
        code, form = self.pieces[-1]
        number = form in (" d", COUNT)
        self.pieces[-1] = (code, f"< {width}d" if number else f"<{width}" if width.startswith("{") else width)
        self.open = False

    def texts(self) -> list[str]:
        """The f-string, in several pieces where it is long."""
        pieces = [
            piece
            for code, form in self.pieces
            if code
            for piece in ([(" ", "text"), (code, "")] if form == COUNT else [(code, form)])
        ]
        if not pieces:
            return []
        if len(pieces) == 1 and not pieces[0][1]:
            return [pieces[0][0]]
        found: list[tuple[str, bool]] = []
        for code, form in pieces:
            formatted = form not in ("text", "blank")
            shown = self._formatted(code, form) if formatted else quoted(code)[1:-1]
            if not found or len(found[-1][0]) + len(shown) > MOST:
                found.append(("", False))
            text, before = found[-1]
            if formatted and not before:
                text = text.replace("{", "{{").replace("}", "}}")
            if before and not formatted:
                shown = shown.replace("{", "{{").replace("}", "}}")
            found[-1] = (text + shown, before or formatted)
        return [f'{"f" * formatted}"{text}"' for text, formatted in found]

    def _formatted(self, code: str, form: str) -> str:
        inner = code
        if '"' in inner:
            inner = inner.replace('"', "'")
            if "'" in code or "\\" in code:
                self.s.obstacles.append("quotes in quotes")
        if '"' in form:
            self.s.obstacles.append("quotes in quotes")
        if not form and (number := re.fullmatch(r"f'\{([^{}]*):([^:{}]*)\}'", inner)):
            inner, form = number.groups()
        return braced(inner, form)
