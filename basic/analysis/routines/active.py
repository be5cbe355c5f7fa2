"""Which FOR and WHILE loops are active at a place, and whether a NEXT or WEND finds its own there.

    10 IF A THEN 30
    20 FOR I=1 TO 3
    30 PRINT I: NEXT         the NEXT of the FOR, or an error: that depends on the way

A place is taken once for every stack of loops that it can come with. What comes out of that is the same for most of
these stacks, as a rule for all: only those places stay apart from which a NEXT can be reached that finds its FOR with
one stack and not with another. A loop that is left by GOTO stays on the stack until an outer one goes on or it begins
anew; where that would give too many stacks, those are forgotten that have been left for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ...record import replace
from ...syntax import nodes as n
from ..flow import Flow, core, jumps

if TYPE_CHECKING:
    from .routines import Node, Place

Stack = tuple[int, ...]  # the points of FOR and WHILE, the innermost last
State = tuple["Place", Stack]
Errors = Callable[[n.Statement], frozenset[int]]  # with which a statement can end
MOST_STACKS = 100  # at one place
MOST_LOOPS = 13  # as many FORs fit on GW-BASIC's stack for certain


class Refused(Exception):
    """The program cannot be put into structured form faithfully."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line, self.what = line, what


class TooMany(Exception):
    """Loops are left and begun in too many ways."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class Active:
    """What statements do to the stack."""

    def __init__(self, flow: Flow, kind: Callable[[n.Variable], str], errors: Errors) -> None:
        self.flow = flow
        self.kind = kind
        self.errors = errors
        self._reaching: dict[int, set[int]] = {}
        self._before: list[list[int]] = []

    def found(self, index: int, stack: Stack) -> bool:
        """Whether the NEXT or WEND at a point finds its beginning; others need none."""
        statement = self.flow.points[index].statement if index < self.flow.end else None
        if isinstance(statement, n.Next):  # the innermost loop that matches must be its own
            matching = (begin for begin in reversed(stack) if self.matches(begin, statement))
            return next(matching, None) == self.flow.ends.get(index, -1)
        return not isinstance(statement, n.Wend) or self.flow.wends.get(index, -1) in stack

    def after(self, node: Node, stack: Stack) -> Iterator[tuple[Place, Stack]]:
        """What follows a place, and with which stacks."""
        statement = node.point.statement if node.point else None
        index = node.index
        if node.part == "main":
            stack, statement = (), None
        match statement:
            case n.For() if node.part == "test":
                kept = _until(stack, index)
                yield node.follows[0], (*kept, index)
                yield node.follows[1], kept
                return
            case n.For() if node.kind == "plain":
                kept = _until(stack, index)
                yield node.follows[0], (*kept, index)
                for following in node.follows[1:]:  # after an error there is no loop
                    yield following, stack if self._fails_first(statement) else kept
                return
            case n.Next() if node.kind == "plain":
                begin = self.flow.ends[index]
                stack = (*_until(stack, begin), begin)
            case n.While() if node.kind in ("plain", "if", "jump"):
                kept = _until(stack, index)
                yield node.follows[0], (*kept, index)
                for following in node.follows[1:]:
                    yield following, kept if node.kind == "if" else (*kept, index)
                return
            case n.Wend() if node.kind == "jump":
                begin = self.flow.wends[index]
                stack = (*_until(stack, begin), begin)
            case n.Run(file=None) | n.Command(word="CLEAR"):
                stack = ()
            case _:
                pass
        for following in node.follows:
            yield following, stack

    def _fails_first(self, statement: n.For) -> bool:
        """Whether a FOR can fail while its old loop is still there, which it ends when its first value is known."""
        return bool(self.errors(replace(statement, stop=statement.start, step=None)))

    def matches(self, begin: int, statement: n.Next) -> bool:
        opening = core(self.flow.points[begin].statement)
        return isinstance(opening, n.For) and (
            not statement.variables or self._named(opening.variable) == self._named(statement.variables[0])
        )

    def _named(self, variable: n.Variable) -> tuple[str, str]:
        return variable.name, self.kind(variable)

    # -- loops that have been left --------------------------------------------------------------------------------

    def within(self, place: Place, stack: Stack) -> Stack:
        """The same without the outermost loops, as far as their ends cannot be reached any more."""
        kept = 0
        while kept < len(stack) and place[0] not in self._leading_to_end(stack[kept]):
            kept += 1
        return stack[kept:]

    def _leading_to_end(self, begin: int) -> set[int]:
        """The points from which the end of a loop may be reached before it begins anew."""
        if begin not in self._reaching:
            end = self.flow.loops[begin] if begin in self.flow.loops else self.flow.whiles[begin]
            before = self._backwards()
            found: set[int] = {end}
            waiting = [end]
            while waiting:
                for source in before[waiting.pop()]:
                    if source not in found and source != begin:
                        found.add(source)
                        waiting.append(source)
            self._reaching[begin] = found | {begin}  # with the loop's own test
        return self._reaching[begin]

    def _backwards(self) -> list[list[int]]:
        """Where each point may be reached from, if only within a routine; calls take all ways of coming back."""
        if not self._before:
            flow = self.flow
            statements = [core(point.statement) for point in flow.points]
            back = {
                target
                for statement in statements
                if isinstance(statement, n.Return | n.Resume)
                for line in jumps(statement)
                if (target := flow.target(line)) is not None
            }
            self._before = [[] for _ in range(flow.end + 1)]
            for point, statement in zip(flow.points, statements, strict=True):
                follows = {point.next, point.otherwise, point.after, point.resume, *back}
                if isinstance(statement, n.If):  # RESUME NEXT may go to any of its statements
                    follows.update(range(point.index + 1, point.after))
                follows |= {target for line in jumps(statement) if (target := flow.target(line)) is not None}
                for behind in (flow.loops, flow.whiles, flow.ends):
                    if point.index in behind:
                        follows.add(flow.points[behind[point.index]].next)
                follows.add(flow.wends.get(point.index, -1))
                for following in follows:
                    if 0 <= following <= flow.end:
                        self._before[following].append(point.index)
        return self._before


def _until(stack: Stack, begin: int) -> Stack:
    """What is below a loop, if it is on the stack."""
    return stack[: stack.index(begin)] if begin in stack else stack


# ---- what depends on the way ----------------------------------------------------------------------------------------


def classes(follows: dict[State, list[State]], results: dict[State, object]) -> dict[State, int]:
    """States of the same place that have the same future are in one class; the classes of a place are numbered."""
    places: dict[Place, list[State]] = {}
    for state in follows:
        places.setdefault(state[0], []).append(state)
    found = dict.fromkeys(follows, 0)
    places = {place: states for place, states in places.items() if len(states) > 1}  # others have one class
    before: dict[Place, set[Place]] = {place: set() for place in places}
    for states in places.values():
        for state in states:
            for place, _ in follows[state]:
                if place in before:
                    before[place].add(state[0])
    waiting = list(places)
    queued = set(waiting)
    while waiting:
        place = waiting.pop()
        queued.discard(place)
        numbers: dict[object, int] = {}
        count = 1 + max(found[state] for state in places[place])
        new = {}
        for state in places[place]:
            seen = (found[state], results[state], *(found[following] for following in follows[state]))
            new[state] = numbers.setdefault(seen, len(numbers))
        found.update(new)
        if len(numbers) > count:
            more = before[place] - queued
            waiting += sorted(more)
            queued |= more
    return found


def forgettable(follows: Iterable[State]) -> bool:
    """Whether loops may be forgotten when they have been left for good (`within`), if there is room for all.

    No NEXT or WEND of theirs is come to, and others find what they find: a forgotten loop is below all that are still
    of use. What could make a difference is one that begins anew while it is still there: it ends all that were begun
    after it. But one that is only ever begun within the same outermost loop was begun after that, and so has gone when
    that began anew.
    """
    outermost: dict[int, int] = {}
    for _, stack in follows:
        for item in stack:
            if outermost.setdefault(item, stack[0]) != stack[0]:
                return False
    return True
