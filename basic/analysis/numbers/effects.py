"""What a statement or a condition says of the bounds of numbers behind it.

    10 I=ABS(I): IF I<9 THEN A(I-1)=0      I is at least 0, then less than 9, and behind the A(I-1)
                                           at least 1, since there was no error

`intervals.py` follows the ways on which that is passed on.
"""

from __future__ import annotations

from ...arithmetic.ranges import INTEGER_BOUNDS, Range
from ...syntax import nodes as n
from ...syntax.effects import anything, assigned, assigned_variables, forgets
from ...syntax.visit import walk
from ..flow import Flow, core, itself
from ..routines.routines import Node
from ..variables.located import Bounds, Located, Name, meet, rounded
from ..variables.types import MIRRORED, OPPOSITE, Ranges, bare
from .reach import Reach

ZERO = Range(True, 0, 0)
UNDECLARED = 10  # the highest subscript of an array without DIM
DECLARED = 30150  # and of one with DIM: 60,300 bytes are free, and an integer has two


class Effects:
    """`ranges.bounds`, to which expressions look, are those of the place in hand."""

    def __init__(self, flow: Flow, ranges: Ranges) -> None:
        self.flow = flow
        self.ranges = Located(ranges, lambda _: True)
        self.reach = Reach(flow, lambda node: ranges.types.kind(node.name, node.sigil))
        self.limits: dict[int, Range] = {}  # FOR -> what its limit was, whenever it began
        self.names = self._scalars()
        self._highest = self._subscripts()
        self._within: dict[int, tuple[n.Node, list[n.Element]]] = {}  # a part, so that its number stays its own

    def _scalars(self) -> set[Name]:
        kind = self.ranges.types.kind
        return {
            (node.name, kind(node.name, node.sigil))
            for point in self.flow.points
            for node in walk(point.statement)
            if isinstance(node, n.Variable) and kind(node.name, node.sigil) in "%!"
        }

    def _subscripts(self) -> dict[Name, list[int]]:
        """The highest subscripts that each declared array can have."""
        found: dict[Name, list[int]] = {}
        kind = self.ranges.types.kind
        for point in self.flow.points:
            statement = core(point.statement)
            for array in statement.arrays if isinstance(statement, n.Dim) else ():
                if isinstance(array, n.Element):
                    bounds = [rounded(self.number(subscript)).high or 0 for subscript in array.subscripts]
                    name = array.name, kind(array.name, array.sigil)
                    known = found.get(name, [UNDECLARED] * len(bounds))
                    found[name] = [max(pair) for pair in zip(known, bounds, strict=False)]
        return found

    # -- what is done ---------------------------------------------------------------------------------------------

    def name(self, node: n.Variable) -> Name:
        return node.name, self.ranges.types.kind(node.name, node.sigil)

    def let_go(self, bounds: Bounds, name: Name) -> None:
        """Nothing is known of a variable any more."""
        bounds.pop(name, None)
        if self.reach.limits:
            self.reach.forget(bounds, name)

    def changed(self, node: Node) -> set[Name]:
        """The variables that a place sets itself."""
        statement = core(node.point.statement) if node.point is not None else None
        if statement is None:
            return set()
        if anything(statement):
            return set(self.names)
        opening = self._opening(node) if isinstance(statement, n.Next) else None
        return {self.name(target) for target in assigned_variables(opening or statement)}

    def concerns(self, node: Node) -> set[Name] | None:
        """The variables whose bounds a place itself looks at or sets; None: perhaps any."""
        statement = core(node.point.statement) if node.point is not None else None
        if node.kind not in ("plain", "if", "fail", "test") or statement is None:
            return set()
        parts: list[n.Node] = [itself(statement)]
        match statement:
            case n.For() if node.kind == "test":  # how often it has been round
                return None
            case _ if anything(statement) or forgets(statement):
                return None
            case n.Next() if isinstance(opening := self._opening(node), n.For):
                parts = [part for part in (opening.variable, opening.step) if part is not None]
            case _:
                pass
        return {self.name(part) for whole in parts for part in walk(whole) if isinstance(part, n.Variable)}

    def _opening(self, node: Node) -> n.Statement | None:
        """The FOR of a NEXT."""
        begin = self.flow.ends.get(node.index, -1)
        return core(self.flow.points[begin].statement) if begin >= 0 else None

    def gives(
        self, bounds: Bounds, target: n.Target, value: Range | None, given: n.Expression | None = None
    ) -> None:
        """A variable gets a value, which is that of an expression or not known."""
        if not isinstance(target, n.Variable):
            return
        name = self.name(target)
        if name[1] not in "%!":
            self.reach.forget(bounds, name)
            return
        self.reach.gives(bounds, target, given)
        if value is None:
            bounds.pop(name, None)
            return
        if name[1] == "%":
            value = Range(True, value.low, value.high).clipped(*INTEGER_BOUNDS) if value.whole else rounded(value)
        bounds[name] = value

    def do(self, node: Node, statement: n.Statement, bounds: Bounds) -> None:
        """Take in what a statement does."""
        match statement:
            case n.Let(target=target, value=value):
                kind = self.ranges.kind(value)
                self.gives(bounds, target, None if kind in "#$" else self.ranges.expression(value), value)
            case n.For(variable=variable, start=start, stop=stop):
                if node.part != "test":
                    limit = self.number(stop)
                    known = self.limits.get(self.flow.base(node.index))
                    self.limits[self.flow.base(node.index)] = limit if known is None else known.join(limit)
                    self.reach.begins(bounds, self.flow.base(node.index), stop)
                    self.gives(bounds, variable, self.number(start), start)
            case n.Next():
                opening = self._opening(node)
                if isinstance(opening, n.For):
                    name = self.name(opening.variable)
                    step = Range(True, 1, 1) if opening.step is None else self.number(opening.step)
                    old = self.ranges.variable(opening.variable)
                    low = None if old.low is None or step.low is None else old.low + step.low
                    high = None if old.high is None or step.high is None else old.high + step.high
                    same = opening.variable if step.high is not None and step.high <= 0 else None
                    self.gives(bounds, opening.variable, Range(old.whole and step.whole, low, high), same)
                    if name[1] not in "%!":
                        bounds.pop(name, None)
            case n.Dim():
                self.reach.declares(bounds, statement)
            case n.MidAssign():  # the text stays as long as it is
                pass
            case n.Run(file=None) | n.Command(word="CLEAR"):
                self.reach.forget_all(bounds)
                bounds.update(dict.fromkeys(self.names, ZERO))
            case _ if anything(statement):
                bounds.clear()
            case _:
                for target in assigned(statement):
                    self.gives(bounds, target, None)

    def looked_at(self, statement: n.Statement, bounds: Bounds) -> None:
        """Behind `A(J)=0` without an error J is a subscript that A has, and behind `DIM A(J)` one that it can have."""
        given: set[Name] = set()
        match statement:
            case n.Let(target=target, value=value):
                parts: tuple[n.Node | None, ...] = (target, value)
            case n.If(condition=condition) | n.While(condition=condition):
                parts = (condition,)
            case n.Print():
                parts = (statement,)
            case n.Read(targets=targets) | n.Input(targets=targets):
                parts, given = targets, {self.name(target) for target in targets if isinstance(target, n.Variable)}
            case n.Swap(left=left, right=right):
                parts = left, right
                given = {self.name(target) for target in parts if isinstance(target, n.Variable)}
            case n.For(start=start, stop=stop, step=step):
                parts = (start, stop, step)
            case n.Dim(arrays=arrays):
                for array in arrays:
                    for subscript in array.subscripts if isinstance(array, n.Element) else ():
                        self._subscript(bounds, bare(subscript), DECLARED, given)
                return
            case _:
                return
        for part in parts:
            for node in self._elements(part) if part is not None else ():
                highest = self._highest.get((node.name, self.ranges.types.kind(node.name, node.sigil)), [])
                highest = highest or [UNDECLARED] * len(node.subscripts)
                for subscript, most in zip(node.subscripts, highest, strict=False):
                    self._subscript(bounds, bare(subscript), most, given)

    def _elements(self, part: n.Node) -> list[n.Element]:
        """The elements of arrays in a part of a statement, which is looked at as often as its place."""
        known = self._within.get(id(part))
        if known is None:
            known = self._within[id(part)] = part, [node for node in walk(part) if isinstance(node, n.Element)]
        return known[1]

    def _subscript(self, bounds: Bounds, node: n.Expression, most: int, given: set[Name]) -> None:
        """A subscript was one: 0 to `most`."""
        by = 0
        match node:
            case n.Binary(operator="+" | "-" as sign, left=left, right=n.Number(value=number, kind="%")):
                node, by = bare(left), int(number) if sign == "+" else -int(number)
            case _:
                pass
        if isinstance(node, n.Variable) and (name := self.name(node)) not in given and name[1] in "%!":
            here = self.ranges.variable(node)
            more = 0 if here.whole else 1  # it was rounded
            bounds[name] = meet(here, Range(False, -by - more, most - by + more))

    def number(self, node: n.Expression) -> Range:
        """What a number can be; a double or a text: anything."""
        kind = self.ranges.kind(node)
        return Range(False, None, None) if kind in "#$" else self.ranges.expression(node)

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
                one, two = self.number(left), self.number(right)
                if isinstance(left, n.Variable):
                    self._compared(bounds, left, held, _itself_whole(left, right) or two)
                    self.reach.compared(bounds, left, held, right, one.whole and two.whole)
                if isinstance(right, n.Variable):
                    self._compared(bounds, right, MIRRORED[held], _itself_whole(right, left) or one)
                    self.reach.compared(bounds, right, MIRRORED[held], left, one.whole and two.whole)
            case n.Variable():
                self._compared(bounds, condition, "<>" if true else "=", ZERO)
            case _:
                pass

    def _truth(self, node: n.Expression) -> bool:
        found = self.ranges.expression(node)
        return found.within(-1, 0) and found.whole

    def _compared(self, bounds: Bounds, variable: n.Variable, operator: str, other: Range) -> None:
        name = self.name(variable)
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


def _itself_whole(variable: n.Variable, other: n.Expression) -> Range | None:
    """`X=INT(X)` says that X is whole, whatever it is."""
    other = bare(other)
    if isinstance(other, n.Function) and other.name in ("INT", "FIX") and len(other.arguments) == 1:
        inner = bare(other.arguments[0])
        if isinstance(inner, n.Variable) and (inner.name, inner.sigil) == (variable.name, variable.sigil):
            return Range(True, None, None)
    return None
