"""Values as somebody takes them: as a single, an integer, a subscript, a text.

    A(X)        a[index(x)]         a[i], where i is a whole number that surely is a subscript
    CHR$(X)     chr(byte(x))
    D#=X        double.from_single(x)       in an exact port, whose doubles are scaled ints; else they are floats

What is a text where a number is wanted, or the other way round, fails as in BASIC, when it comes to it.
"""

from __future__ import annotations

from ...analysis.variables.types import INTEGER_BOUNDS
from ...errors import TYPE_MISMATCH
from ...record import record
from ..lines.trees import PRODUCT, SUM, at
from .value import EXACT_BOUNDS, Value, fail, formatted

TEXTS = ("$", "text", "string")  # kinds of operands


@record
class Hopes:
    """What a file without `basic` is hoped not to need, if runs show no difference: a count of columns, and a look at
    the size of numbers."""

    narrow: bool = True  # no line reaches the margin
    small: bool = True  # whole numbers have less than seven digits
    in_range: bool = True  # ON has numbers from 0 to 255, MOD and HEX$ none below 0


class Conversions:
    """`base`: the lowest subscript; `exact`: doubles are scaled ints."""

    modern = False  # all in Python's own numbers, with nothing of `basic`
    hopes = Hopes(narrow=False, small=False, in_range=False)

    def __init__(self, base: int, exact: bool = False) -> None:
        self.base, self.exact = base, exact
        self.floats: frozenset[str] = frozenset()  # variables whose type is `float`

    def _scaled(self, value: Value) -> bool:
        """Whether it is a double that is a scaled int."""
        return value.kind == "#" and self.exact

    def single(self, value: Value) -> str:
        return f"doubles.single({value.code})" if self._scaled(value) else value.code

    def double(self, value: Value) -> str:
        """A number as the library has doubles."""
        if not self.exact:
            return f"scaled({value.code})"
        if value.kind == "#" or value.number == 0:
            return value.code
        if value.whole and value.range.within(*EXACT_BOUNDS):
            return "doubles.ONE" if value.number == 1 else f"{at(PRODUCT, value.as_int)} * doubles.ONE"
        return f"doubles.from_single({value.code})"

    def item(self, value: Value) -> str:
        """A number that carries its kind where a plain one would not show it, as in PRINT."""
        if value.kind != "#":
            return value.code
        if self.exact:
            return f'Number("#", {value.code})'
        return f"double({value.code})"

    def integer(self, value: Value) -> str:
        if value.kind == "$":
            return fail(TYPE_MISMATCH, value.code)
        if self._scaled(value):
            return f"doubles.integer({value.code})"
        whole = value.whole and value.range.within(*INTEGER_BOUNDS)
        return value.code if whole else f"integer({value.code})"

    def byte(self, value: Value) -> str:
        if value.whole and value.range.within(0, 255):
            return value.code
        return f"byte({self._one(value)})"

    def subscript(self, value: Value) -> str:
        if value.whole and value.range.within(self.base, INTEGER_BOUNDS[1]):  # else error 9 may be 5 or 6
            return value.as_int
        return f"index({self._one(value)}{f', {self.base}' if self.base else ''})"

    def _one(self, value: Value) -> str:
        """A number that a function of the run-time rounds itself."""
        return self.integer(value) if value.kind == "$" or self._scaled(value) else value.code

    def word(self, value: Value) -> str:
        if value.whole and value.range.within(0, 65535):
            return value.code
        if value.number is not None and -32768 <= value.number < 0:
            return f"0x{value.number & 0xFFFF:X}"  # `DEF SEG=&HB800`: in BASIC that is a negative number
        return f"{'doubles' if self._scaled(value) else 'convert'}.word({value.code})"

    def column(self, value: Value) -> str:
        """What TAB and SPC round themselves."""
        known = value.whole and value.range.within(0, 65535)
        return self.word(value) if known or value.kind in "#$" else value.code

    def plainly(self, value: Value) -> bool:
        """Whether a number is shown with all its digits: a whole one of not more than seven."""
        return value.whole and value.range.within(-9_999_999, 9_999_999)

    def shown(self, value: Value) -> str:
        """A number as a text: `STR$(x)`."""
        if self.plainly(value):
            return formatted(value.code, " d")
        return f"number_text({self.item(value)})"

    def as_kind(self, value: Value, kind: str) -> str:
        """A value as an operand of some kind."""
        if kind != "any" and (kind in TEXTS) != (value.kind == "$"):
            return fail(TYPE_MISMATCH, value.code)
        if kind in ("any", "number", *TEXTS) or (kind == "#" and not self.exact):
            return value.code
        return {
            "%": self.integer, "integer": self.integer, "channel": self.integer, "byte": self.byte, "word": self.word,
            "!": self.single, "single": self.single, "#": self.double, "double": self.double,
        }[kind](value)  # fmt: skip


class ModernConversions(Conversions):
    """Without `basic`. What a run cannot be trusted to show is written so that it is right on every input."""

    modern = True

    def plainly(self, value: Value) -> bool:
        return (self.hopes.small and value.whole) or super().plainly(value)

    def shown(self, value: Value) -> str:
        return super().shown(value) if self.plainly(value) else f"num{'_double' * (value.kind == '#')}({value.code})"

    def integer(self, value: Value) -> str:
        if value.kind == "$":
            return super().integer(value)
        if value.whole:
            return value.code
        return f"int({value.at(SUM)} + 0.5)" if value.range.within(0, 32767) else f"nearest({value.code})"

    word = integer

    def byte(self, value: Value) -> str:
        """Where runs have not shown that it does without, what is no byte is BASIC's error."""
        if self.hopes.in_range or value.kind == "$" or (value.whole and value.range.within(0, 255)):
            return self.column(value)
        return f"byte({value.code})"

    def column(self, value: Value) -> str:
        """A number that makes no sense below 0, rounded as BASIC does."""
        if value.kind == "$":
            return self.integer(value)
        return value.as_int if value.whole else f"int({value.at(SUM)} + 0.5)"

    subscript = column
