"""What an expression can fail with, and whether it matters when it is worked out: one walk over its tree, with what is
known of its numbers.

    A(I)+1       Illegal function call and Subscript out of range, as far as the bounds of I and of A allow
    X/Y          Overflow and Division by zero, in an exact port; of Python's own numbers only the second
    INT(RND*6)   nothing, but each time it is worked out the next number is drawn
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ... import errors
from ...analysis.routines.trapping import ANY_ERROR
from ...analysis.variables.remainders import acts
from ...analysis.variables.types import COMPARISONS, INTEGER_BOUNDS, Range, arithmetic, bare
from ...library.registry import FUNCTIONS, Entry
from ...machine.files import LONGEST
from ...syntax import nodes as n
from ...syntax.visit import children
from .joining import longest
from .value import lasting

if TYPE_CHECKING:
    from .expressions import Expressions

Errors = frozenset[int]
NONE: Errors = frozenset()
ILLEGAL = frozenset({errors.ILLEGAL})
OVERFLOW = frozenset({errors.OVERFLOW})
BY_ZERO = frozenset({errors.DIVISION_BY_ZERO})
WRONG_TYPE = frozenset({errors.TYPE_MISMATCH})
SPACE = frozenset({errors.OUT_OF_STRING_SPACE})  # which a port has
LARGE = 1 << 126  # results up to here are no overflow
SIGILS = {"string": "$", "single": "!", "number": "#", "double": "#"}  # of parameters; all others take integers
LIMITS = {"byte": (0, 255), "channel": (1, 255), "word": (INTEGER_BOUNDS[0], 65535)}  # of those that have others
KNOWN = frozenset({"ERR", "ERL", "INSTR", "STRING$"})  # what has a form of its own, and no machine
IDLE = frozenset({"RND", "DATE$", "TIME$", "TIMER"})  # they print nothing
SURE = {"SQR": (0, 0, None), "LOG": (0, 1, None), "EXP": (0, -80, 80), "MID$": (1, 1, None)}  # which argument has to be
# at least, and at most, what, so that they have no errors of their own


class Failures:
    """`catches`: something takes the errors of arithmetic, which only print their message otherwise, so that these
    count."""

    def __init__(self, e: Expressions, catches: bool = True) -> None:
        self.e = e
        self.ranges = e.ranges
        self.catches = catches
        self._can_overflow = catches and e.exact  # Python's floats do not

    def of(self, node: n.Expression) -> Errors:
        """The errors of all that an expression consists of; what runs alone has shown has none."""
        return NONE.union(*map(self.itself, () if self.e.modern else _parts(node)))

    def taken(self, node: n.Expression, kind: str) -> Errors:
        """The errors of an expression that is taken as a value of some kind."""
        return self.of(node) | (NONE if self.e.modern else self.wrong(node, kind))

    def safe(self, node: n.Expression, kind: str = "", idle: bool = False) -> bool:
        """Whether nothing tells when it is worked out, as one of a kind; not even, but for the `idle`, the next number
        of RND."""
        found = self.taken(node, kind) if kind else self.of(node)
        return not found and not any(self._tells(part, idle) for part in _parts(node))

    def _tells(self, part: n.Expression, idle: bool) -> bool:
        """Whether it hangs on the machine, or changes something."""
        match part:
            case n.Function(name=name) if (idle and name in IDLE) or name in KNOWN:
                return False
            case n.Function(name=name):
                return acts(part) if self.e.modern else name not in FUNCTIONS or FUNCTIONS[name].machine
            case _:
                return isinstance(part, n.UserFunction | n.Fault)

    def found_before(self, node: n.Expression, other: n.Expression) -> bool:
        """Whether all that can be wrong with it has come to light when another has been worked out."""
        return lasting(node) and {*self._checked(node)} <= {*self._checked(other)}

    def begins_with(self, node: n.Expression, other: n.Expression) -> bool:
        """Whether what can be wrong with another is what comes to light first of this one: `A(I)` of `A(I)+1/N`."""
        first = self._checked(other)
        return lasting(other) and self._checked(node)[: len(first)] == first

    def _checked(self, node: n.Expression) -> list[tuple[str | int, ...]]:
        """What may be wrong, or changes something, in its turn: subscripts with their limits, and all else as it is
        written."""
        doubtful = [part for part in _parts(node) if self.itself(part) or not lasting(part)]
        return [self._limited(part) or (self.e.expression(part).code,) for part in doubtful]

    def _limited(self, node: n.Expression) -> tuple[str | int, ...]:
        """The subscripts of an element of a list, and their limits."""
        bounds = self._bounds(node) if isinstance(node, n.Element) else []
        return (*self.e.place(node), *bounds) if isinstance(node, n.Element) and bounds else ()

    def _within(self, subscript: n.Expression, bound: int) -> bool:
        return self.ranges.expression(subscript).within(self.e.convert.base, bound)

    def _bounds(self, node: n.Element) -> list[int]:
        """The highest subscripts of a list; nothing if they are not all known before it runs."""
        bounds = self.e.simple_arrays.get(self.e.names.known.get(self.e.key(node), "")) or ()
        known = [bound for bound in bounds if bound is not None]
        return known if len(known) == len(bounds) else []

    def wrong(self, node: n.Expression, kind: str) -> Errors:
        """Those of its value alone, which is none of the kind."""
        own, wanted = self.ranges.kind(node), kind if kind in "$!#" else SIGILS.get(kind, "%")
        if "$" in (own, wanted):
            return NONE if own == wanted else WRONG_TYPE
        if wanted == "#" or (isinstance(node, n.Channel) and kind == "channel"):
            return NONE
        known = self.ranges.expression(node)
        if wanted == "!":
            return OVERFLOW if own == "#" and self._can_overflow and not known.within(-LARGE, LARGE) else NONE
        if known.within(*LIMITS.get(kind, INTEGER_BOUNDS)):
            return NONE
        large = NONE if known.within(*INTEGER_BOUNDS) else OVERFLOW
        return large | ILLEGAL if kind in ("byte", "channel") else large

    def _wrong(self, kind: str, *nodes: n.Expression) -> Errors:
        return NONE.union(*(self.wrong(node, kind) for node in nodes))

    def itself(self, node: n.Expression) -> Errors:
        """Those beside the errors of what it works with."""
        match node:
            case n.Number() | n.String() | n.Variable() | n.Parenthesised() | n.Channel():
                return NONE
            case n.Element(subscripts=subscripts):
                return self._of_element(node, subscripts)
            case n.Unary(operator=operator, operand=operand):
                return NONE if operator == "+" else self.wrong(operand, "integer" if operator == "NOT" else "number")
            case n.Binary(left=left, right=right) if "$" in (kinds := self.ranges.kind(left) + self.ranges.kind(right)):
                return self._of_texts(node) if kinds == "$$" else WRONG_TYPE
            case n.Binary(operator=operator, left=left, right=right):
                return self._of_operator(operator, left, right)
            case n.Function(name=name, arguments=arguments):
                return self._of_function(name, arguments)
            case _:
                return ANY_ERROR

    def _of_element(self, node: n.Element, subscripts: tuple[n.Expression, ...]) -> Errors:
        bounds = self._bounds(node)
        if bounds and all(map(self._within, subscripts, bounds)):
            return NONE
        below = ILLEGAL if not all(self.ranges.expression(each).at_least(0) for each in subscripts) else NONE
        return below.union({errors.SUBSCRIPT}, self._wrong("%", *subscripts))

    def _of_texts(self, node: n.Binary) -> Errors:
        if node.operator != "+":
            return NONE if node.operator in COMPARISONS else WRONG_TYPE
        fits = longest(self.e, node.left) + longest(self.e, node.right) <= LONGEST
        return NONE if fits else frozenset({errors.STRING_TOO_LONG})

    def _of_operator(self, operator: str, left: n.Expression, right: n.Expression) -> Errors:
        """Of numbers. What is divided by 1 or more becomes no larger."""
        one, two = self.ranges.expression(left), self.ranges.expression(right)
        by_zero = BY_ZERO if self.catches and not two.nonzero else NONE
        match operator:
            case "\\" | "MOD":
                return by_zero | self._wrong("integer", left, right)
            case "^":
                root = NONE if two.whole else ILLEGAL
                return NONE if _is_small(one, two) else root | OVERFLOW | BY_ZERO if self.catches else root
            case "+" | "-" | "*" | "/":
                whole = "#" not in self.ranges.kind(left) + self.ranges.kind(right)
                small = whole and arithmetic(operator, one, two).within(-LARGE, LARGE)
                small = small or (operator == "/" and two.nonzero)
                return (by_zero if operator == "/" else NONE) | (OVERFLOW if self._can_overflow and not small else NONE)
            case _:
                return NONE if operator in COMPARISONS else self._wrong("integer", left, right)

    def _of_function(self, name: str, arguments: tuple[n.Expression, ...]) -> Errors:
        match name, arguments:
            case "ERR" | "ERL", []:
                return NONE
            case "INSTR", [*starts, one, two]:
                begins = all(self.ranges.expression(start).at_least(1) for start in starts)
                wrong = self._wrong("byte", *starts) | self._wrong("$", one, two)
                return wrong if begins else wrong | ILLEGAL
            case "STRING$", [count, pattern] if self.ranges.kind(pattern) == "$":
                return self.wrong(count, "byte") | (NONE if has_characters(pattern) else ILLEGAL)
            case "STRING$", [count, pattern]:
                return self._wrong("byte", count, pattern)
            case _ if name in FUNCTIONS:
                return self._called_with(FUNCTIONS[name], arguments)
            case _:
                return ANY_ERROR

    def _called_with(self, entry: Entry, arguments: tuple[n.Expression, ...]) -> Errors:
        if entry.errors is None:
            return ANY_ERROR
        own = entry.errors - SPACE
        if entry.word in SURE:
            place, low, high = SURE[entry.word]
            known = self.ranges.expression(arguments[place])
            own = NONE if known.at_least(low) and (high is None or known.within(low, high)) else own
        pairs = zip(arguments, entry.parameters, strict=False)
        return own.union(*(self.wrong(node, each.kind) for node, each in pairs))


def _parts(node: n.Expression) -> Iterator[n.Expression]:
    """An expression behind all that it consists of, each in its turn."""
    for part in children(node):
        if isinstance(part, n.Expression):
            yield from _parts(part)
    yield node


def has_characters(node: n.Expression) -> bool:
    """Whether a text is a constant that is not empty."""
    return isinstance(node := bare(node), n.String) and node.value != ""


def _is_small(base: Range, exponent: Range) -> bool:
    """Whether a power is no overflow, nor 0 to a negative power or a root of a negative number."""
    low, high, least, most = base.low, base.high, exponent.low, exponent.high
    if low is None or high is None or least is None or most is None or (least < 0 and low < 1):
        return False
    known = exponent.whole and exponent.within(-126, 126)
    return known and max(abs(low), abs(high), 2) ** max(abs(least), abs(most)) <= LARGE
