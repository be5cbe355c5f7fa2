"""What is asked about a loop that counts, before it is written: whether `range` says the same."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from ...analysis.routines.routines import Node, Place, loop_of
from ...analysis.variables.types import EXACT, INTEGER_BOUNDS, bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..naming.names import Key as Name
from ..plan.knowledge import Knowledge
from ..words.value import EXACT_BOUNDS, Value, shifted
from .draft import Draft
from .labels import Labels
from .places import Places

LOOKING = (n.Let, n.Print, n.If, n.Swap)  # statements that look at all the elements that are named in them
MANY = 9999  # turns: no loop of an idiomatic port is taken to make more before its counter has more than 24 bits
FEW = 999  # that is added to a subscript: no array goes nearly as far as integers do


class Counting:
    """Knows what may change the counter of a FOR, and what is to be seen of it."""

    def __init__(self, k: Knowledge, draft: Draft, labels: Labels, places: Places) -> None:
        self.k, self.draft, self.labels, self.places = k, draft, labels, places

    def only_counts(self, test: Node) -> bool:
        """Whether a FOR can be a `range`: whole bounds, a step that is constant or surely above 0, and nothing else
        changes its variable."""
        assert test.point is not None
        statement = test.point.statement
        assert isinstance(statement, n.For)
        start, stop, step = self.draft.bounds_at(statement, self.places.beginning(test.place))
        pace = step.range.high
        if len(self.places.alike("test", test.index)) > 1:
            return False  # the loop goes on under another ON ERROR, or with other types
        if not (start.whole and (stop.whole or not self.k.exact) and step.whole):
            return False
        if not pace or (pace != step.range.low and not self._steps_up(test, step)):
            return False
        if pace not in (1, -1) and not (start.constant and stop.constant) and self.live_after(test):
            return False
        if self.k.modern:
            return self._changed_only_by(test)
        integer = self.k.kind(statement.variable) == "%"
        if not start.range.within(*(INTEGER_BOUNDS if integer else EXACT_BOUNDS)):
            return False
        if integer and self.may_pass(test):
            return start.safe and stop.safe and self.line_of_step(test) > 0 and self._changed_only_by(test)
        most, soon = EXACT - abs(pace), EXACT - MANY * abs(pace)
        counted = stop.range.within(-most, most) or (not self.k.exact and start.range.within(-soon, soon))
        return counted and self._changed_only_by(test)

    def _steps_up(self, test: Node, step: Value) -> bool:
        """Whether the step is another variable that is above 0 (`FOR J=I*I TO N STEP I`), and nobody looks at the
        counter behind the loop."""
        assert test.point is not None and isinstance(test.point.statement, n.For)
        by, counter = test.point.statement.step, test.point.statement.variable
        by = by and bare(by)
        if not isinstance(by, n.Variable) or self.k.survey.name(by) in (
            self.k.survey.name(counter),
            *self.k.survey.fielded,
        ):
            return False
        above = step.range.low is not None and step.range.low > 0
        return above and step.kind in "%!" and not self.live_after(test)

    def may_pass(self, test: Node) -> bool:
        """Whether an integer counts up to its limit and finds no integer behind it: that is error 6 of the NEXT."""
        assert test.point is not None and isinstance(test.point.statement, n.For)
        _, stop, step = self.draft.bounds_at(test.point.statement, self.places.beginning(test.place))
        pace, (lowest, highest) = step.range.high or 0, INTEGER_BOUNDS
        limit = stop.range.high if pace > 0 else stop.range.low  # only on this side does it count beyond
        if limit is not None and lowest <= limit + pace <= highest:
            return False
        return self.k.kind(test.point.statement.variable) == "%" and not self.k.modern

    def line_of_step(self, test: Node) -> int:
        """The line of the NEXT; 0 if there are several."""
        steps = (self.draft.routine.nodes[place] for place in self.places.before[test.place])
        lines = {self.labels.line_of(node) for node in steps if self._is_step(node, test)}
        return lines.pop() if len(lines) == 1 else 0

    def _changed_only_by(self, test: Node) -> bool:
        """Whether nothing but its NEXT changes the variable of a FOR."""
        assert test.point is not None and isinstance(test.point.statement, n.For)
        name = self.k.survey.name(test.point.statement.variable)
        return all(self._is_step(node, test) for node in self._changing(name, test))

    def _changing(self, name: Name, test: Node) -> Iterator[Node]:
        """What may change a variable within a loop."""
        for place in self._inside(test):
            node = self.draft.routine.nodes[place]
            if place not in self.k.survey.effects[self.draft.routine.key]:  # a state that has been put in since
                continue
            writes = self.k.survey.effects[self.draft.routine.key][place][1]
            if name in writes or name in self.k.survey.uncertain([node]) or (
                node.call is not None and self.k.data_flow.changes(node.call, name)
            ):
                yield node

    def _is_step(self, node: Node, test: Node) -> bool:
        return node.point is not None and isinstance(node.point.statement, n.Next) and node.follows == [test.place]

    def _inside(self, test: Node) -> set[Place]:
        """The places from which the loop's test is reached again."""
        turns = [
            place for place in self.places.before[test.place] if self._is_step(self.draft.routine.nodes[place], test)
        ]
        loop = loop_of(test.place, turns, self.places.before)
        return self.draft.routine.reach(test.follows[0], without=test.place, within=loop)

    def live_after(self, test: Node) -> bool:
        """Whether anybody looks at the counter behind the loop."""
        assert test.point is not None and isinstance(test.point.statement, n.For)
        name = self.k.survey.name(test.point.statement.variable)
        return self.k.data_flow.alive(self.draft.routine, [test.follows[1]], name)

    def beyond(self, stop: Value, by: int, positive: bool) -> str:
        """What the counter does not reach any more; a fraction in the limit makes no difference."""
        if stop.constant and not stop.whole:
            stop = Value(str(floor(float(stop.code)) if by > 0 else ceil(float(stop.code))), "!", constant=True)
        elif not stop.whole:
            if positive and by > 0:  # what is negative is below the start
                name = "int"
            else:
                name = self.k.e.imports.use("math", "floor" if by > 0 else "ceil")
            stop = Value(f"{name}({stop.code})", "!")
        return shifted(stop.code, by)

    def steady(self, test: Node, bound: n.Expression) -> bool:
        """Whether the first value or the limit of a FOR is the same after the loop: a sum of variables that do not
        change in it, or of the lengths of texts."""
        assert test.point is not None and isinstance(test.point.statement, n.For)
        parts = [*walk(bound)]
        if any(isinstance(node, n.Function) and node.name != "LEN" for node in parts) or not all(
            isinstance(node, n.Variable | n.Number | n.Binary | n.Parenthesised | n.Function) for node in parts
        ):
            return False
        names = {self.k.survey.name(node) for node in parts if isinstance(node, n.Variable)}
        return names.isdisjoint(
            {self.k.survey.name(test.point.statement.variable), *self.k.survey.fielded}
        ) and not any([*self._changing(name, test)] for name in names)
