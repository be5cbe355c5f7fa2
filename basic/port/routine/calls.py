"""How routines call each other, and what they give back: their results, and at which of several ends they are.

    a, b = sub_300(c)
    way, a = sub_500()
"""

from __future__ import annotations

from ...analysis.defaults import Name
from ...analysis.routines.routines import Key, Node, Outcome
from ...syntax import nodes as n
from .draft import Draft, Put
from .labels import Labels


class Calls:
    """Writes calls and returns."""

    def __init__(self, draft: Draft, labels: Labels) -> None:
        self.k, self.draft, self.labels = draft.k, draft, labels

    def just_ends(self, node: Node) -> bool:
        """Whether the routine in hand ends behind a place and need not say how."""
        key = self.draft.routine.key
        if node.follows or node.sorts or self.k.graph.tells(key):
            return False
        if node.kind == "end":
            statement = node.point.statement if node.point is not None else None
            stops = isinstance(statement, n.Command) and statement.word == "STOP"
            return key == self.k.graph.main and not stops and not isinstance(statement, n.Run)
        lost = node.call is not None and not node.outcomes  # it never comes back
        return node.kind in ("return", "resume", "call", "tail") and not (lost and self.results())

    def give_back(self, outcome: Outcome, put: Put) -> None:
        """Back to the caller: at which of the routine's ends, and what it gives."""
        key = self.draft.routine.key
        put(f"return {', '.join([self.outcome_code(key, outcome), *self.results()])}")

    def results(self) -> list[str]:
        """What the routine in hand gives back, but for its end."""
        return [self.k.names[name] for name in self.k.data_flow.results(self.draft.routine.key)]

    def _called(self, node: Node) -> str:
        assert node.call is not None
        name = self.labels.routine_name(node.call)
        given = [self._argument(node, name) for name in self.k.data_flow.parameters(node.call)]
        return f"{name}({', '.join(given)})"

    def _argument(self, node: Node, name: Name) -> str:
        source = self.draft.passing.arguments.get((node.place, name))
        return self.k.names[name] if source is None else self.draft.passing.argument_code(source)[0]

    def targets(self, node: Node) -> list[str]:
        """What takes the results of a call: `_` where nobody will look."""
        assert node.call is not None
        found = []
        for name in self.k.data_flow.results(node.call):
            wanted = self.k.data_flow.alive(self.draft.routine, node.follows, name) or self._passed_on(node, name)
            found.append(self.k.names[name] if wanted else "_")
        self.k.s.assigning.declared.update(found)
        return found

    def _passed_on(self, node: Node, name: Name) -> bool:
        return node.kind == "tail" and name in self.k.data_flow.results(self.draft.routine.key)

    def call(self, node: Node) -> str:
        """`a, b = sub_300(c)`"""
        assert node.call is not None
        targets = self.targets(node)
        if self.k.graph.tells(node.call) and targets:
            targets = ["_", *targets]
        if all(target == "_" for target in targets):
            return self._called(node)
        return f"{', '.join(targets)} = {self._called(node)}"

    def outcome(self, node: Node, indent: int) -> str:
        """The expression that says where a call has ended."""
        targets = self.targets(node)
        if not targets:
            return self._called(node)
        if all(target == "_" for target in targets):
            return f"{self._called(node)}[0]"
        assert node.call is not None
        normal = self.normal_end(node.call)
        name = "way" if normal is None else "returned" if normal.target < 0 else "goes_on"
        code = f"{name}, {', '.join(targets)} = {self._called(node)}"
        self.draft.put(indent, code, node)
        return name

    def normal_end(self, key: Key) -> Outcome | None:
        """Of a subroutine with two ends, the one that is True: RETURN rather than what leads elsewhere."""
        routine = self.k.graph.routines[key]
        if routine.handler or len(routine.outcomes) != 2:
            return None
        return min(routine.outcomes, key=lambda outcome: (outcome.kind != "return", outcome.target >= 0))

    def outcome_code(self, key: Key, outcome: Outcome) -> str:
        """What a routine with several ends says; a handler names its RESUME."""
        if not self.k.graph.routines[key].handler:
            normal = self.normal_end(key)
            return str(self.k.graph.routines[key].outcomes.index(outcome) if normal is None else outcome == normal)
        if outcome.kind == "line":
            line = self.labels.resumed_at(outcome.said)
            return f"errors.returning({line})" if outcome.trap[1] else line
        return "RESUME" if outcome.kind == "again" else "RESUME_NEXT"

    def outcome_label(self, key: Key, outcome: Outcome) -> str:
        """The same where it is compared with what has been said: for `case`, where a name would take any value."""
        if not self.k.graph.routines[key].handler:
            return self.outcome_code(key, outcome)
        if outcome.kind == "line":
            return self.labels.resumed_at(outcome.said)
        return "0" if outcome.kind == "again" else "-1"  # RESUME and RESUME_NEXT
