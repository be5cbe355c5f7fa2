"""Where a subroutine with several ends leads, in words: what `match` asks of its call.

    600 INPUT "COURSE";C                  def course_control() -> str:
    610 IF C=0 THEN 490                       if c == 0: return "short range scan"
    650 IF T>T9 THEN 2200                     if g.t > t9: return "line 2200"
    660 RETURN                                return "back"

The word is that of the remark or the text with which the program goes on there; what has none says its line.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import NO_TRAP, Key, Outcome
from ...syntax import nodes as n
from .remarks import Remarks
from .spoken import shown
from .words import TRAILING, phrase

FEWEST, MOST = 3, 4  # ends that have words: of two, one is True
MOST_WORDS = 4
NEAR = 4  # statements in which a program shows what it is about


class Destinations:
    """The words for the ends of each routine."""

    def __init__(self, graph: Graph, remarks: Remarks) -> None:
        self.graph = graph
        self.remarks = remarks
        self.found: dict[Key, dict[Outcome, str]] = {}

    def of(self, key: Key) -> dict[Outcome, str]:
        """Nothing where there are two ends, or very many."""
        if key not in self.found:
            outcomes = self.graph.routines[key].outcomes
            words = [self._word(outcome) for outcome in outcomes]
            several = FEWEST <= len({*words}) == len(words) <= MOST and not self.graph.routines[key].handler
            self.found[key] = dict(zip(outcomes, words, strict=True)) if several else {}
        return self.found[key]

    def _word(self, outcome: Outcome) -> str:
        if outcome.target < 0:
            return "back" if outcome.kind == "return" else outcome.kind
        index = outcome.target
        words = next(filter(None, self._names(index)), "").split("_")[:MOST_WORDS]
        while len(words) > 1 and words[-1] in TRAILING:
            words.pop()
        points = self.graph.flow.points
        return " ".join(words) or f"line {points[index].line if index < len(points) else 0}"

    def _names(self, index: int) -> Iterator[str]:
        """What remarks say there, or what is shown first, or what the subroutine is called that is called there."""
        yield self.remarks.name_of_part(index)
        yield self.remarks.above(index)
        for point in self.graph.flow.points[index : index + NEAR]:
            if isinstance(point.statement, n.Gosub) and (target := self.graph.flow.target(point.statement.line)):
                yield self.remarks.name((target, NO_TRAP))
            if not isinstance(point.statement, n.Print | n.Input | n.LineInput | n.Let | n.Remark | n.Empty):
                break
            yield phrase(shown(point))
