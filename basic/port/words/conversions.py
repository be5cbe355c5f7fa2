"""Values as somebody takes them: as a single, an integer, a subscript, a text.

    A(X)        a[index(x)]         a[i], where i is a whole number that surely is a subscript
    CHR$(X)     chr(byte(x))
    D#=X        double.from_single(x)

What is a text where a number is wanted, or the other way round, fails as in BASIC, when it comes to it.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ...analysis.variables.types import INTEGER_BOUNDS
from ...errors import TYPE_MISMATCH
from ..lines.trees import changed, expression, part, within
from .value import Value

if TYPE_CHECKING:
    from .operations import Operations


class Conversions:
    """`base`: the lowest subscript."""

    def __init__(self, base: int) -> None:
        self.base = base
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

    def single(self, value: Value) -> str:
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        return self.operations.to_single(value).code

    def double(self, value: Value) -> str:
        return self.fail(TYPE_MISMATCH, value.code) if value.kind == "$" else self.operations.double(value)

    def integer(self, value: Value) -> str:
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.kind == "#":
            return self.operations.integer(value)
        if value.whole and value.range.within(*INTEGER_BOUNDS):
            return value.code
        return f"{self.tool('integer')}({value.code})"

    def byte(self, value: Value) -> str:
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.whole and value.range.within(0, 255):
            return value.code
        return f"{self.tool('byte')}({self.integer(value) if value.kind == '#' else value.code})"

    def word(self, value: Value) -> str:
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.kind == "#":
            return self.operations.word(value)
        if value.whole and value.range.within(0, 65535):
            return value.code
        low = value.range.low
        if value.constant and value.whole and low is not None and value.range.within(-32768, -1):
            return f"0x{low & 0xFFFF:X}"  # `DEF SEG=&HB800`: in BASIC that is a negative number
        return f"{self.use('basic.values', 'convert')}.word({value.code})"

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
                return self.operations.to_double(value).code
            case "double":
                return self.double(value)
            case "byte":
                return self.byte(value)
            case "word":
                return self.word(value)
            case _:
                return self.text(value)

    def subscript(self, value: Value) -> str:
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.whole and value.range.within(self.base, INTEGER_BOUNDS[1]):  # else error 9 may be 5 or 6
            return self.as_int(value.code)
        code = self.integer(value) if value.kind == "#" else value.code
        return f"{self.tool('index')}({code}{f', {self.base}' if self.base else ''})"

    def as_int(self, code: str) -> str:
        """A whole number where Python wants an `int`: what was typed is a `float` until a condition says more."""
        if not self.floats or code.isdigit():
            return code
        parts = [each for each in within(expression(code)) if isinstance(each, ast.expr)]
        if any(isinstance(each, ast.Call | ast.Subscript) for each in parts):
            return code
        named = ((each, getattr(each, "attr", getattr(each, "id", ""))) for each in parts)
        return changed(code, {each: f"int({part(code, each)})" for each, name in named if name in self.floats})
