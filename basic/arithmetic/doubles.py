"""Double precision as Python expressions, on the scaled ints of `values/double.py`.

Sums are written as `add` there has them, and quotients by a whole number as `divide_by`. Small whole numbers need no
rounding, so that it is known of a value whether it is one (`Value.unscaled`): of `2#*D#-1` with D#=K only `2*K-1` is
worked out where something is divided by it.
"""

from __future__ import annotations

from ..errors import TYPE_MISMATCH
from ..values.double import SCALE
from .ranges import EXACT, arithmetic
from .singles import Singles
from .value import Value
from .written import CALLED, nested_beyond

WORDS = {"+": "add_d", "-": "subtract_d", "*": "multiply_d", "/": "divide_d"}


class Doubles(Singles):
    """The operators, with one side a double or none."""

    def operation(self, operator: str, left: Value, right: Value) -> Value:
        if "#" in (left.kind, right.kind):
            return self._double(operator, left, right)
        return super().operation(operator, left, right)

    def double(self, value: Value) -> str:
        """As double precision."""
        if value.kind == "$":
            return self.fail(TYPE_MISMATCH, value.code)
        if value.kind == "#":
            return value.code
        if value.whole:
            if value.simple and value.code.isdigit():
                return str(int(value.code) << SCALE)
            return f"({value.code} << {SCALE})"
        return f"cdbl({value.code})"

    def _double(self, operator: str, left: Value, right: Value) -> Value:
        one, other = unscaled(left), unscaled(right)
        if operator == "/" and other is not None and other.range.low is not None and other.range.low > 0:
            word, right = "divide_d_by", other
        elif operator != "/" and one and other and arithmetic(operator, one.range, other.range).within(-EXACT, EXACT):
            return self.scaled(self._whole(operator, one, other))
        else:
            word, right = WORDS[operator], self.scaled(right)
        left = self.scaled(left)
        if word in ("multiply_d", "divide_d") or self.brief or nested_beyond(CALLED, left.code, right.code):
            return Value(f"{word}({left.code}, {right.code})", "#")
        (first, again), (second, anew) = self.twice(left), self.twice(right)
        u, how = self.temporary(), self.temporary()
        exact = f"({u} := {first} {operator if word != 'divide_d_by' else '//'} {second})"
        how_to = f"({how} := rounding[{exact}.bit_length()])"
        with_half = f"({u} := {u} + {how}[0])"
        if word == "divide_d_by":
            good, rounded = f"{how_to}[0] > 0", f"{with_half} - ({u} & {how}[1])"
        else:
            e = self.temporary()
            good = f"{how_to}[2] < ({e} := {with_half} & {how}[1]) and {e} < {how}[3]"
            good = f"{good} and {u} > {how}[4] and {u} < {how}[5]"
            rounded = f"{u} - {e}"
        return Value(f"({rounded} if {good} else {word}({again}, {anew}))", "#")

    def scaled(self, value: Value) -> Value:
        """A number as a double."""
        code = self.double(value)
        simple = value.simple and (value.kind == "#" or code.isdigit())
        return Value(code, "#", safe=value.safe, simple=simple, unscaled=unscaled(value))


def unscaled(value: Value) -> Value | None:
    """The whole number that a value is, if it is a small one."""
    whole = value.unscaled if value.kind == "#" else value if value.whole else None
    return whole if whole is not None and whole.range.within(-EXACT, EXACT) else None
