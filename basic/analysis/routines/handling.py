"""What an error handler does about which error.

    900 IF ERR=53 THEN PRINT "NO FILE": RESUME 50
    910 IF ERL=120 THEN RESUME NEXT
    920 ON ERROR GOTO 0

ERR and ERL do not change while an error is handled, so that for a statement of which it is known how it can fail, most
of a handler does not matter: a division in line 300 ends the program with its message, as if there were no handler.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...record import record
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..solver import reached
from ..variables.truths import holds
from ..variables.types import COMPARISONS

if TYPE_CHECKING:
    from .routines import Node, Outcome, Place, Routine

@record
class Response:
    """How a handler ends, and whether all that it may do is to let the program end with the error's message."""

    outcomes: tuple[Outcome, ...]
    idle: bool


class Handling:
    """What one handler does."""

    def __init__(self, handler: Routine, fallible: Callable[[n.Statement], bool]) -> None:
        self.handler, self.fallible = handler, fallible
        asked = [inner for condition in _conditions(handler) for inner in walk(condition)]
        whole = (inner for inner in asked if isinstance(inner, n.Number) and inner.kind == "%")
        self._numbers = sorted({int(number.value) for number in whole})
        self._asks_line = any(isinstance(inner, n.Function) and inner.name == "ERL" for inner in asked)
        self._known: dict[tuple[int, int | None], tuple[set[Outcome], bool]] = {}

    def response(self, errors: frozenset[int], line: int | None) -> Response:
        """What it does about some errors in a line; None: which one is not known."""
        found: set[Outcome] = set()
        idle = True
        for error in _different(self._numbers, errors):
            one = error, line if self._asks_line else None
            if one not in self._known:
                self._known[one] = self._to(_Error(*one))
            outcomes, nothing = self._known[one]
            found |= outcomes
            idle = idle and nothing
        return Response(tuple(outcome for outcome in self.handler.outcomes if outcome in found), idle and not found)

    def _to(self, error: _Error) -> tuple[set[Outcome], bool]:
        """How it ends after one error, and whether it does nothing else."""
        nodes = self.handler.nodes
        places = reached([self.handler.entry], lambda place: _follows(nodes[place], error))
        behind = [nodes[place] for place in places]
        outcomes = {outcome for node in behind if node.kind == "resume" for outcome in node.outcomes}
        return outcomes, all(_does_nothing(node, error, self.fallible) for node in behind if node.kind != "resume")


def _conditions(handler: Routine) -> Iterator[n.Expression]:
    for node in handler.nodes.values():
        statement = node.point.statement if node.point is not None else None
        if node.kind == "if" and isinstance(statement, n.If):
            yield statement.condition


def _different(marks: Sequence[int], errors: frozenset[int]) -> list[int]:
    """One error for each kind that the handler can tell from others."""
    kinds: dict[tuple[int, bool], int] = {}
    for number in sorted(errors):
        kinds.setdefault((bisect_left(marks, number), number in marks), number)
    return list(kinds.values())


def _does_nothing(node: Node, error: _Error, fallible: Callable[[n.Statement], bool]) -> bool:
    if node.kind in ("jump", "again"):
        return True
    if node.point is None or node.kind not in ("if", "plain"):
        return False
    statement = node.point.statement
    if isinstance(statement, n.If):
        return error.value(statement.condition) is not None or not fallible(statement)
    return isinstance(statement, n.Remark | n.Empty | n.Data)


def _follows(node: Node, error: _Error) -> list[Place]:
    statement = node.point.statement if node.point is not None else None
    value = error.value(statement.condition) if node.kind == "if" and isinstance(statement, n.If) else None
    return node.follows if value is None else [node.follows[0] if value else node.follows[1]]


@record
class _Error:
    """What is known of an error: its number, and the line if that is known."""

    number: int
    line: int | None

    def value(self, node: n.Expression) -> float | None:
        """The value of an expression of ERR, ERL and numbers; None if there is more in it."""
        match node:
            case n.Number(value=value, kind="%" | "!"):
                return value
            case n.Function(name="ERR"):
                return self.number
            case n.Function(name="ERL"):
                return self.line
            case n.Parenthesised(inner=inner):
                return self.value(inner)
            case n.Binary(operator=operator, left=left, right=right) if operator in COMPARISONS:
                one, two = self.value(left), self.value(right)
                return None if one is None or two is None else -holds(operator, one, two)
            case n.Binary(operator="AND" | "OR" as operator, left=left, right=right):
                known: list[float | None] = [self._truth(left), self._truth(right)]
                decided = 0 if operator == "AND" else -1
                return decided if decided in known else None if None in known else -1 - decided
            case _:
                return None

    def _truth(self, node: n.Expression) -> int | None:
        """The same, if it is 0 or -1."""
        value = self.value(node)
        return int(value) if value in (0, -1) else None
