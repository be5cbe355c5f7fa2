"""How routines call each other, and what they give back: their results, and at which of several ends they are.

    a, b = sub_300(c)
    way, a = sub_500()
"""

from __future__ import annotations

from ...analysis.routines.routines import Key, Node, Outcome
from ..naming.names import Key as Name
from ..words.value import quoted
from .passing import Passing
from .stack import Put, Stack


class Calls(Stack, Passing):
    """Writes calls and returns."""

    def _error(self, node: Node) -> int:
        """The BASIC line that an error of a statement names; 0 if it cannot end in one."""
        raise NotImplementedError

    def _return(self, outcome: Outcome, put: Put, last: bool) -> None:
        """Back to the caller: which of the routine's ends this is, if it has several, and what it gives."""
        key = self.routine.key
        codes = [self.outcome_code(key, outcome)] * self.graph.tells(key)
        codes += [self.names[name] for name in self.data_flow.results(key)]
        if codes or not last:
            put(f"return {', '.join(codes)}".rstrip())

    def _nothing_follows(self, put: Put, last: bool) -> None:
        """Behind a call that never comes back."""
        if not last or self.data_flow.results(self.routine.key):
            put("sys.exit()")
            self.e.use("", "sys")

    def _called(self, node: Node) -> str:
        assert node.call is not None
        name = self.routine_name(node.call)
        given = [self._argument(node, name) for name in self.data_flow.parameters(node.call)]
        return f"{name}({', '.join(given)})"

    def _argument(self, node: Node, name: Name) -> str:
        source = self.arguments.get((node.place, name))
        return self.names[name] if source is None else self._argument_code(source)[0]

    def _targets(self, node: Node) -> list[str]:
        """What takes the results of a call: `_` where nobody will look."""
        assert node.call is not None
        found = []
        for name in self.data_flow.results(node.call):
            wanted = self.data_flow.alive(self.routine, node.follows, name) or self._passed_on(node, name)
            taker = self.takers.get((node.place, name))
            found.append(self.e.scalar(taker) if taker is not None else self.names[name] if wanted else "_")
        self.s.declared.update(found)
        return found

    def _passed_on(self, node: Node, name: Name) -> bool:
        return node.kind == "tail" and name in self.data_flow.results(self.routine.key)

    def _call(self, node: Node) -> str:
        """`a, b = sub_300(c)`"""
        assert node.call is not None
        targets = self._targets(node)
        if self.graph.tells(node.call) and targets:
            targets = ["_", *targets]
        if all(target == "_" for target in targets):
            return self._called(node)
        return f"{', '.join(targets)} = {self._called(node)}"

    def _outcome(self, node: Node, indent: int) -> str:
        """The expression that says where a call has ended."""
        targets = self._targets(node)
        if not targets:
            return self._called(node)
        if all(target == "_" for target in targets):
            return f"{self._called(node)}[0]"
        assert node.call is not None
        normal = self.normal_end(node.call)
        name = "way" if normal is None else "returned" if normal.target < 0 else "goes_on"
        code = f"{name}, {', '.join(targets)} = {self._called(node)}"
        self.page.put(indent, code, self._line(node), self._error(node))
        return name

    def normal_end(self, key: Key) -> Outcome | None:
        """Of a subroutine with two ends, the one that is True: RETURN rather than what leads elsewhere."""
        routine = self.graph.routines[key]
        if routine.handler or len(routine.outcomes) != 2:
            return None
        return min(routine.outcomes, key=lambda outcome: (outcome.kind != "return", outcome.target >= 0))

    def outcome_code(self, key: Key, outcome: Outcome) -> str:
        """What a routine with several ends says; a handler names its RESUME."""
        if not self.graph.routines[key].handler:
            if words := self.destinations.of(key):
                return quoted(words[outcome])
            normal = self.normal_end(key)
            return str(self.graph.routines[key].outcomes.index(outcome) if normal is None else outcome == normal)
        if outcome.kind == "line":
            line = self._resumed_at(outcome.said)
            return f"gw.returning({line})" if outcome.trap[1] else line
        return self.e.tool("RESUME" if outcome.kind == "again" else "RESUME_NEXT")

    def outcome_label(self, key: Key, outcome: Outcome) -> str:
        """The same where it is compared with what has been said: for `case`, where a name would take any value."""
        if outcome.kind == "line" and self.graph.routines[key].handler:
            return self._resumed_at(outcome.said)
        code = self.outcome_code(key, outcome)
        return {"RESUME": "0", "RESUME_NEXT": "-1"}.get(code, code)
