"""Which FOR and WHILE loops are active at a place, and whether a NEXT or WEND finds its own there.

    10 IF A THEN 30
    20 FOR I=1 TO 3
    30 PRINT I: NEXT         the NEXT of the FOR, or an error: that depends on the way

A place is taken once for every stack of loops that it can come with. What comes out of that is the same for most of
these stacks, as a rule for all: only those places stay apart from which a NEXT can be reached that finds its FOR with
one stack and not with another. A loop that is left by GOTO stays on the stack until an outer one goes on or it begins
anew.

Where loops that were left would give too many stacks, one is taken for many: as a set of loops that may be there. If
then nothing depends on the way, that is as good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ...record import replace
from ...syntax import nodes as n
from ..flow import Flow, core, jumps

if TYPE_CHECKING:
    from .routines import Node, Place

Item = int | frozenset[int]  # the point of a FOR or WHILE; or of loops that may be there
Stack = tuple[Item, ...]  # the innermost last
State = tuple["Place", Stack]
Errors = Callable[[n.Statement], frozenset[int]]  # with which a statement can end
MOST_STACKS = 100  # at one place
MOST_LOOPS = 13  # as many FORs fit on GW-BASIC's stack for certain
NONE: frozenset[int] = frozenset()
RETYPED = "NEXT of a variable whose type has changed within the loop"


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


class TooLarge(Exception):
    """What subroutines run through is in each of them, which makes many times the program."""


class TooManyTraps(Exception):
    """What subroutines do is there once for each ON ERROR that may be active when they are called."""


class Active:
    """What statements do to the stack."""

    def __init__(self, flow: Flow, kind: Callable[[n.Variable], str], errors: Errors) -> None:
        self.flow = flow
        self.kind = kind
        self.errors = errors
        self._reaching: dict[int, set[int]] = {}
        self._before: list[list[int]] = []

    def found(self, index: int, stack: Stack) -> set[bool]:
        """Whether the NEXT or WEND at a point finds its beginning; both where that is not known. Others need none."""
        statement = self.flow.points[index].statement if index < self.flow.end else None
        if isinstance(statement, n.Next):
            return self._next_finds(index, statement, stack)
        if isinstance(statement, n.Wend):
            return self._has(stack, self.flow.wends.get(index, -1))
        return {True}

    def after(self, node: Node, stack: Stack) -> Iterator[tuple[Place, Stack]]:
        """What follows a place, and with which stacks."""
        statement = node.point.statement if node.point else None
        index = node.index
        if node.part == "main":
            stack, statement = (), None
        match statement:
            case n.For() if node.part == "test":
                kept = self._until(stack, index)
                yield node.follows[0], (*kept, index)
                yield node.follows[1], kept
                return
            case n.For() if node.kind == "plain":
                for dropped in self._without(stack, index):
                    yield node.follows[0], (*dropped, index)
                remaining = [stack] if self._fails_first(statement) else self._without(stack, index)
                for following in node.follows[1:]:  # after an error there is no loop
                    for left in remaining:
                        yield following, left
                return
            case n.Next() if node.kind == "plain":
                begin = self.flow.ends[index]
                stack = (*self._until(stack, begin), begin)
            case n.While() if node.kind in ("plain", "if", "jump"):
                for dropped in self._without(stack, index):
                    yield node.follows[0], (*dropped, index)
                    for following in node.follows[1:]:
                        yield following, dropped if node.kind == "if" else (*dropped, index)
                return
            case n.Wend() if node.kind == "jump":
                begin = self.flow.wends[index]
                stack = (*self._until(stack, begin), begin)
            case n.Run(file=None) | n.Command(word="CLEAR"):
                stack = ()
            case _:
                pass
        for following in node.follows:
            yield following, stack

    def _fails_first(self, statement: n.For) -> bool:
        """Whether a FOR can fail while its old loop is still there, which it ends when its first value is known."""
        return bool(self.errors(replace(statement, stop=statement.start, step=None)))

    # -- the stack ------------------------------------------------------------------------------------------------

    def _next_finds(self, index: int, statement: n.Next, stack: Stack) -> set[bool]:
        """The innermost loop that matches must be its own; loops that may be there may be in between."""
        own = self.flow.ends.get(index, -1)
        perhaps = set()
        for item in reversed(stack):
            if isinstance(item, frozenset):
                if any(self.matches(begin, statement) for begin in item):
                    perhaps.add(False)
                    if own in item:
                        perhaps.add(True)
            elif self.matches(item, statement):
                return perhaps | {self._same(item, own, index)}
        return perhaps | {False}

    def matches(self, begin: int, statement: n.Next) -> bool:
        opening = core(self.flow.points[begin].statement)
        return isinstance(opening, n.For) and (
            not statement.variables or self._named(opening.variable) == self._named(statement.variables[0])
        )

    def _position(self, stack: Stack, begin: int) -> int:
        """Where a loop is on the stack, begun in whichever copy of the program."""
        base = self.flow.base(begin)
        return next((i for i, item in enumerate(stack) if isinstance(item, int) and self.flow.base(item) == base), -1)

    def _same(self, begin: int, own: int, index: int) -> bool:
        """Whether a loop is the one that a NEXT closes. Begun in another copy, it must count in the same variable."""
        if own < 0 or self.flow.base(begin) != self.flow.base(own):
            return False
        one, other = (core(self.flow.points[point].statement) for point in (begin, own))
        assert isinstance(one, n.For) and isinstance(other, n.For)
        if self._named(one.variable) != self._named(other.variable):
            raise Refused(self.flow.points[index].line, RETYPED)
        return True

    def _named(self, variable: n.Variable) -> tuple[str, str]:
        return variable.name, self.kind(variable)

    def _has(self, stack: Stack, begin: int) -> set[bool]:
        if self._position(stack, begin) >= 0:
            return {True}
        return {False, True} if any(isinstance(item, frozenset) and begin in item for item in stack) else {False}

    def _until(self, stack: Stack, begin: int) -> Stack:
        """What is below a loop, which is on the stack, or may be."""
        if (position := self._position(stack, begin)) >= 0:
            return stack[:position]
        for position, item in enumerate(stack):
            if isinstance(item, frozenset) and begin in item:
                return (*stack[:position], item - {begin})
        return stack

    def _without(self, stack: Stack, begin: int) -> list[Stack]:
        """The stack without the loop that begins anew, and without those inside it."""
        if (position := self._position(stack, begin)) >= 0:
            return [stack[:position]]
        found = [stack]
        for position, item in enumerate(stack):
            if isinstance(item, frozenset) and begin in item:
                less = item - {begin}
                found = [(*stack[:position], less), (*stack[:position], less, *stack[position + 1 :])]
        return found

    # -- one stack for many ---------------------------------------------------------------------------------------

    def blurred(self, place: Place, stack: Stack) -> Stack:
        """The same with loops whose end cannot be reached any more as sets of loops that may be there."""
        found: list[Item] = []
        for item in stack:
            if isinstance(item, int) and place[0] in self._leading_to_end(item):
                found.append(item)
                continue
            more = item if isinstance(item, frozenset) else frozenset({item})
            if found and isinstance(found[-1], frozenset):
                more |= found.pop()  # type: ignore[operator]
            if more:
                found.append(more)
        return tuple(found)

    def within(self, place: Place, stack: Stack) -> Stack:
        """The same without the outermost loops, as far as their ends cannot be reached any more."""
        kept = 0
        while kept < len(stack) and isinstance(item := stack[kept], int) and place[0] not in self._leading_to_end(item):
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


def begun(stack: Stack) -> Iterator[int]:
    """The loops that are there, or may be."""
    for item in stack:
        yield from item if isinstance(item, frozenset) else (item,)


def certain(stack: Stack) -> tuple[int, ...]:
    return tuple(item for item in stack if isinstance(item, int))


def joined(one: Stack, other: Stack) -> Stack:
    """Two stacks with the same certain loops as one."""
    result: list[Item] = []
    for loop, first, second in zip((*certain(one), None), _gaps(one), _gaps(other), strict=True):
        if first | second:
            result.append(first | second)
        if loop is not None:
            result.append(loop)
    return tuple(result)


def _gaps(stack: Stack) -> list[frozenset[int]]:
    """What may be there before each certain loop, and behind the last."""
    found = [NONE]
    for item in stack:
        if isinstance(item, int):
            found.append(NONE)
        else:
            found[-1] = found[-1] | item if found[-1] else item
    return found


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
    outermost: dict[Item, Item] = {}
    for _, stack in follows:
        for item in stack:
            if outermost.setdefault(item, stack[0]) != stack[0]:
                return False
    return True
