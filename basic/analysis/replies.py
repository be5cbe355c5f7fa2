"""What an error handler does about which error.

    900 IF ERR=53 THEN PRINT "NO FILE": RESUME 50
    910 IF ERL=120 THEN RESUME NEXT
    920 ON ERROR GOTO 0

ERR and ERL do not change while an error is handled, so that for a statement of which it is known how it can fail, most
of a handler does not matter: a division in line 300 ends the program with its message, as if there were no handler.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..record import record
from ..syntax import nodes as n
from ..syntax.visit import walk

if TYPE_CHECKING:
    from .routines import Node, Outcome, Place, Routine

COMPARE: dict[str, Callable[[float, float], bool]] = {
    "=": lambda a, b: a == b,
    "<>": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


@record
class Reply:
    """How a handler ends, and whether all that it may do is to let the program end with the error's message."""

    outcomes: tuple[Outcome, ...]
    idle: bool


def reply(handler: Routine, errors: frozenset[int], line: int | None, fallible: Callable[[n.Statement], bool]) -> Reply:
    """What a handler does about some errors in a line; None: which one is not known."""
    found: set[Outcome] = set()
    idle = True
    for number in _different(handler, errors):
        seen: set[Place] = {handler.entry}
        waiting = [handler.entry]
        while waiting:
            node = handler.nodes[waiting.pop()]
            if node.kind == "resume":
                found.update(node.outcomes)
                continue
            idle = idle and _does_nothing(node, number, line, fallible)
            for following in _follows(node, number, line):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
    return Reply(tuple(outcome for outcome in handler.outcomes if outcome in found), idle and not found)


def asks_line(handler: Routine) -> bool:
    """Whether a handler looks at the line of its error."""
    return any(
        isinstance(inner, n.Function) and inner.name == "ERL"
        for node in handler.nodes.values()
        if node.kind == "if" and node.point is not None
        for inner in walk(node.point.statement)
    )


def _different(handler: Routine, errors: frozenset[int]) -> list[int]:
    """One error for each kind that the handler can tell from others."""
    marks = sorted(
        {
            int(inner.value)
            for node in handler.nodes.values()
            if node.kind == "if" and node.point is not None
            for inner in walk(node.point.statement)
            if isinstance(inner, n.Number) and inner.kind == "%"
        }
    )
    kinds: dict[tuple[int, bool], int] = {}
    for number in sorted(errors):
        kinds.setdefault((bisect_left(marks, number), number in marks), number)
    return list(kinds.values())


def _does_nothing(node: Node, error: int, line: int | None, fallible: Callable[[n.Statement], bool]) -> bool:
    if node.kind in ("jump", "again"):
        return True
    if node.point is None or node.kind not in ("if", "plain"):
        return False
    statement = node.point.statement
    if isinstance(statement, n.If):
        return _value(statement.condition, error, line) is not None or not fallible(statement)
    return isinstance(statement, n.Remark | n.Empty | n.Data)


def _follows(node: Node, error: int, line: int | None) -> list[Place]:
    statement = node.point.statement if node.point is not None else None
    if node.kind == "if" and isinstance(statement, n.If):
        value = _value(statement.condition, error, line)
        if value is not None:
            return [node.follows[0] if value else node.follows[1]]
    return node.follows


def _value(node: n.Expression, error: int, line: int | None) -> float | None:
    """The value of an expression of ERR, ERL and numbers; None if there is more in it."""
    match node:
        case n.Number(value=value, kind="%" | "!"):
            return value
        case n.Function(name="ERR"):
            return error
        case n.Function(name="ERL"):
            return line
        case n.Parenthesised(inner=inner):
            return _value(inner, error, line)
        case n.Unary(operator="NOT", operand=operand):
            held = _truth(operand, error, line)
            return None if held is None else -1 - held
        case n.Binary(operator=operator, left=left, right=right) if operator in COMPARE:
            one, two = _value(left, error, line), _value(right, error, line)
            return None if one is None or two is None else -COMPARE[operator](one, two)
        case n.Binary(operator="AND" | "OR" as operator, left=left, right=right):
            known: list[float | None] = [_truth(left, error, line), _truth(right, error, line)]
            decided = 0 if operator == "AND" else -1
            return decided if decided in known else None if None in known else -1 - decided
        case _:
            return None


def _truth(node: n.Expression, error: int, line: int | None) -> int | None:
    """The same, if it is 0 or -1."""
    value = _value(node, error, line)
    return int(value) if value in (0, -1) else None
