"""What an error handler does about which error.

    900 IF ERR=53 THEN PRINT "NO FILE": RESUME 50
    910 IF ERL=120 THEN RESUME NEXT
    920 ON ERROR GOTO 0

ERR and ERL do not change while an error is handled, so that for a statement of which it is known how it can fail, most
of a handler does not matter: a division in line 300 ends the program with its message, as if there were no handler.
Nor do variables change that have been given one of them, while nothing can change these: `900 E=ERR: IF E=53 THEN ...`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ...record import record
from ...syntax import nodes as n
from ...syntax.visit import walk

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


Held = tuple[tuple[str, str, float], ...]  # variables that have been given ERR or ERL, and what that is
# What changes no variable, or none that may hold a number.
STILL = n.Remark | n.Empty | n.Data | n.If | n.OnError | n.Print | n.Write | n.Close | n.MidAssign | n.Justify
STILL_WORDS = frozenset({"BEEP", "CLS", "COLOR", "LOCATE", "SOUND"})


@record
class Reply:
    """How a handler ends, and whether all that it may do is to let the program end with the error's message."""

    outcomes: tuple[Outcome, ...]
    idle: bool


@record
class Stretch:
    """What control comes to from a place of a handler before it matters which error it is: how the handler has ended
    by then, whether it has done nothing, and the places where it matters."""

    outcomes: set[Outcome]
    idle: bool
    turns: list[Place]


class Replies:
    """Those of one handler."""

    def __init__(self, handler: Routine, fallible: Callable[[n.Statement], bool]) -> None:
        self.handler, self.fallible = handler, fallible
        self._told = _told_apart(handler)
        lets = [node.point.statement for node in handler.nodes.values() if node.point is not None]
        self._given = any(isinstance(let, n.Let) and NOTHING.asked(let.value) for let in lets)
        self._stretches: dict[Place, Stretch] = {}

    def reply(self, errors: frozenset[int], line: int | None) -> Reply:
        """What it does about some errors in a line; None: which one is not known."""
        found: set[Outcome] = set()
        idle = True
        for number in _different(self._told, errors):
            begin: tuple[Place, Held] = self.handler.entry, ()
            seen, waiting = {begin}, [begin]
            while waiting:
                place, held = waiting.pop()
                stretch = self._stretch(place)
                found |= stretch.outcomes
                idle = idle and stretch.idle
                for turn in stretch.turns:
                    node, known = self.handler.nodes[turn], _Known(number, line, held)
                    idle = idle and _does_nothing(node, known, self.fallible)
                    behind = _held_behind(node, known)
                    for following in _follows(node, known):
                        if (following, behind) not in seen:
                            seen.add((following, behind))
                            waiting.append((following, behind))
        return Reply(tuple(outcome for outcome in self.handler.outcomes if outcome in found), idle and not found)

    def _stretch(self, begin: Place) -> Stretch:
        if begin in self._stretches:
            return self._stretches[begin]
        outcomes: set[Outcome] = set()
        idle = True
        turns = []
        seen, waiting = {begin}, [begin]
        while waiting:
            place = waiting.pop()
            node = self.handler.nodes[place]
            if node.kind == "resume":
                outcomes.update(node.outcomes)
            elif self._matters(node):
                turns.append(place)
            else:
                idle = idle and _does_nothing(node, NOTHING, self.fallible)
                more = [following for following in node.follows if following not in seen]
                seen.update(more)
                waiting += more
        found = self._stretches[begin] = Stretch(outcomes, idle, turns)
        return found

    def _matters(self, node: Node) -> bool:
        """Whether it may matter at a place which error it is, or what variables hold of it."""
        statement = node.point.statement if node.point is not None else None
        if isinstance(statement, n.If):
            condition = statement.condition
            variables = self._given and any(isinstance(inner, n.Variable) for inner in walk(condition))
            return variables or NOTHING.asked(condition) or NOTHING.value(condition) is not None
        return self._given and not _keeps(node)


def _looked_at(handler: Routine) -> Iterator[object]:
    """What its conditions are made of, and what ERR or ERL may be given to."""
    for node in handler.nodes.values():
        statement = node.point.statement if node.point is not None else None
        if isinstance(statement, n.Let) or (node.kind == "if" and isinstance(statement, n.If)):
            yield from walk(statement)


def _told_apart(handler: Routine) -> list[int]:
    """The numbers that a handler may compare an error with."""
    return sorted(
        {int(inner.value) for inner in _looked_at(handler) if isinstance(inner, n.Number) and inner.kind == "%"}
    )


def _different(marks: Sequence[int], errors: frozenset[int]) -> list[int]:
    """One error for each kind that the handler can tell from others."""
    kinds: dict[tuple[int, bool], int] = {}
    for number in sorted(errors):
        kinds.setdefault((bisect_left(marks, number), number in marks), number)
    return list(kinds.values())


def _does_nothing(node: Node, known: _Known, fallible: Callable[[n.Statement], bool]) -> bool:
    if node.kind in ("jump", "again"):
        return True
    if node.point is None or node.kind not in ("if", "plain"):
        return False
    statement = node.point.statement
    if isinstance(statement, n.If):
        return known.value(statement.condition) is not None or not fallible(statement)
    return isinstance(statement, n.Remark | n.Empty | n.Data)


def _follows(node: Node, known: _Known) -> list[Place]:
    statement = node.point.statement if node.point is not None else None
    if node.kind == "if" and isinstance(statement, n.If):
        value = known.value(statement.condition)
        if value is not None:
            return [node.follows[0] if value else node.follows[1]]
    return node.follows


def _held_behind(node: Node, known: _Known) -> Held:
    """The variables that hold ERR or ERL behind a place of a handler."""
    if _keeps(node):
        return known.held
    statement = node.point.statement if node.point is not None else None
    if node.kind != "plain" or not isinstance(statement, n.Let):
        return ()
    target = statement.target
    others = tuple(each for each in known.held if each[0] != target.name)
    value = known.value(statement.value) if known.asked(statement.value) else None
    return others if value is None else (*others, (target.name, target.sigil, value))


def _keeps(node: Node) -> bool:
    """Whether no variable that may hold a number is another behind a place."""
    statement = node.point.statement if node.point is not None else None
    if node.kind in ("jump", "again") or (node.kind in ("if", "plain") and isinstance(statement, STILL)):
        return True
    if isinstance(statement, n.Command):
        return statement.word in STILL_WORDS
    return node.kind == "plain" and isinstance(statement, n.Let) and isinstance(statement.target, n.Element)


@record
class _Known:
    """What is known somewhere in a handler: which error it is, the line if that is known, and what holds them."""

    error: int
    line: int | None
    held: Held

    def asked(self, node: n.Expression) -> bool:
        """Whether an expression asks for any of that."""
        return any(
            (isinstance(inner, n.Function) and inner.name in ("ERR", "ERL"))
            or (isinstance(inner, n.Variable) and self._of(inner) is not None)
            for inner in walk(node)
        )

    def _of(self, node: n.Variable) -> float | None:
        return next((value for name, sigil, value in self.held if (name, sigil) == (node.name, node.sigil)), None)

    def value(self, node: n.Expression) -> float | None:
        """The value of an expression of all that and numbers; None if there is more in it."""
        match node:
            case n.Number(value=value, kind="%" | "!"):
                return value
            case n.Function(name="ERR"):
                return self.error
            case n.Function(name="ERL"):
                return self.line
            case n.Variable():
                return self._of(node)
            case n.Parenthesised(inner=inner):
                return self.value(inner)
            case n.Unary(operator="NOT", operand=operand):
                truth = self._truth(operand)
                return None if truth is None else -1 - truth
            case n.Binary(operator=operator, left=left, right=right) if operator in COMPARE:
                one, two = self.value(left), self.value(right)
                return None if one is None or two is None else -COMPARE[operator](one, two)
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


NOTHING = _Known(0, None, ())  # which error it is does not matter
