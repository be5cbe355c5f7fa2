"""Which FOR and WHILE loops are active at a place, and whether a NEXT or WEND finds its own there.

    10 IF A THEN 30
    20 FOR I=1 TO 3
    30 PRINT I: NEXT         the NEXT of the FOR, or an error: that depends on the way

A place is looked at once for every stack of loops that control can come to it with. As a rule its NEXT finds its FOR
with all of them, or with none. A loop that is left by GOTO stays on the stack until an outer one goes on or it begins
anew; where that would give too many stacks, those are forgotten whose ends nothing leads to any more. Where it depends
on the way whether a NEXT finds its FOR, the program has a stack at run time (`dispatch.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ...syntax import nodes as n
from ..flow import Flow, clears, core, jumps, ways
from ..solver import reached

if TYPE_CHECKING:
    from .routines import Node, Place

Stack = tuple[int, ...]  # the points of FOR and WHILE, the innermost last
Errors = Callable[[n.Statement], frozenset[int]]  # with which a statement can end
ON_STACK = "stack"  # the kind of places that do nothing but what a stack at run time is told or asked


class Refused(Exception):
    """The program cannot be put into structured form faithfully."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line, self.what = line, what


class Active:
    """What statements do to the stack."""

    def __init__(self, flow: Flow, kind: Callable[[n.Variable], str]) -> None:
        self.flow = flow
        self.kind = kind
        self._reaching: dict[int, set[int]] = {}
        self._before: dict[int, set[int]] = {}

    def found(self, index: int, stack: Stack) -> bool:
        """Whether the NEXT or WEND at a point finds its beginning; others need none."""
        statement = self.flow.points[index].statement if index < self.flow.end else None
        if isinstance(statement, n.Next):  # the innermost loop that matches must be its own
            matching = (begin for begin in reversed(stack) if self._matches(begin, statement))
            return next(matching, None) == self.flow.ends.get(index, -1)
        return not isinstance(statement, n.Wend) or self.flow.wends.get(index, -1) in stack

    def at(self, place: Place, stack: Stack) -> Stack:
        """The stack at a place: where a loop asks whether it goes on, it is the innermost one."""
        index, part, _ = place
        asks = index in self.flow.whiles if not part else part == "test"
        return (*_until(stack, index), index) if asks else stack

    def after(self, node: Node, stack: Stack) -> Iterator[tuple[Place, Stack]]:
        """What follows a place, and with which stacks."""
        statement = node.point.statement if node.point else None
        if node.part == "main" or clears(statement):
            stack = ()
        if node.kind == "plain" and isinstance(statement, n.Next):
            stack = self.at(node.follows[0], stack)
        below = _until(stack, node.index)
        asks = node.kind == "test" or (node.kind == "if" and isinstance(statement, n.While))
        begins = node.kind == "plain" and isinstance(statement, n.For)
        for position, following in enumerate(node.follows):
            yield following, below if asks and position == 1 else stack
            if begins and position:
                yield following, below  # after an error, the old loop has ended or not

    # -- loops that have been left --------------------------------------------------------------------------------

    def within(self, place: Place, stack: Stack) -> Stack:
        """The same without the outermost loops, as far as their ends cannot be reached any more."""
        below = 0
        while below < len(stack) and place[0] not in self._leading_to_end(stack[below]):
            below += 1
        return stack[below:]

    def _leading_to_end(self, begin: int) -> set[int]:
        """The points from which the end of a loop may be reached before it begins anew."""
        if begin not in self._reaching:
            before = self._before = self._before or self._predecessors()
            end = self.flow.loops[begin] if begin in self.flow.loops else self.flow.whiles[begin]
            found = reached([end], lambda index: (source for source in before[index] if source != begin))
            self._reaching[begin] = found | {begin}  # with the loop's own test
        return self._reaching[begin]

    def _predecessors(self) -> dict[int, set[int]]:
        """Where each point may be reached from within a routine; calls and errors take all ways of coming back."""
        flow = self.flow
        back = {
            target for point in flow.points if isinstance(statement := core(point.statement), n.Return | n.Resume)
            for line in jumps(statement) if (target := flow.target(line)) is not None
        }  # fmt: skip
        before: dict[int, set[int]] = {index: set() for index in range(-1, flow.end + 1)}
        for point in flow.points:
            resumed = range(point.index, point.after + 1) if isinstance(point.statement, n.If) else (point.resume,)
            for following in {*ways(flow, point), *back, point.next, point.after, *resumed}:
                before[following].add(point.index)
        return before

    def _matches(self, begin: int, statement: n.Next) -> bool:
        opening = core(self.flow.points[begin].statement)
        return isinstance(opening, n.For) and (
            not statement.variables or self._named(opening.variable) == self._named(statement.variables[0])
        )

    def _named(self, variable: n.Variable) -> tuple[str, str]:
        return variable.name, self.kind(variable)


def _until(stack: Stack, begin: int) -> Stack:
    """What is below a loop, if it is on the stack."""
    return stack[: stack.index(begin)] if begin in stack else stack


def forgettable(stacks: Iterable[Stack]) -> bool:
    """Whether loops may be forgotten when they have been left for good (`within`), if there is room for all.

    No NEXT or WEND of theirs is come to, and others find what they find: a forgotten loop is below all that are still
    of use. What could make a difference is one that begins anew while it is still there: it ends all that were begun
    after it. But one that is only ever begun within the same outermost loop was begun after that, and so has gone when
    that began anew.
    """
    outermost: dict[int, int] = {}
    return all(outermost.setdefault(begin, stack[0]) == stack[0] for stack in stacks for begin in stack)
