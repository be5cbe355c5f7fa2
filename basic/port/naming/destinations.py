"""Where a subroutine with several ends leads, in words: what `match` asks of its call.

    600 INPUT "COURSE";C                  def course_control() -> str:
    610 IF C=0 THEN 490                       if c == 0: return "short range scan"
    650 IF T>T9 THEN 2200                     if g.t > t9: return "line 2200"
    660 RETURN                                return "back"

The word is that of the remark or the text with which the program goes on there; what has none says its line.
"""

from __future__ import annotations

from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key, Outcome
from .remarks import Remarks
from .spoken import shown
from .words import phrase

FEWEST, MOST = 3, 4  # ends that have words: of two, one is True
NEAR = 4  # statements in which a program shows what it is about


class Destinations:
    """The words for the ends of each routine."""

    def __init__(self, graph: Graph, remarks: Remarks) -> None:
        self.graph = graph
        self.remarks = remarks

    def of(self, key: Key) -> dict[Outcome, str]:
        """Nothing where there are two ends, or very many."""
        routine = self.graph.routines[key]
        if routine.handler or not FEWEST <= len(routine.outcomes) <= MOST:
            return {}
        found = {outcome: self._word(outcome) for outcome in routine.outcomes}
        return found if len({*found.values()}) == len(found) else {}

    def _word(self, outcome: Outcome) -> str:
        if outcome.target < 0:
            return "back" if outcome.kind == "return" else outcome.kind
        near = self.graph.flow.points[outcome.target : outcome.target + NEAR]
        headed = self.remarks.name_of_part(outcome.target) or self.remarks.above(outcome.target)
        said = headed or next(filter(None, (phrase(shown(point)) for point in near)), "")
        return said.replace("_", " ") or f"line {near[0].line if near else 0}"
