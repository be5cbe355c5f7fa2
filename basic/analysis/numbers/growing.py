"""How long bounds may go on growing, and what they are let go to.

    10 N=0
    20 N=N+1: IF N<50 THEN 20      N is 0, 0 to 1, 0 to 2, ... 0 to 49: the next number that the program names

If there are too many of those, bounds are let go to BASIC's own limits; but only where a loop begins, and only those of
what the loop changes: what is counted by the loop around it has its bounds from there.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence

from ...arithmetic.ranges import Range
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..flow import Flow
from ..routines.routines import Key, Node, Place, Routine
from ..variables.located import Bounds, Name, within

LIMITS = (-32768, -1, 0, 1, 255, 32767, 1 << 24)
MOST_VISITS = 30  # of a place before its bounds are let go to these
LAST_VISITS = 100  # before all bounds are
FEW_PLACES, MOST_TIMES = 6000, 4  # programs with fewer places are given so many times as many visits at most


class Growing:
    """`changed`: the variables that a place sets itself."""

    def __init__(self, flow: Flow, places: int, changed: Callable[[Node], set[Name]]) -> None:
        self.changed = changed
        self._marks = _constants(flow)
        times = min(MOST_TIMES, max(1, FEW_PLACES // (places + 1)))
        self._most_visits, self._last_visits = MOST_VISITS * times, LAST_VISITS * times
        self._in_loops: dict[Key, dict[Place, set[Name]]] = {}

    def join(
        self,
        known: Bounds,
        more: Bounds,
        visits: int,
        let_go: Collection[Name] = (),
        stirred: Collection[Name] | None = None,
    ) -> list[Name]:
        """Take in other bounds, of some variables or of all; gives of which less is known than before."""
        changed = []
        marks = self._marks if visits <= self._most_visits else LIMITS
        each = list(known.items()) if stirred is None else [(name, known[name]) for name in stirred if name in known]
        for name, old in each:
            other = more.get(name)
            if other is old:
                continue
            if other is None:
                del known[name]
                changed.append(name)
                continue
            if within(other, old) or (new := old.join(other)) == old:
                continue
            changed.append(name)
            if name in let_go or visits > self._last_visits:
                new = Range(new.whole, _lower(marks, old.low, new.low), _higher(marks, old.high, new.high))
            known[name] = new
        return changed

    def in_loops(self, routine: Routine) -> dict[Place, set[Name]]:
        """What is changed on the ways from each place back to it, those that go back once aside."""
        if routine.key not in self._in_loops:
            self._in_loops[routine.key] = self._changed_in_loops(routine)
        return self._in_loops[routine.key]

    def _changed_in_loops(self, routine: Routine) -> dict[Place, set[Name]]:
        """Loops are many and large where jumps go to and fro: places and variables are numbers here, and no more is
        looked at when everything is changed that the routine changes at all."""
        number = {place: position for position, place in enumerate(routine.nodes)}
        before: list[list[int]] = [[] for _ in number]
        bits: dict[Name, int] = {}
        changed = [0] * len(number)
        back: dict[Place, list[int]] = {}
        for position, (place, node) in enumerate(routine.nodes.items()):
            for name in self.changed(node):
                changed[position] |= bits.setdefault(name, 1 << len(bits))
            for head in node.follows:
                before[number[head]].append(position)
                if head <= place:
                    back.setdefault(head, []).append(position)
        found: dict[Place, set[Name]] = {}
        everything = (1 << len(bits)) - 1
        seen = [-1] * len(number)  # in the loop of which head a place was looked at last
        for head, waiting in back.items():
            own = number[head]
            seen[own] = own
            mask = changed[own]
            while waiting and mask != everything:
                member = waiting.pop()
                if seen[member] != own:
                    seen[member] = own
                    mask |= changed[member]
                    waiting += before[member]
            found[head] = {name for name, bit in bits.items() if mask & bit}
        return found


def _constants(flow: Flow) -> list[int]:
    """The whole numbers in the program, with their neighbours: where bounds come to rest."""
    found = {*LIMITS}
    for point in flow.points:
        for node in walk(point.statement):
            if isinstance(node, n.Number) and node.kind != "#" and node.value == int(node.value):
                number = int(node.value)
                found |= {number - 1, number, number + 1, -number}
    return sorted(found)


def _lower(marks: Sequence[int], old: int | None, new: int | None) -> int | None:
    if old == new or new is None:
        return new
    position = bisect_right(marks, new) - 1
    return marks[position] if position >= 0 else None


def _higher(marks: Sequence[int], old: int | None, new: int | None) -> int | None:
    if old == new or new is None:
        return new
    position = bisect_left(marks, new)
    return marks[position] if position < len(marks) else None
