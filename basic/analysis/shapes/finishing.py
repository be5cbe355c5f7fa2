"""A loop whose counter is set to its last value is left there.

    10 FOR I=1 TO N                        for i in range(1, n + 1):
    20 IF A(I)=X THEN K=I: I=N                 if a[i] == x:
    30 NEXT                                        k = i
                                                   break

So that its FOR is forgotten, programs leave a loop by its NEXT. What else is done in the turn is done before. Nobody
may look at the counter any more, and the limit has to be what it was when the loop began.
"""

from __future__ import annotations

from collections.abc import Callable

from ...syntax import nodes as n
from ...syntax.visit import walk
from ..flow import Flow, core
from ..routines.routines import Node, Place, Routine, loop_of
from ..variables.remainders import alike
from ..variables.types import EXACT, INTEGER_BOUNDS, Range, Ranges
from .relations import Thing

STRAIGHT = n.Let | n.Print  # what may be done between: it goes on behind itself
STEADY = n.Variable | n.Number | n.Binary | n.Unary | n.Parenthesised | n.Function  # what limits are made of
FUNCTIONS = ("LEN", "INT")
HARMLESS = ("", "+", "-")  # what cannot fail of that where it stands for the first time

ONE = Range(True, 1, 1)


class Finishing:
    """`name`: of a variable; `changed`: what a place may change, None if nobody knows; `alive`: whether a variable's
    value is looked at from a place on; `sure`: whether it has to be proven that a counter can count beyond a limit."""

    def __init__(
        self, flow: Flow, ranges: Ranges, name: Callable[[n.Variable], Thing],
        changed: Callable[[Routine, Node], set[Thing] | None],
        alive: Callable[[Routine, list[Place], Thing], bool], sure: bool,
    ) -> None:  # fmt: skip
        self.flow = flow
        self.ranges = ranges
        self.name = name
        self.changed = changed
        self.alive = alive
        self.sure = sure

    def finish(self, routine: Routine) -> bool:
        """Leave the loops of a routine at once; whether there were any."""
        found = [node for node in routine.nodes.values() if self._opening(node)]
        before = routine.predecessors() if found else {}
        done = False
        for step in found:
            for way in self._setting(routine, step, before):
                done |= self._leave(routine, step, way, before)
        if done:
            reached = routine.reach(routine.entry)
            routine.nodes = {place: node for place, node in routine.nodes.items() if place in reached}
        return done

    def _opening(self, step: Node) -> n.For | None:
        """The FOR of a NEXT."""
        if step.point is None or step.kind != "plain" or not isinstance(step.point.statement, n.Next):
            return None
        begin = self.flow.ends.get(step.index)
        opening = core(self.flow.points[begin].statement) if begin is not None else None
        return opening if isinstance(opening, n.For) else None

    def _setting(self, routine: Routine, step: Node, before: dict[Place, list[Place]]) -> list[list[Node]]:
        """The ways on which an assignment to the counter leads to its NEXT, each with that first."""
        opening = self._opening(step)
        assert opening is not None
        found = []
        for place in before[step.place]:
            way: list[Node] = []
            while (node := routine.nodes[place]).follows == [(way[0].place if way else step.place)]:
                way.insert(0, node)
                statement = core(node.point.statement) if node.point is not None and node.kind != "jump" else None
                if isinstance(statement, n.Let) and self._is_counter(statement.target, opening):
                    found.append(way)
                    break
                straight = node.kind == "jump" or (node.kind == "plain" and isinstance(statement, STRAIGHT))
                if not straight or node.survives or self._mentions(statement, opening) or len(before[place]) != 1:
                    break
                place = before[place][0]
        return found

    def _is_counter(self, target: object, opening: n.For) -> bool:
        return isinstance(target, n.Variable) and self.name(target) == self.name(opening.variable)

    def _mentions(self, statement: n.Statement | None, opening: n.For) -> bool:
        parts = walk(statement) if statement is not None else ()
        return any(isinstance(p, n.UserFunction) or self._is_counter(p, opening) for p in parts)

    def _leave(self, routine: Routine, step: Node, way: list[Node], before: dict[Place, list[Place]]) -> bool:
        """Go from there to where the loop leads, if its NEXT would do so for certain."""
        test, setting, opening = routine.nodes[step.follows[0]], way[0], self._opening(step)
        if len(step.follows) != 1 or test.kind != "test" or len(test.follows) != 2 or test.survives or step.survives:
            return False
        assert opening is not None and setting.point is not None
        statement = core(setting.point.statement)
        assert isinstance(statement, n.Let)
        if setting.kind != "plain" or setting.survives or not self._beyond(routine, test, opening, statement, before):
            return False
        if self.alive(routine, [test.follows[1]], self.name(opening.variable)):
            return False
        setting.kind = "jump"
        last = way[-1]
        last.follows = [test.follows[1]]
        before[step.place].remove(last.place)
        before[test.follows[1]].append(last.place)
        return True

    def _beyond(
        self, routine: Routine, test: Node, opening: n.For, given: n.Let, before: dict[Place, list[Place]]
    ) -> bool:
        """Whether the value that the counter is given and one step make it more than its limit."""
        pace = self.ranges.expression(opening.step) if opening.step is not None else ONE
        kind, other = self.ranges.kind(opening.variable), self.ranges.kind(given.value)
        if other == "$" or (other, kind) == ("#", "!"):
            return False
        if not pace.whole or pace.low != pace.high or not (step := pace.low):
            return False
        value, limit = self.ranges.expression(given.value), self.ranges.expression(opening.stop)
        lowest, highest = INTEGER_BOUNDS if kind == "%" else (-EXACT, EXACT)
        counts = value.within(lowest - min(step, 0), highest - max(step, 0))
        if not counts and (self.sure or kind == "%"):
            return False
        last, end = (value.low, limit.high) if step > 0 else (value.high, limit.low)
        if last is not None and end is not None and (last >= end if step > 0 else last <= end):
            parts = _steady_parts(given.value)
            return bool(parts) and all(getattr(part, "operator", "") in HARMLESS for part in parts)
        return alike(given.value, opening.stop) and self._steady(routine, test, opening, before)

    def _steady(self, routine: Routine, test: Node, opening: n.For, before: dict[Place, list[Place]]) -> bool:
        """Whether nothing changes what the limit consists of, from the FOR to its last NEXT."""
        parts = _steady_parts(opening.stop)
        names = {self.name(part) for part in parts if isinstance(part, n.Variable)}
        turns = [p for p in before[test.place] if self._opening(routine.nodes[p]) is opening]
        gone = [self.changed(routine, routine.nodes[place]) for place in loop_of(test.place, turns, before)]
        return bool(parts) and all(each is not None and names.isdisjoint(each) for each in gone)


def _steady_parts(node: n.Expression) -> list[object]:
    """What an expression consists of, if that is only variables and what is worked out with them; else nothing."""
    parts: list[object] = [*walk(node)]
    functions = {part.name for part in parts if isinstance(part, n.Function)}
    return parts if all(isinstance(part, STEADY) for part in parts) and functions <= {*FUNCTIONS} else []
