"""What a statement or a condition says of the bounds of numbers behind it.

    10 I=I+K: IF I<9 THEN A(I)=0      I is less than 9, and behind the A(I) at least 0, since there was no error

`intervals.py` follows the ways on which that is passed on.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...arithmetic.ranges import ANY, Range
from ...sizes import MEMORY, UNDECLARED
from ...syntax import nodes as n
from ...syntax.effects import anything, assigned
from ...syntax.visit import walk
from ..defaults import Name
from ..flow import Flow, clears, core, itself
from ..routines.routines import Node
from ..variables.located import Bounds, Located, meet, rounded
from ..variables.types import MIRRORED, OPPOSITE, Ranges, bare

ZERO = Range(True, 0, 0)
DECLARED = MEMORY // 2  # the highest subscript of an array with DIM: an integer has two bytes
LOOKING = (n.Let, n.If, n.While, n.Print, n.Read, n.Input, n.Swap, n.For, n.Dim)  # at all the elements in them


class Effects:
    """`ranges.bounds`, to which expressions look, are those of the place in hand."""

    def __init__(self, flow: Flow, ranges: Ranges) -> None:
        self.flow = flow
        self.ranges = Located(ranges, lambda _: True)
        nodes = [node for point in flow.points for node in walk(point.statement)]
        variables = [ranges.key(node) for node in nodes if isinstance(node, n.Variable)]
        self.names = {name for name in variables if name[1] in "%!"}
        self._highest: dict[Name, list[int]] = {}  # the highest subscripts that each declared array can have
        for array in (each for node in nodes if isinstance(node, n.Dim) for each in node.arrays):
            if isinstance(array, n.Element):
                bounds = [rounded(self.ranges.number(subscript)).high or 0 for subscript in array.subscripts]
                known = self._highest.get(self.ranges.key(array), [UNDECLARED] * len(bounds))
                self._highest[self.ranges.key(array)] = [max(pair) for pair in zip(known, bounds, strict=False)]
        self._shown: dict[int, list[tuple[n.Variable, Range]]] = {}  # by the id of a statement: what `looked_at` says

    # -- what is done ---------------------------------------------------------------------------------------------

    def _gives(self, bounds: Bounds, target: n.Target, value: Range) -> None:
        """A variable gets a value."""
        if not isinstance(target, n.Variable):
            return
        name = self.ranges.key(target)
        if value == ANY or name[1] not in "%!":
            bounds.pop(name, None)
        else:
            bounds[name] = rounded(value) if name[1] == "%" else value

    def do(self, node: Node, statement: n.Statement, bounds: Bounds) -> None:
        """Take in what a statement does."""
        match statement:
            case n.For(variable=variable, start=start, stop=stop):
                if node.part != "test":
                    bounds[self._limit(node.index)] = self.ranges.number(stop)
                    self._gives(bounds, variable, self.ranges.number(start))
            case n.Next():
                begin = self.flow.ends.get(node.index)
                opening = core(self.flow.points[begin].statement) if begin is not None else None
                if isinstance(opening, n.For):
                    step = Range(True, 1, 1) if opening.step is None else self.ranges.number(opening.step)
                    old = self.ranges.variable(opening.variable)
                    low = None if old.low is None or step.low is None else old.low + step.low
                    high = None if old.high is None or step.high is None else old.high + step.high
                    self._gives(bounds, opening.variable, Range(old.whole and step.whole, low, high))
            case n.Dim() | n.MidAssign():  # the text stays as long as it is
                pass
            case _ if clears(statement):
                bounds.update(dict.fromkeys(self.names, ZERO))
            case _ if anything(statement):
                bounds.clear()
            case _:
                given = [(target, self.ranges.source(source)) for target, source in self.ranges.given(statement)]
                for target, value in given:
                    self._gives(bounds, target, value)

    def _limit(self, index: int) -> Name:
        """What the limit of a FOR is known by, as long as its loop lasts."""
        return f"FOR {index}", "limit", ""

    def tested(self, node: Node, statement: n.For, bounds: Bounds) -> tuple[Bounds, Bounds]:
        """What a loop's counter is inside and behind it."""
        inside, outside = dict(bounds), dict(bounds)
        name = self.ranges.key(statement.variable)
        here = self.ranges.variable(statement.variable)
        limit = bounds.get(self._limit(node.index), ANY)
        outside.pop(self._limit(node.index), None)
        if name[1] == "%":
            limit = rounded(limit)
        step = Range(True, 1, 1) if statement.step is None else self.ranges.number(statement.step)
        whole = here.whole and limit.whole
        if step.at_least(1):
            inside[name] = meet(here, Range(here.whole, None, limit.high))
            if whole and limit.low is not None:
                outside[name] = meet(here, Range(True, limit.low + 1, None))
        elif step.high is not None and step.high < 0:
            inside[name] = meet(here, Range(here.whole, limit.low, None))
            if whole and limit.high is not None:
                outside[name] = meet(here, Range(True, None, limit.high - 1))
        return inside, outside

    def looked_at(self, statement: n.Statement, bounds: Bounds) -> None:
        """Behind `A(J)=0` without an error J is a subscript that A has, and behind `DIM A(J)` one that it can have."""
        if id(statement) not in self._shown:
            self._shown[id(statement)] = [*self._shows(statement)]
        for variable, known in self._shown[id(statement)]:
            here = self.ranges.variable(variable)
            more = 0 if here.whole else 1  # it was rounded
            assert known.low is not None and known.high is not None
            bounds[self.ranges.key(variable)] = meet(here, Range(False, known.low - more, known.high + more))

    def _shows(self, statement: n.Statement) -> Iterator[tuple[n.Variable, Range]]:
        """The variables that subscripts are made of, and between what they were if there was no error."""
        if not isinstance(statement, LOOKING):
            return
        given = set() if isinstance(statement, n.Let) else {self.ranges.key(target) for target in assigned(statement)}
        for node in walk(itself(statement)):
            if isinstance(node, n.Element):
                own = [DECLARED] if isinstance(statement, n.Dim) and node in statement.arrays else []
                known = own * len(node.subscripts) or self._highest.get(self.ranges.key(node), [])
                highest = known or [UNDECLARED] * len(node.subscripts)
                for subscript, most in zip(node.subscripts, highest, strict=False):
                    variable = bare(subscript)
                    if isinstance(variable, n.Variable) and self.ranges.key(variable) in self.names - given:
                        yield variable, Range(True, 0, most)

    # -- conditions -----------------------------------------------------------------------------------------------

    def refine(self, bounds: Bounds, condition: n.Expression, true: bool) -> None:
        """Take in what a condition says when it holds, or when it does not."""
        match condition:
            case n.Parenthesised(inner=inner):
                self.refine(bounds, inner, true)
            case n.Unary(operator="NOT", operand=operand) if self._truth(operand):
                self.refine(bounds, operand, not true)
            case n.Binary(operator="AND", left=left, right=right) if true and self._truth(left) and self._truth(right):
                self.refine(bounds, left, True)
                self.refine(bounds, right, True)
            case n.Binary(operator="OR", left=left, right=right) if not true:
                self.refine(bounds, left, False)
                self.refine(bounds, right, False)
            case n.Binary(operator=operator, left=left, right=right) if operator in OPPOSITE:
                if "$" in self.ranges.kind(left) + self.ranges.kind(right):
                    return
                self.ranges.bounds = bounds
                held = operator if true else OPPOSITE[operator]
                one, two = self.ranges.number(left), self.ranges.number(right)
                if isinstance(left, n.Variable):
                    self._compared(bounds, left, held, two)
                if isinstance(right, n.Variable):
                    self._compared(bounds, right, MIRRORED[held], one)
            case n.Variable():
                self._compared(bounds, condition, "<>" if true else "=", ZERO)
            case _:
                pass

    def _truth(self, node: n.Expression) -> bool:
        found = self.ranges.expression(node)
        return found.within(-1, 0) and found.whole

    def _compared(self, bounds: Bounds, variable: n.Variable, operator: str, other: Range) -> None:
        name = self.ranges.key(variable)
        if name[1] not in "%!":
            return
        here = self.ranges.variable(variable)
        step = 1 if here.whole and other.whole else 0
        low, high = None, None
        match operator:
            case "=":
                low, high = other.low, other.high
            case "<":
                high = None if other.high is None else other.high - step
            case "<=":
                high = other.high
            case ">":
                low = None if other.low is None else other.low + step
            case ">=":
                low = other.low
            case _ if other.low == other.high and other.low is not None and step:
                if here.low == other.low:
                    low = other.low + 1
                if here.high == other.high:
                    high = other.low - 1
        whole = here.whole or (operator == "=" and other.whole)
        bounds[name] = meet(Range(whole, here.low, here.high), Range(whole, low, high))
