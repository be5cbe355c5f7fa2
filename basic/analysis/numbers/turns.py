"""What a counted loop adds to other numbers in each of its turns.

    10 FOR I=1 TO 9: D=D+1: A(D)=I: NEXT      D is at most 9 more than before the loop

Nothing says how large D may be, but that it grows by one in a turn, and that there are nine turns.
"""

from __future__ import annotations

from collections.abc import Callable

from ...syntax import nodes as n
from ...syntax.effects import anything, assigned_variables, forgets
from ..flow import Flow, core
from ..routines.routines import Key, Node, Place, Routine
from ..variables.located import Name

Growth = dict[Name, tuple[int, int]]  # how much is taken off and put on in one turn, at most


class Turns:
    """`writes`: what a call may change."""

    def __init__(self, flow: Flow, kind: Callable[[n.Variable], str], writes: Callable[[Key], set[Name]]) -> None:
        self.flow, self.kind, self.writes = flow, kind, writes
        self._known: dict[Key, dict[Place, Growth]] = {}
        self._before: dict[Key, dict[Place, list[Place]]] = {}

    def growth(self, routine: Routine, test: Place) -> Growth:
        """What the loop with this test adds in a turn to the variables that it does nothing else to."""
        known = self._known.setdefault(routine.key, {})
        if test not in known:
            known[test] = self._growth(routine, test)
        return known[test]

    def _growth(self, routine: Routine, test: Place) -> Growth:
        body = self._body(routine, test)
        sums: Growth = {}
        spoilt: set[Name] = set()
        for place in body:
            node = routine.nodes[place]
            if node.call is not None:
                spoilt |= self.writes(node.call)
            changed = self._changed(node, test[0])
            if changed is None:
                return {}
            for name, by in changed.items():
                if by is None or self._again(routine, place, test):
                    spoilt.add(name)
                else:
                    low, high = sums.get(name, (0, 0))
                    sums[name] = low + min(by, 0), high + max(by, 0)
        statement = core(self.flow.points[test[0]].statement)
        assert isinstance(statement, n.For)
        if self._name(statement.variable) in {*spoilt, *sums}:
            return {}
        return {name: by for name, by in sums.items() if name not in spoilt}

    def _body(self, routine: Routine, test: Place) -> set[Place]:
        """The places of the loop; none if it can be entered anywhere but at its FOR."""
        if routine.key not in self._before:
            self._before[routine.key] = routine.predecessors()
        before = self._before[routine.key]
        found: set[Place] = set()
        waiting = [place for place in before[test] if place[0] != test[0]]
        while waiting:
            place = waiting.pop()
            if place in found or place == test:
                continue
            if place == routine.entry or place[0] == test[0]:
                return set()
            found.add(place)
            waiting += before[place]
        return found

    def _again(self, routine: Routine, place: Place, test: Place) -> bool:
        """Whether a place can come twice in one turn."""
        seen = {test}
        waiting = list(routine.nodes[place].follows)
        while waiting:
            following = waiting.pop()
            if following == place:
                return True
            if following not in seen:
                seen.add(following)
                waiting += routine.nodes[following].follows
        return False

    def _name(self, node: n.Variable) -> Name:
        return node.name, self.kind(node)

    def _changed(self, node: Node, loop: int) -> dict[Name, int | None] | None:
        """What a place changes, and by how much, if that is certain; None if it may change anything."""
        if node.point is None:
            return {}
        statement = core(node.point.statement)
        match statement:
            case n.Let(target=n.Variable() as target, value=value):
                return {self._name(target): _step(target, value)}
            case n.Next():
                begin = self.flow.ends.get(node.index, -1)
                opening = core(self.flow.points[begin].statement) if begin >= 0 else None
                if not isinstance(opening, n.For) or len(statement.variables) > 1:
                    return None
                return {} if begin == loop else {self._name(opening.variable): None}
            case _ if anything(statement) or forgets(statement):
                return None
            case _:
                return {self._name(target): None for target in assigned_variables(statement)}


def _step(target: n.Variable, value: n.Expression) -> int | None:
    """By how much `X=X+1` or `X=X-1` changes X."""
    match value:
        case n.Binary(operator="+" | "-" as operator, left=n.Variable() as left, right=n.Number(value=by, kind="%")):
            if (left.name, left.sigil) == (target.name, target.sigil):
                return int(by) if operator == "+" else -int(by)
        case _:
            pass
    return None
