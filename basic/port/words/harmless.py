"""Which functions and operators of BASIC cannot fail, nor print a message, where so much is known of what they get.

What is harmless may be worked out earlier or later than BASIC does, in one `print` with what stands before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.variables.types import INTEGER_BOUNDS
from ...errors import OUT_OF_STRING_SPACE
from ...library.registry import FUNCTIONS

if TYPE_CHECKING:
    from .value import Value

LARGE = 1 << 126  # results up to here are no overflow, so that nothing is printed when they are formed
CLOCK = ("DATE$", "TIME$", "TIMER")


def fits(value: Value, low: int = INTEGER_BOUNDS[0], high: int = INTEGER_BOUNDS[1]) -> bool:
    """Whether a number surely becomes an integer between these bounds; a fraction is rounded."""
    return value.safe and value.kind in "%!" and value.range.within(low, high)


KINDS = {"string": "$", "single": "!", "number": "#", "double": "#"}


def sigil(kind: str) -> str:
    """Of what some parameter, or a variable of that sigil, takes; all else takes integers."""
    return kind if kind in "$!#" else KINDS.get(kind, "%")


def suits(value: Value, kind: str) -> bool:
    """Whether a value surely becomes one of some kind: no text a number, and no double a single that is too large."""
    match kind:
        case "byte":
            return fits(value, 0, 255)
        case "channel":
            return fits(value, 1, 255)
        case "word":
            return fits(value, INTEGER_BOUNDS[0], 65535)
    wanted = sigil(kind)
    if not value.safe or "$" in (wanted, value.kind):
        return value.safe and wanted == value.kind
    if wanted == "%":
        return value.kind == "%" or value.range.within(*INTEGER_BOUNDS)
    return wanted == "#" or value.kind != "#" or value.range.within(-LARGE, LARGE)


def function(name: str, values: list[Value]) -> bool:
    """Whether a call is harmless."""
    match name, values:
        case "SQR" | "LOG", [value]:
            least = 0 if name == "SQR" else 1
            return value.safe and value.kind in "%!" and value.range.low is not None and value.range.low >= least
        case "EXP", [value]:
            return value.safe and value.kind in "%!" and value.range.within(-80, 80)
        case "ERR" | "ERL", []:
            return True
    entry = FUNCTIONS.get(name)
    if entry is None or entry.machine or entry.errors is None or entry.errors - {OUT_OF_STRING_SPACE}:
        return False
    return all(suits(value, each.kind) for value, each in zip(values, entry.parameters, strict=False))


def division(left: Value, right: Value) -> bool:
    """Whether `\\` and MOD of two numbers are harmless: -32768 \\ -1 is not."""
    low, high = right.range.low, right.range.high
    nonzero = low is not None and high is not None and right.range.whole and (low > 0 or high < -1)
    return fits(left) and fits(right) and nonzero


def power(left: Value, right: Value) -> bool:
    """Whether a power is too small to be an overflow, nor 0 to a negative power or a root of a negative number."""
    if not (left.safe and right.safe and "#" not in (left.kind, right.kind) and right.range.whole):
        return False
    if not (left.range.low is not None and left.range.high is not None and right.range.within(-126, 126)):
        return False
    assert right.range.low is not None and right.range.high is not None
    if right.range.low < 0 and left.range.low < 1:
        return False
    most = max(abs(right.range.low), abs(right.range.high))  # a negative power is formed from the positive one
    return bool(max(abs(left.range.low), abs(left.range.high), 2) ** most <= LARGE)
