"""Which variables an error handler may have changed when it comes to a RESUME.

    900 IF ERR=9 THEN N=10: RESUME 120      N and nothing else
    910 IF ERR=11 THEN RESUME 80            nothing

So that what is known of the numbers at a statement is still known where its errors lead.
"""

from __future__ import annotations

from collections.abc import Callable

from ...syntax import nodes as n
from ..flow import core
from ..variables.located import Name
from .replies import STILL
from .routines import Key, Node, Outcome, Routine

SETTING = n.Let | n.Goto | n.Gosub | n.OnJump | n.For | n.Next | n.While | n.Wend | n.Read | n.Input | n.Swap | n.Resume


class Handled:
    """`changed`: the variables that a place sets itself; `writes`: those that a routine may change."""

    def __init__(self, changed: Callable[[Node], set[Name]], writes: Callable[[Key], set[Name]]) -> None:
        self.changed = changed
        self.writes = writes
        self._known: dict[tuple[Key, Outcome], set[Name]] = {}

    def before(self, handler: Routine, outcome: Outcome) -> set[Name]:
        """What a handler may have changed where it ends so."""
        asked = handler.key, outcome
        found = self._known.get(asked)
        if found is None:
            found = self._known[asked] = self._before(handler, outcome)
        return found

    def _before(self, handler: Routine, outcome: Outcome) -> set[Name]:
        sources = handler.predecessors()
        seen = {place for place, node in handler.nodes.items() if outcome in node.outcomes}
        waiting = [*seen]
        found: set[Name] = set() if seen else self.writes(handler.key)
        while waiting:
            place = waiting.pop()
            node = handler.nodes[place]
            statement = core(node.point.statement) if node.point is not None else None
            if node.call is not None:
                found |= self.writes(node.call)
            if not isinstance(statement, STILL | SETTING):
                return self.writes(handler.key)
            found |= self.changed(node)
            waiting += [source for source in sources[place] if source not in seen]
            seen.update(sources[place])
        return found
