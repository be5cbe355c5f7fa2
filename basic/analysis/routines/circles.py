"""Subroutines that run on into each other: where one ends and the next begins, and which of them are one.

    100 PRINT "A": IF X THEN 300            def sub_100(...):
    200 PRINT "B": RETURN                       ...
    300 PRINT "C": IF Y THEN 100                return sub_200(...)

As a rule a subroutine has all that it runs through, and what several have is in each, or a function at their end.
Where that would be many times the program (errors in all of them lead to lines of others, under six different ON
ERRORs), every beginning of a subroutine ends those that come there: they go on by calling it. Only where control comes
back from there, in a circle, are they one function, which is told where to begin, under which ON ERROR as well. What
comes into the midst of a large circle begins it there, or of one with loops.

A loop that is active where a subroutine ends in this way is of no use behind it: what closes it is taken to lead back
to its FOR, and so would be in the same circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from ...syntax import nodes as n
from ..components import numbered
from ..flow import Flow, calls, core, jumps, ways

LARGE = 200  # statements of a circle that is in one place only, wherever control comes into it

Fallible = Callable[[n.Statement], object]


class Circles:
    """Where subroutines begin, and which of them are one. `errors`: whether a statement can fail; `homes`: lines of the
    main program that errors lead to, where subroutines do not go on."""

    def __init__(self, flow: Flow, errors: Fallible, homes: Iterable[int]) -> None:
        statements = [core(point.statement) for point in flow.points]
        self.begins = {target for point in flow.points for target in calls(flow, point)}
        resumed = _targets(flow, statements, n.Resume) - set(homes)
        self.led = self._led(flow, statements, errors, resumed)
        self.part = [0] * len(self.led)
        for number, part in enumerate(numbered(self.led)):
            for index in part:
                self.part[index] = number
        self.first: dict[int, int] = {}  # of each beginning, the first of those that are one with it
        known: dict[int, int] = {}
        begins = self.begins | resumed
        for index in sorted(begins | self._midst(flow, {self.part[index] for index in begins})):
            self.first[index] = known.setdefault(self.part[index], index)

    def _midst(self, flow: Flow, begun: set[int]) -> set[int]:
        """Where control comes from outside into a large circle, which would be in all that lead there; or into one in
        which subroutines begin (`begun`) and which has loops, of which they have to know."""
        sizes = Counter(self.part)
        looping = {self.part[head] for loops in (flow.loops, flow.whiles) for head in loops}
        apart = {part for part in sizes if sizes[part] >= LARGE or (part in begun and part in looping)}
        return {
            target for index, targets in enumerate(self.led) for target in targets
            if target < flow.end and self.part[index] != self.part[target] and self.part[target] in apart
        }  # fmt: skip

    def larger_than(self, most: int) -> bool:
        """Whether subroutines would have more places than that together, if each had all that it runs through."""
        total = 0
        for begin in self.begins:
            seen = {begin}
            waiting = [begin]
            while waiting:
                more = [index for index in self.led[waiting.pop()] if index not in seen]
                seen.update(more)
                waiting += more
            total += len(seen)
            if total > most:
                return True
        return False

    def _led(
        self, flow: Flow, statements: list[n.Statement], errors: Fallible, resumed: set[int]
    ) -> list[list[int]]:
        """Where each point may lead within a subroutine; behind the points there are two for all errors and for every
        RETURN to a line."""
        failing, returning = flow.end + 1, flow.end + 2
        trapped = any(isinstance(statement, n.OnError) for statement in statements)
        led = []
        for point, statement in zip(flow.points, statements, strict=True):
            follows = {*ways(flow, point)}
            if calls(flow, point):
                follows.add(returning)
            if point.index in flow.ends:  # the loop is of use here, wherever its body has been entered
                follows.add(flow.ends[point.index])
            if trapped and errors(point.statement):
                follows |= {failing, point.index, point.after, point.resume}
                if isinstance(statement, n.If):  # RESUME NEXT may go to any of its statements
                    follows.update(range(point.index + 1, point.after))
            led.append([index for index in sorted(follows) if index >= 0])
        return [*led, [], sorted(resumed), sorted(_targets(flow, statements, n.Return))]

    def parts(self, index: int, other: int) -> bool:
        """Whether what begins at a point ends where it comes to another, at which a subroutine begins."""
        return other in self.first and self.part[index] != self.part[other]


def _targets(flow: Flow, statements: list[n.Statement], kind: type[n.Statement]) -> set[int]:
    """The points that statements of a kind lead to."""
    found = {flow.target(line) for statement in statements if isinstance(statement, kind) for line in jumps(statement)}
    return {index for index in found if index is not None}
