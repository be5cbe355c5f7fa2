"""PRINT of a ported program without its call: each item as text, a line at once where nothing but items is in it.

    gw.print("N =", n)         line("N =", f"{n: d} ")
    gw.print(n, ZONE, a)       number_before_comma(f"{n: d} "); zone(); put(shown(a)); newline()
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from basic.arithmetic.ranges import EXACT, Range
from basic.values.single import nearest

from .. import printed
from .bounds import OPERATORS, Bounds
from .sources import RESULT, Key, Source

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from basic.arithmetic.doubles import Doubles
    from basic.arithmetic.value import Value

    from .facts import Facts

PRINTING = (
    "line", "newline", "number", "number_before_comma", "put", "put_before_comma", "rounded", "shown", "spc", "tab",
    "zone",
)  # fmt: skip
MARKS = ("ZONE", "Tab", "Spc")
TEXT, NUMBER, UNKNOWN = "text", "number", "unknown"  # what is shown; of what is only made of itself nothing is known
NUMBERS = ("sqr", "exp", "log", "sin", "cos", "tan", "atn", "rnd", "read_number", "input_number")
TEXTS = ("read_text", "input_text")
SHORT = (-9_999_999, 9_999_999)  # printed with all digits


class Prints:
    """What `Inliner` makes of PRINT."""

    arithmetic: Doubles
    facts: Facts
    function: str
    kinds: Kinds
    operands: list[ast.expr]
    program: str
    scope: dict[str, Any]
    value: Callable[[ast.expr], Value]
    _operand: Callable[[ast.expr], Value]
    statements: Callable[[list[str], ast.AST], list[ast.stmt]]

    def printed(self, items: list[ast.expr], newline: bool, place: ast.stmt) -> list[ast.stmt] | None:
        """`gw.print` of numbers, texts, commas, TAB and SPC."""
        marks = [self._mark(item) for item in items]
        if None in marks or not (items or newline):
            return None
        self.operands, before = [], self.operands
        if newline and not any(marks):
            lines = [f"line({', '.join(self._shown(item)[0] for item in items)})"]
        else:
            beside = zip(items, marks, [*marks[1:], ""], strict=True)
            lines = [self._put(item, mark or "", following == "zone") for item, mark, following in beside]
            lines += ["newline()"] * newline
        found = self.statements(lines, place)
        self.operands = before
        return found

    def _mark(self, item: ast.expr) -> str | None:
        """The word for a comma, TAB or SPC; none for what is shown. None: what is not understood."""
        match item:
            case ast.Name(id="ZONE" as name) | ast.Call(func=ast.Name(id="Tab" | "Spc" as name), args=[_], keywords=[]):
                return name.lower() if self.scope.get(name) is getattr(printed, name) else None
            case _:
                parts = [part for part in ast.walk(item) if isinstance(part, ast.Starred | ast.Name)]
                known = not any(isinstance(part, ast.Starred) or part.id in MARKS for part in parts)
                return "" if known else None

    def _put(self, item: ast.expr, mark: str, before_comma: bool) -> str:
        if isinstance(item, ast.Call) and mark:
            bounds, count = self.facts.expression(item.args[0]), self.value(item.args[0]).code
            return f"{mark}({count})" if bounds.whole and bounds.within(0, 255) else f"{mark}(rounded({count}))"
        if mark:
            return f"{mark}()"
        code, kind = self._shown(item)
        if before_comma and not kind:
            return f"put_before_comma({self.value(item).code})"
        return f"{'number_before_comma' if before_comma and kind == NUMBER else 'put'}({code})"

    def _shown(self, item: ast.expr) -> tuple[str, str]:
        """An item as text, and whether it is a text or a number, if that is known."""
        bounds, kind = self.facts.expression(item), self.kinds.of(self.function, item)
        match item:
            case _ if kind == TEXT:
                return self._operand(item).code, TEXT
            case _ if bounds.whole and bounds.within(*SHORT):
                return f"f'{{{self.value(item).code}: d}} '", NUMBER
            case _ if bounds.whole or kind == NUMBER:
                code = self.value(item).code
                if bounds.low is not None and bounds.low >= 0:
                    return f"f' {{number({code})}} '", NUMBER
                text = self.arithmetic.temporary()
                return f"('' if ({text} := number({code}))[0] == '-' else ' ') + {text} + ' '", NUMBER
            case _:
                return f"shown({self.value(item).code})", ""


class Kinds:
    """Which expressions of a file are texts, and which are numbers as they stand: singles, or whole numbers."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.known: dict[Key, str] = {}
        self.numbers = OPERATORS.keys() if bounds.singles else {*OPERATORS, *NUMBERS}  # else they are Singles
        changed = True
        while changed:
            changed = False
            for key, sources in bounds.sources.items():
                found = {self._source(source) for source in sources} - {UNKNOWN}
                kind = UNKNOWN if not found else found.pop() if len(found) == 1 else ""
                changed |= self.known.get(key, UNKNOWN) != kind
                self.known[key] = kind

    def _source(self, source: Source) -> str:
        if isinstance(source, Range):
            return NUMBER if source.whole else ""
        return self.of(*source)

    def of(self, scope: str, node: ast.expr) -> str:
        """"text", "number" or nothing; a variable is what all that it is given is."""
        match node:
            case ast.Constant(value=str()) | ast.JoinedStr() | ast.Subscript(slice=ast.Slice()):
                return TEXT
            case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mult()):
                return TEXT
            case ast.Call(func=ast.Attribute(value=ast.Name(id="strings"), attr="mid")):
                return TEXT
            case ast.Constant(value=float() as value):
                return NUMBER if nearest(value) == value else ""
            case ast.Call(func=ast.Name(id="join" | "chr" as name)) if name not in self.bounds.functions:
                return TEXT
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.bounds.program), attr=word)):
                return NUMBER if word in self.numbers else TEXT if word in TEXTS else ""
            case ast.Name(id=name) if name.startswith(RESULT):
                return self.known.get((scope, name), UNKNOWN)
            case ast.Name() | ast.Attribute() | ast.Subscript():
                key = self.bounds.known_as(scope, node)
                return "" if key is None else self.known.get(key, UNKNOWN if key in self.bounds.sources else "")
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                one, other = (self.bounds.expression(scope, side) for side in (left, right))
                return NUMBER if one.whole and one.within(-EXACT, EXACT) and other.power_of_two else ""
            case _:
                return NUMBER if self.bounds.expression(scope, node).whole else ""
