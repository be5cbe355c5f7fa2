"""Where the cursor stands before each statement of a routine, which PRINT asks."""

from __future__ import annotations

from collections.abc import Collection

from ...analysis.flow import core
from ...analysis.routines.routines import Node, Place
from ...syntax import nodes as n
from .draft import Draft

SHOWING = (n.Print, n.Input, n.LineInput, n.Command)  # what may move it


class Cursor:
    """`away`: points at which it may be away from the margin."""

    away: Collection[int] = ()

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.columns: dict[Place, int | None] = {}  # behind statements that have been written

    def tell(self, node: Node) -> None:
        """Tell what is known before a statement is written."""
        printing = self.draft.k.s.printing
        printing.at_margin = node.index not in self.away
        if self.draft.k.modern:
            printing.begin = printing.end = self._column(node.place, set())
            follows = [self.draft.routine.nodes[place].point for place in node.follows]
            printing.asks = all(point and isinstance(core(point.statement), n.Input) for point in follows)

    def note(self, node: Node) -> None:
        """Note where a statement that has been written leaves it."""
        self.columns[node.place] = self.draft.k.s.printing.end

    def _column(self, place: Place, seen: set[Place]) -> int | None:
        """The column before a place, if all ways to it agree."""
        seen.add(place)
        if self.draft.routine.nodes[place].index not in self.away:
            return 0
        found = set()
        for before in self.draft.before[place]:
            node = self.draft.routine.nodes[before]
            silent = node.call is None and not (node.point and isinstance(core(node.point.statement), SHOWING))
            passed = silent and before not in seen
            found.add(self._column(before, seen) if passed else self.columns.get(before))
        return found.pop() if len(found) == 1 else None
