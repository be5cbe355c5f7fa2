"""Which places of a routine can end in an error that must be told with its BASIC line."""

from __future__ import annotations

from ...analysis.flow import core
from ...analysis.routines.routines import Node
from ...syntax import nodes as n
from ..plan.knowledge import Knowledge
from .draft import Draft
from .labels import Labels
from .passing import Passing


class Errors:
    """Knows of each place whether it fails."""

    def __init__(self, k: Knowledge, draft: Draft, labels: Labels, passing: Passing) -> None:
        self.k, self.draft, self.labels, self.passing = k, draft, labels, passing

    def error(self, node: Node) -> int:
        """The BASIC line that an error of a place names; 0 if it cannot end in one."""
        return self.labels.line_of(node) if not self.k.modern and self._fails(node) else 0

    def _fails(self, node: Node) -> bool:
        """Whether what is written of a place may end in an error."""
        if node.kind in ("call", "tail"):  # what stands as an argument may
            return any(
                self._fails(source) for (place, _), source in self.passing.arguments.items() if place == node.place
            )
        if node.kind not in ("plain", "if", "switch", "test"):
            return node.kind in ("fail", "again", "stack")
        statement = core(node.point.statement) if node.point is not None else None
        if statement is None or node.valued or (node.kind == "test" and isinstance(statement, n.For)):
            return False
        before = self.k.ranges.bounds
        self.draft.stand(node.place)
        found = self._step_fails(node) if isinstance(statement, n.Next) else self.k.fallible.tells(statement)
        self.k.ranges.bounds = before
        return found

    def _step_fails(self, node: Node) -> bool:
        """Whether a NEXT may count beyond what its variable holds."""
        opening = core(self.k.flow.points[self.k.flow.ends[node.index]].statement)
        assert isinstance(opening, n.For)
        return (self.k.catches or self.k.kind(opening.variable) == "%") and self.k.fallible.overflows(opening)
