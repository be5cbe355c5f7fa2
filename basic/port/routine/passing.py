"""What is set only to be handed to a subroutine.

    10 X$=V$: GOSUB 2500: PRINT X$      x = upper_case(v)

An assignment right before a call stands as the argument itself, if nobody looks at the variable but the subroutine.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.defaults import Name
from ...analysis.routines.routines import Node, Place, Routine
from ...syntax import nodes as n
from ..plan.knowledge import Knowledge


class Passing:
    """Such assignments in a routine, by the call and the variable."""

    def __init__(self, k: Knowledge, routine: Routine) -> None:
        self.k, self.routine = k, routine
        self.arguments: dict[tuple[Place, Name], Node] = {}
        before = routine.predecessors()
        for node in [routine.nodes[place] for place in sorted(routine.nodes)]:
            if node.kind == "call" and node.part == "" and len(node.follows) == 1:
                self._before(node, before)
        self.absorbed = {node.place for node in self.arguments.values()}  # what is not written itself

    def given_to(self, call: Place) -> Iterator[Node]:
        """The assignments that are arguments of a call."""
        return (source for (place, _), source in self.arguments.items() if place == call)

    def _before(self, call: Node, before: dict[Place, list[Place]]) -> None:
        assert call.call is not None
        wanted = set(self.k.data_flow.parameters(call.call))
        returned = set(self.k.data_flow.results(call.call))
        looked_at = 0  # by the arguments that come later
        place, safe = call.place, True
        while len(before[place]) == 1:
            node = self.routine.nodes[before[place][0]]
            place = node.place
            found = self._assignment(node)
            if found is None:
                return
            name = self.k.types.name(found[0])
            if name not in wanted or looked_at & self.k.survey.mask([name]):
                return
            if name not in returned and self.k.data_flow.alive(self.routine, call.follows, name):
                return
            harmless = self.argument_code(node)[1]
            if not (harmless or (safe and _line(node) == _line(call))):
                return
            safe = safe and harmless
            wanted.discard(name)
            looked_at |= self.k.survey.effects[self.routine.key][place].reads
            self.arguments[call.place, name] = node

    def tears(self, places: set[Place]) -> bool:
        """Whether a call is among some places without what is written as part of it, or that without the call."""
        return any((call in places) != (node.place in places) for (call, _), node in self.arguments.items())

    def _assignment(self, node: Node) -> tuple[n.Variable, n.Expression] | None:
        """What a plain assignment gives to which variable, where what it leads to is the only way on."""
        match node.point and node.point.statement:
            case n.Let(target=n.Variable() as target, value=value) if node.kind == "plain" and not node.survives:
                return target, value
        return None

    def argument_code(self, node: Node) -> tuple[str, bool]:
        """The value of an assignment as an argument, and whether it is sure to be worked out without an error."""
        found = self._assignment(node)
        assert found is not None
        before = self.k.ranges.bounds
        self.k.ranges.bounds = self.k.intervals.at(self.routine.key, node.place)
        value, code = self.k.s.assigning.given(*found)
        safe = self.k.e.failures.safe(found[1]) and code in (value.code, value.truth())
        self.k.ranges.bounds = before
        return code, safe


def _line(node: Node) -> int:
    return node.point.line if node.point is not None else 0
