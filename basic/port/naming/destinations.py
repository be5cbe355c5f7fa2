"""Where a subroutine with several ends leads, in words: what `match` asks of its call.

    600 INPUT "COURSE";C                  def course_control() -> str:
    610 IF C=0 THEN 490                       if c == 0: return "again"
    650 IF T>T9 THEN 2200                     if g.t > t9: return "over"
    660 GOTO 480                              return "short range scan"

The word is that of the remark or the text with which the program goes on there; the caller's loop is gone
on with `again`, and what ends the program is `over`. What has none of these says its line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import chain, count

from ...analysis.routines.graph import Graph
from ...analysis.routines.outcomes import callers
from ...analysis.routines.routines import NO_TRAP, Key, Node, Outcome, Place, Routine
from ...syntax import nodes as n
from .remarks import Remarks
from .spoken import shown
from .words import TRAILING, phrase

FEWEST, MOST = 3, 4  # ends that have words: of two, one is True
MANY = 12  # ends of a subroutine
MOST_WORDS = 4
NEAR = 4  # statements in which a program shows what it is about

Way = tuple[Routine, Node, Place]  # a call, and where it leads


class Destinations:
    """The words for the ends of each routine."""

    def __init__(self, graph: Graph, remarks: Remarks) -> None:
        self.graph = graph
        self.remarks = remarks
        self.found: dict[Key, dict[Outcome, str]] = {}
        self._numbers: dict[Key, dict[Outcome, int]] = {}

    def of(self, key: Key) -> dict[Outcome, str]:
        """Nothing where there are two ends, or very many."""
        if key not in self.found:
            outcomes = self.graph.routines[key].outcomes
            several = FEWEST <= len(outcomes) <= MOST and not self.graph.routines[key].handler
            self.found[key] = dict(self._words(key, outcomes)) if several else {}
        return self.found[key]

    def number(self, key: Key, outcome: Outcome) -> int:
        """Which of the ends of a routine it is: what is said where they have no words."""
        if self.many and not self.graph.routines[key].handler:
            return self._common[outcome]
        if key not in self._numbers:
            self._numbers[key] = {end: number for number, end in enumerate(self.graph.routines[key].outcomes)}
        return self._numbers[key][outcome]

    @cached_property
    def many(self) -> bool:
        """Whether an end has the same number in all subroutines: where one has so many that it says much to hand them
        on as they are, `return way`."""
        return any(len(r.outcomes) > MANY and not r.handler for r in self.graph.routines.values())

    @cached_property
    def _common(self) -> dict[Outcome, int]:
        """A number for each end of any subroutine."""
        ends = {end for routine in self.graph.routines.values() if not routine.handler for end in routine.outcomes}
        ordered = sorted(ends, key=lambda end: (end.kind != "return", end.target, end.trap))
        return {end: number for number, end in enumerate(ordered)}

    def _words(self, key: Key, outcomes: list[Outcome]) -> Iterator[tuple[Outcome, str]]:
        taken: set[str] = set()
        for outcome in outcomes:
            wanted = chain(self._meanings(outcome, [*self._ways(key, outcome, set())]), self._said(outcome))
            word = next(word for word in wanted if word not in taken)
            taken.add(word)
            yield outcome, word

    def _ways(self, key: Key, outcome: Outcome, seen: set[tuple[Key, Outcome]]) -> Iterator[Way]:
        """The calls of a routine, and where they lead when it has ended in a certain way; of those behind which another
        routine ends, that one's."""
        seen.add((key, outcome))
        for routine, node in self._calls.get(key, ()):
            for place, other in zip(node.follows, node.outcomes, strict=False):
                if other != outcome:
                    continue
                behind = routine.nodes[place]
                if behind.kind != "return":
                    yield routine, node, place
                elif (routine.key, behind.outcomes[0]) not in seen:
                    yield from self._ways(routine.key, behind.outcomes[0], seen)

    @cached_property
    def _calls(self) -> dict[Key, list[tuple[Routine, Node]]]:
        return callers(self.graph)

    def _meanings(self, outcome: Outcome, ways: list[Way]) -> Iterator[str]:
        """What an end may be called, the best first."""
        if outcome.kind == "return" and outcome.target < 0:
            yield "back"
            return
        index = outcome.target
        if not any(_goes_on(routine, node, place) for routine, node, place in ways):
            yield "over"
        if word := self.remarks.name_of_part(index) or self.remarks.above(index) or self._shown(index):
            words = word.split("_")[:MOST_WORDS]
            while len(words) > 1 and words[-1] in TRAILING:
                words.pop()
            yield " ".join(words)
        if all(_comes_before(routine, place, node.place) for routine, node, place in ways):
            yield "again"
        yield "on"

    def _shown(self, index: int) -> str:
        """What is said first from a point on, or what the subroutine is called that is called there."""
        for point in self.graph.flow.points[index : index + NEAR]:
            if isinstance(point.statement, n.Gosub) and (target := self.graph.flow.target(point.statement.line)):
                return self.remarks.name((target, NO_TRAP))
            if not isinstance(point.statement, n.Print | n.Input | n.LineInput | n.Let | n.Remark | n.Empty):
                break
            if word := phrase(shown(point)):
                return word
        return ""

    def _said(self, outcome: Outcome) -> Iterator[str]:
        """Its line; of several places there, a number, too."""
        points = self.graph.flow.points
        line = points[outcome.target].line if 0 <= outcome.target < len(points) else 0
        yield f"line {line}"
        yield from (f"line {line} {number}" for number in count(2))


def _goes_on(routine: Routine, node: Node, place: Place) -> bool:
    """Whether it comes to the call again from a place on, or to the end of the routine."""
    reached = routine.reach(place)
    return node.place in reached or any(routine.nodes[other].kind == "return" for other in reached)


def _comes_before(routine: Routine, place: Place, other: Place) -> bool:
    """Whether every way to a place leads through another."""
    return other not in routine.reach(routine.entry, without=place)
