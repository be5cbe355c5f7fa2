"""What is set only to be handed to a subroutine, and taken only to be put elsewhere.

    10 X$=V$: GOSUB 2500: V$=X$         v = upper_case(v)

An assignment right before a call stands as the argument itself, if nobody looks at the variable but the subroutine; one
right behind it names what takes the result.
"""

from __future__ import annotations

from ...analysis.routines.routines import Node, Place, Routine
from ...syntax import nodes as n
from ..naming.names import Key as Name
from ..plan.knowledge import Knowledge
from .draft import Draft

MOST_LETTERS = 40  # of an expression that stands as an argument


class Passing:
    """Finds such assignments; `places.py` leaves them out and writes the calls."""

    def __init__(self, k: Knowledge, draft: Draft) -> None:
        self.k, self.draft = k, draft

    def plan_passing(self, routine: Routine) -> None:
        self.absorbed: set[Place] = set()  # assignments that are not written
        self.arguments: dict[tuple[Place, Name], Node] = {}  # a call's, in place of the variable
        self.takers: dict[tuple[Place, Name], n.Variable] = {}  # what takes a call's result instead of the variable
        before = routine.predecessors()
        for node in [routine.nodes[place] for place in sorted(routine.nodes)]:
            if node.kind == "call" and node.part == "" and len(node.follows) == 1 and node.call is not None:
                self._before(routine, node, before)
                self._behind(routine, node, before)

    def _before(self, routine: Routine, call: Node, before: dict[Place, list[Place]]) -> None:
        assert call.call is not None
        wanted = set(self.k.data_flow.parameters(call.call))
        returned = set(self.k.data_flow.results(call.call))
        looked_at: set[Name] = set()  # by the arguments that come later
        place, safe = call.place, True
        while len(before[place]) == 1:
            node = routine.nodes[before[place][0]]
            place = node.place
            statement = self._assignment(node)
            if statement is None or place in self.absorbed:
                return
            name = self.k.survey.name(statement.target)  # type: ignore[arg-type]
            if name not in wanted or name in looked_at:
                return
            if name not in returned and self.k.data_flow.alive(routine, call.follows, name):
                return
            code, harmless = self.argument_code(node)
            if len(code) > MOST_LETTERS or not (harmless or (safe and self._line_of(node) == self._line_of(call))):
                return
            safe = safe and harmless
            wanted.discard(name)
            looked_at |= self.k.survey.effects[routine.key][place][0]
            self.absorbed.add(place)
            self.arguments[call.place, name] = node

    def _behind(self, routine: Routine, call: Node, before: dict[Place, list[Place]]) -> None:
        assert call.call is not None
        node = routine.nodes[call.follows[0]]
        statement = self._assignment(node)
        if statement is None or len(before[node.place]) != 1 or not isinstance(statement.value, n.Variable):
            return
        name, taker = self.k.survey.name(statement.value), self.k.survey.name(statement.target)  # type: ignore[arg-type]
        results = self.k.data_flow.results(call.call)
        if name not in results or taker in results or self.k.s.lists.type_name(name) != self.k.s.lists.type_name(taker):
            return
        if name[1] == taker[1] and not self.k.data_flow.alive(routine, node.follows, name):
            self.absorbed.add(node.place)
            self.takers[call.place, name] = statement.target  # type: ignore[assignment]

    def parts_passed(self, places: set[Place]) -> bool:
        """Whether a call is among some places of the routine in hand without what is written as part of it, or that
        without the call."""
        given = [(call, node.place) for (call, _), node in self.arguments.items()]
        taken = [(call, self.draft.routine.nodes[call].follows[0]) for call, _ in self.takers]
        return any((call in places) != (place in places) for call, place in given + taken)

    def _assignment(self, node: Node) -> n.Let | None:
        """A plain assignment to a variable, and where it leads is the only way on."""
        statement = node.point.statement if node.point is not None else None
        if not isinstance(statement, n.Let) or not isinstance(statement.target, n.Variable):
            return None
        return statement if node.kind == "plain" and not node.survives else None

    def argument_code(self, node: Node) -> tuple[str, bool]:
        """The value of an assignment as an argument, and whether it is sure to be worked out without an error."""
        assert node.point is not None and isinstance(node.point.statement, n.Let)
        statement = node.point.statement
        assert isinstance(statement.target, n.Variable)
        before = self.k.ranges.bounds
        self.draft.stand(node.place)
        value, code = self.k.s.assigning.given(statement.target, statement.value)
        self.k.ranges.bounds = before
        return code, value.safe and code in (value.code, value.truth())

    def _line_of(self, node: Node) -> int:
        return node.point.line if node.point is not None else 0
