"""Loops that count: whether `range` says the same as a FOR, and how.

    80 FOR I=1 TO 10 STEP 2             for i in range(1, 11, 2):
    90 PRINT I: NEXT                        print(i)
    95 PRINT I                          i = 11: only where somebody looks at it
"""

from __future__ import annotations

from math import ceil, floor

from ...analysis.flow import core
from ...analysis.routines.routines import Node, Place, loop_of
from ...analysis.variables.types import EXACT, INTEGER_BOUNDS, arithmetic
from ...record import record, replace
from ...syntax import nodes as n
from ..lines.mentions import names_in
from ..lines.trees import augmented
from ..words.value import EXACT_BOUNDS, Value, shifted, truth
from .draft import Draft, Put, for_of
from .labels import Labels

MANY = 9999  # turns: no loop of an idiomatic port is taken to make more before its counter has more than 24 bits


@record
class Head:
    """`for i in range(1, 11):` and what else may be written: the type of the counter before it, its value in the state
    in each turn, and where it has come to behind the loop."""

    text: str
    typed: str
    shared: str
    behind: str


class Counting:
    """Knows what may change the counter of a FOR, and what is to be seen of it."""

    def __init__(self, draft: Draft, labels: Labels) -> None:
        self.k, self.draft, self.labels = draft.k, draft, labels

    def only_counts(self, test: Node) -> bool:
        """Whether a FOR can be a `range`: whole bounds of which none is its counter, a constant step, and nothing else
        changes its variable."""
        loop, (start, stop, step) = for_of(test), self.draft.bounds_of(test)
        pace = step.range.high
        if not self._begins_once(test):
            return False
        if not (start.whole and (stop.whole or not self.k.exact) and step.whole):
            return False
        if not pace or pace != step.range.low:
            return False
        if self.k.types.name(loop.variable) in self.k.survey.read(loop.start) | self.k.survey.read(loop.stop):
            return False
        if self.live_after(test) and not self.told_behind(test):
            return False
        return (self.k.modern or self._stays_within(test, pace)) and self._changed_only_by_step(test)

    def _begins_once(self, test: Node) -> bool:
        """Whether one FOR leads to a test, and nothing else but its NEXTs: not so where the loop goes on under another
        ON ERROR, or errors of the FOR lead elsewhere."""
        begun = self.draft.alike("", test.index)
        steps = {step.place for step in self._steps(test)}
        if not len(begun) == len(self.draft.alike("test", test.index)) == 1:
            return False
        return {*self.draft.before[test.place]} - steps == {*begun} and not self.draft.routine.nodes[begun[0]].survives

    def _stays_within(self, test: Node, pace: int) -> bool:
        """Whether the counter comes to no number that its type does not hold, nor rounds."""
        start, stop, _ = self.draft.bounds_of(test)
        if self.k.kind(for_of(test).variable) == "%":
            return start.range.within(*INTEGER_BOUNDS) and not any(map(self.draft.fails, self._steps(test)))
        most, soon = EXACT - abs(pace), EXACT - MANY * abs(pace)
        ends = stop.range.within(-most, most) or (not self.k.exact and start.range.within(-soon, soon))
        return ends and start.range.within(*EXACT_BOUNDS)

    def _changed_only_by_step(self, test: Node) -> bool:
        """Whether nothing but its NEXT changes the variable of a FOR within the loop."""
        name = self.k.types.name(for_of(test).variable)
        routine, bit = self.draft.routine, self.k.survey.mask([name])
        nodes = (routine.nodes[place] for place in self._inside(test))
        return all(_is_step(node, test) or not self.k.data_flow.changed(routine, node) & bit for node in nodes)

    def _inside(self, test: Node) -> set[Place]:
        """The places from which the loop's test is reached again."""
        loop = loop_of(test.place, [step.place for step in self._steps(test)], self.draft.before)
        return self.draft.routine.reach(test.follows[0], without=test.place, within=loop)

    def _steps(self, test: Node) -> list[Node]:
        """Its NEXTs."""
        nodes = (self.draft.routine.nodes[place] for place in self.draft.before[test.place])
        return [node for node in nodes if _is_step(node, test)]

    def live_after(self, test: Node) -> bool:
        """Whether anybody looks at the counter behind the loop."""
        name = self.k.types.name(for_of(test).variable)
        return self.k.data_flow.alive(self.draft.routine, [test.follows[1]], name)

    # -- as `range` -----------------------------------------------------------------------------------------------

    def head(self, test: Node, begin: Node | None) -> Head:
        """The head of a loop. `begin`: its FOR, None if that has been written."""
        loop = for_of(test)
        variable, counter = self.k.e.scalar(loop.variable), self.k.names[self.k.types.name(loop.variable)]
        start, stop, step = self.draft.bounds_of(test)
        pace = step.range.low or 0
        if begin is None:  # its bounds have been worked out
            start = start if start.constant else replace(self.k.e.expression(loop.variable), range=start.range)
            stop = stop if stop.constant else Value(self.labels.limit_of(test.index), "!", stop.range)
        end = self._beyond(start, stop, 1 if pace > 0 else -1)
        arguments = [start.as_int, end, str(pace)]
        if pace == 1:
            arguments = [end] if start.code == "0" else arguments[:2]
        typed = self.k.s.assigning.typed(loop.variable) if begin is not None else variable
        self.k.s.assigning.declared.add(variable)
        return Head(
            f"for {counter} in range({', '.join(arguments)}):",
            typed if typed != variable else "",  # elsewhere it has fractions
            f"{variable} = {counter}" if counter != variable else "",  # for the subroutines to see
            f"{variable} = {self.told_behind(test)}" if self.live_after(test) else "",
        )

    def told_behind(self, test: Node) -> str:
        """What a counter is behind its loop, if that is one number."""
        start, stop, step = self.draft.bounds_of(test)
        pace = step.range.low or 0
        if not (start.constant and stop.constant):
            return ""
        turns = max(0, int((float(stop.code) - int(start.code)) // pace) + 1)
        return str(int(start.code) + turns * pace)

    def _beyond(self, start: Value, stop: Value, by: int) -> str:
        """What the counter does not reach any more; a fraction in the limit makes no difference."""
        if stop.constant and not stop.whole:
            stop = Value(str(floor(float(stop.code)) if by > 0 else ceil(float(stop.code))), "!", constant=True)
        elif not stop.whole:
            above = start.range.at_least(1)  # so that a limit below 0 is below it
            name = "int" if above and by > 0 else "floor" if by > 0 else "ceil"
            stop = Value(f"{name}({stop.code})", "!")
        return replace(stop, code=shifted(stop.code, by)).as_int

    # -- as `while` -----------------------------------------------------------------------------------------------

    def begin(self, node: Node, put: Put) -> None:
        """The first value of a counter, its limit and its step: all are worked out before the counter is set, but where
        that makes no difference to a counter that is given its type."""
        statement = for_of(node)
        start, stop, step = self.k.bounds(statement)
        values = {"limit": stop, "step": step}
        bounds = {
            self.labels.limit_of(node.index, word): value.code for word, value in values.items() if not value.constant
        }
        name = self.k.e.scalar(statement.variable)
        variable = self.k.s.assigning.typed(statement.variable)
        survives = node.guarded or node.tried
        typed = variable != name and not survives and self.k.e.failures.safe(statement.start)
        read = any(name in names_in(code) for code in bounds.values())
        if bounds and start.code != name and (read or not typed):
            put(f"{', '.join([name, *bounds])} = {', '.join([start.code, *bounds.values()])}")
            return
        if start.code != name:  # FOR I=I TO ...
            put(f"{variable} = {start.code}")
        for name, code in bounds.items():
            put(f"{name} = {code}")

    def test(self, node: Node) -> Value:
        """Whether there is another turn."""
        variable = self.k.e.expression(for_of(node).variable).code
        _, stop, step = self.draft.bounds_of(node)
        limit = stop.code if stop.constant else self.labels.limit_of(node.index)
        pace = step.code if step.constant else self.labels.limit_of(node.index, "step")
        low, high = step.range.low, step.range.high
        if step.constant and low is not None and not step.whole:  # between two whole numbers
            low = high = 1 if low >= 0 else -1
        if low is not None and low > 0:
            return truth(f"{variable} <= {limit}")
        if high is not None and high < 0:
            return truth(f"{variable} >= {limit}")
        if self.k.modern:
            return truth(f"({limit} - {variable}) * {pace} >= 0")
        return truth(f"not past({variable}, {limit}, {pace})")

    def step(self, node: Node, put: Put) -> None:
        """What its NEXT does."""
        begin = self.k.flow.ends[node.index]
        statement = core(self.k.flow.points[begin].statement)
        assert isinstance(statement, n.For)
        variable = self.k.e.expression(statement.variable)
        _, _, step = self.k.bounds(statement)
        operator, pace = "+", step if step.constant else replace(step, code=self.labels.limit_of(begin, "step"))
        match statement.step:
            case n.Unary(operator="-", operand=n.Number() as down):
                operator, pace = "-", self.k.e.expression(down)
        bounds, kind = arithmetic(operator, variable.range, pace.range), self.k.kind(statement.variable)
        total = self.k.e.operations.arithmetic(operator, variable, pace, bounds)
        code = self.k.e.convert.as_kind(Value(total, "#" if kind == "#" else "!", bounds), kind)
        place = self.k.e.scalar(statement.variable)
        put(augmented(place, code, True) or f"{place} = {code}")


def _is_step(node: Node, test: Node) -> bool:
    return node.point is not None and isinstance(node.point.statement, n.Next) and node.follows == [test.place]
