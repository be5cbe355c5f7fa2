"""Values as somebody takes them: as a single, an integer, a subscript, a text.

    A(X)        a[index(x)]         a[i], where i is a whole number that surely is a subscript
    CHR$(X)     chr(byte(x))
    D#=X        double.from_single(x)       in an exact port, whose doubles are scaled ints; else they are floats

What is a text where a number is wanted, or the other way round, fails as in BASIC, when it comes to it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from ...analysis.variables.types import ANY, INTEGER_BOUNDS
from ...errors import TYPE_MISMATCH
from ...record import replace
from ..lines.trees import changed, expression, part, within
from .value import Value

if TYPE_CHECKING:
    from .operations import Operations

    Convert = Callable[["Conversions", Value], str]


def of_numbers(convert: Convert) -> Convert:
    """What takes numbers only."""
    return lambda self, value: self.fail(TYPE_MISMATCH, value.code) if value.kind == "$" else convert(self, value)


class Conversions:
    """`base`: the lowest subscript."""

    def __init__(self, base: int, exact: bool) -> None:
        self.base = base
        self.exact = exact
        self.imports: dict[str, set[str]] = {}
        self.parameters: frozenset[str] = frozenset()
        self.counters: set[str] = set()  # variables that are always an int
        self.floats: frozenset[str] = frozenset()  # variables whose type is `float`
        self.operations: Operations  # how arithmetic is written

    def use(self, module: str, name: str) -> str:
        self.imports.setdefault(module, set()).add(name)
        return name

    def tool(self, name: str) -> str:
        """A function of the run-time module."""
        return self.use("basic.gw.program", name)

    def fail(self, error: int, *before: str) -> str:
        return f"gw.fail({', '.join((str(error), *before))})"

    def _scaled(self, value: Value) -> bool:
        """Whether it is a double that is a scaled int."""
        return value.kind == "#" and self.exact

    @of_numbers
    def single(self, value: Value) -> str:
        return f"gw.single({value.code})" if self._scaled(value) else value.code

    @of_numbers
    def double(self, value: Value) -> str:
        """A number as the library has doubles."""
        if not self.exact:
            return f"{self.tool('scaled')}({value.code})"
        if value.kind == "#" or value.number == 0:
            return value.code
        home = self.use("basic.values", "double")
        counter = value.code in self.counters and value.code not in self.parameters
        if counter or (value.number or -1) > 0:
            return f"{home}.ONE" if value.number == 1 else f"{value.code} * {home}.ONE"
        return f"{home}.from_single({value.code})"

    def to_single(self, value: Value) -> Value:
        if self._scaled(value):
            return Value(self.single(value), "!")
        return replace(value, kind="!") if value.kind == "#" else value

    def to_double(self, value: Value) -> Value:
        """A number as a variable of double precision keeps it."""
        if self.exact or value.kind == "$":
            return Value(self.double(value), "#", safe=value.safe and value.kind != "$")
        return replace(value, kind="#", range=ANY)

    def item(self, value: Value) -> str:
        """A number that carries its kind where a plain one would not show it, as in PRINT."""
        if value.kind != "#":
            return value.code
        return f'{self.tool("Number")}("#", {value.code})' if self.exact else f"{self.tool('double')}({value.code})"

    @of_numbers
    def integer(self, value: Value) -> str:
        if self._scaled(value):
            return f"{self.use('basic.values', 'convert')}.cint_double({value.code})"
        if value.whole and value.range.within(*INTEGER_BOUNDS):
            return value.code
        return f"{self.tool('integer')}({value.code})"

    @of_numbers
    def byte(self, value: Value) -> str:
        if value.whole and value.range.within(0, 255):
            return value.code
        return f"{self.tool('byte')}({self.integer(value) if self._scaled(value) else value.code})"

    @of_numbers
    def word(self, value: Value) -> str:
        if value.whole and value.range.within(0, 65535):
            return value.code
        if value.number is not None and -32768 <= value.number < 0:
            return f"0x{value.number & 0xFFFF:X}"  # `DEF SEG=&HB800`: in BASIC that is a negative number
        return f"{self.use('basic.values', 'convert')}.word{'_double' * self._scaled(value)}({value.code})"

    def column(self, value: Value) -> str:
        """What TAB and SPC round themselves."""
        known = value.whole and value.range.within(0, 65535)
        return self.word(value) if known or value.kind in "#$" else value.code

    def text(self, value: Value) -> str:
        return value.code if value.kind == "$" else self.fail(TYPE_MISMATCH, value.code)

    def convert(self, value: Value, kind: str) -> str:
        match kind:
            case "%" | "integer" | "channel":
                return self.integer(value)
            case "!" | "single" | "number":
                return self.single(value)
            case "#":
                return self.to_double(value).code
            case "double":
                return self.double(value)
            case "byte":
                return self.byte(value)
            case "word":
                return self.word(value)
            case "any":
                return value.code
            case _:
                return self.text(value)

    @of_numbers
    def subscript(self, value: Value) -> str:
        if value.whole and value.range.within(self.base, INTEGER_BOUNDS[1]):  # else error 9 may be 5 or 6
            return self.as_int(value.code)
        code = self.integer(value) if self._scaled(value) else value.code
        return f"{self.tool('index')}({code}{f', {self.base}' if self.base else ''})"

    def as_int(self, code: str) -> str:
        """A whole number where Python wants an `int`: what was typed is a `float` until a condition says more."""
        parts = [each for each in within(expression(code)) if isinstance(each, ast.expr)]
        if calls := [each for each in parts if isinstance(each, ast.Call | ast.Subscript)]:
            return changed(code, {each: f"int({part(code, each)})" for each in calls if _is_single(each)})
        named = ((each, getattr(each, "attr", getattr(each, "id", ""))) for each in parts)
        return changed(code, {each: f"int({part(code, each)})" for each, name in named if name in self.floats})


def _is_single(node: ast.expr) -> bool:
    """Whether it is a double as a single, which is a float even if it is whole."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("gw"), "single")):
            return True
        case _:
            return False
