"""Tables that a program reads from its DATA at the beginning, as if it had them from the first.

    10 DIM X(3): FOR I=1 TO 3: READ X(I): NEXT       x = [0, 5, 7, 9]
    20 DATA 5,7,9

What everything comes to once, and nothing comes back to, runs once: at the beginning, or behind a question that is
asked until the answer will do. There the loops that READ are carried out here, with the DATA they are known to get;
what they leave behind stands in their place. Of all else only what it may change is looked at: if it may READ, that is
the end.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod

from ...arithmetic.ranges import EXACT
from ...errors import BasicError
from ...record import record, replace
from ...syntax import nodes as n
from ...syntax.effects import assigned_variables, is_known
from ...syntax.visit import walk
from ...values.text import read_number
from ..defaults import DefTypes, Name
from ..flow import Flow, Point, Table, analyse, behind, calls, core, itself, size, ways
from ..solver import reached

Given = int | float | str
MOST = 20_000  # steps of the loops carried out
LARGEST = 1200  # elements of a table
ONE = n.Number(0, 1, "%")

READING = (n.Read, n.Field, n.Erase, n.Broken)  # or changing what is known in other ways
UNSAFE = (n.OnError, n.Chain, n.FileCommand, n.OnEvent, n.Call, n.GetImage, n.Restore)


def with_tables(program: n.Program, types: DefTypes, base: int) -> n.Program:
    """The program with its READ loops carried out; DATA keeps what they leave. `base`: the lowest subscript."""
    flow = analyse(program)
    safe = flow.data and all(_is_safe(flow, point) for point in flow.points)
    return _Beginning(program, flow, types, base).result() if safe else program


def _is_safe(flow: Flow, point: Point) -> bool:
    """Whether a statement neither begins the program in its middle, nor forgets its variables, nor reads DATA anew."""
    match core(point.statement):
        case n.Run(line=line, file=file):
            return line is None and file is None  # begins again with all
        case n.Command(word="CLEAR" | "NEW" | "RUN"):
            return False
        case n.Next() if point.index not in flow.ends:  # goes on with a loop that runs then
            return False
        case statement:
            return is_known(statement) and not isinstance(statement, UNSAFE)


class _Unknown(Exception):
    """This is not known before the program runs."""


class _End(Exception):
    """From here on it is not known what the next READ gets."""


@record(frozen=False)
class _State:
    """What is known at a place: variables, the elements of arrays, and how far DATA has been read."""

    variables: dict[Name, Given]
    tables: dict[Name, dict[tuple[int, ...], Given]]
    next: int

    def copy(self) -> _State:
        return _State({**self.variables}, {key: {**values} for key, values in self.tables.items()}, self.next)


class _Beginning:
    def __init__(self, program: n.Program, flow: Flow, types: DefTypes, base: int) -> None:
        self.program, self.flow, self.types, self.base = program, flow, types, base
        self.data = [constant.item for constant in flow.data]
        self.leads = {(point.index, to) for point in flow.points for to in ways(flow, point)}
        # the points that each subroutine comes to, with those of the subroutines that it calls
        self.called = {to: reached([to], self._led) for point in flow.points for to in calls(flow, point)}
        self.often = set().union(*self.called.values(), self._passed())  # points that do not run once
        self.state = _State({}, {}, 0)
        self.closed: set[Name] = set()  # arrays that something else has looked at
        self.steps = 0
        self.declared: dict[Name, tuple[int, n.Element]] = {}  # arrays of known bounds, and the points of their DIMs
        self.replaced: dict[int, tuple[n.Statement, ...]] = {}  # points -> what stands there

    def _led(self, index: int) -> list[int]:
        return [*behind(self.flow, index), *calls(self.flow, self.flow.points[index])]

    def _passed(self) -> set[int]:
        """The points that some way leads back over, or past."""
        crossing = [0] * (self.flow.end + 2)
        for point, to in self.leads:
            first, last = (to, point + 1) if to <= point else (point + 1, to)
            crossing[first] += 1
            crossing[last] -= 1
        return {index for index, count in enumerate(accumulate(crossing)) if count}

    # -- the statements in their order ----------------------------------------------------------------------------

    def result(self) -> n.Program:
        points = self.flow.points
        at = 0
        try:
            while at < len(points):
                at = self._carried_out(points[at]) or self._left(points[at])
        except _End:
            pass
        if not self.state.next:
            return self.program
        self._declare()
        return self._rewritten()

    def _carried_out(self, point: Point) -> int | None:
        """Carry out a statement; gives the point behind it, or None if it stays as it is."""
        statement = point.statement
        if point.depth or point.index in self.often:
            return None
        if isinstance(statement, n.Dim):
            return self._dim(point, statement)
        end = self.flow.loops.get(point.index, point.index) + 1
        reads = any(isinstance(each.statement, n.Read) for each in self.flow.points[point.index : end])
        if not reads and not (isinstance(statement, n.Let) and isinstance(statement.target, n.Variable)):
            return None
        state = self.state.copy()
        try:
            self._step(point, state)
        except _Unknown:
            return None
        if reads:
            self.replaced.update(dict.fromkeys(range(point.index, end), ()))
            self.replaced[point.index] = tuple(
                n.Let(0, n.Variable(0, *key[:2]), _constant(value, key[1]))
                for key, value in state.variables.items() if self.state.variables.get(key) != value
            )  # fmt: skip
        self.state = state
        return end

    def _left(self, point: Point) -> int:
        """A statement stays as it is: what it may change, and what subroutines do, is not known from here on."""
        inside = set().union(*(self.called[to] for to in calls(self.flow, point)))
        for statement in (point.statement, *(self.flow.points[index].statement for index in inside)):
            if isinstance(statement, READING):
                raise _End
            self.closed |= {self.types.name(node) for node in walk(itself(statement)) if isinstance(node, n.Element)}
            for target in assigned_variables(itself(statement)):
                self.state.variables.pop(self.types.name(target), None)
        return point.index + 1

    # -- carrying out ---------------------------------------------------------------------------------------------

    def _step(self, point: Point, state: _State) -> int:
        """Carry out a statement; gives the point behind it."""
        self.steps += 1
        if self.steps > MOST:
            raise _Unknown
        match point.statement:
            case n.For() as statement if point.index in self.flow.loops:
                return self._loop(point.index, self.flow.loops[point.index], statement, state)
            case n.Read(targets=targets):
                for target in targets:
                    if state.next >= len(self.data):
                        raise _Unknown
                    self._store(target, _item(self.data[state.next], self.types.name(target)[1]), state)
                    state.next += 1
            case n.Let(target=target, value=value):
                self._store(target, self._value(value, state), state)
            case n.Remark() | n.Empty() | n.Data():
                pass
            case _:
                raise _Unknown
        return point.index + 1

    def _loop(self, begin: int, end: int, loop: n.For, state: _State) -> int:
        """Go through the turns of a loop that nothing leads into."""
        into = (to for start, to in self.leads if not begin <= start <= end)
        closing = self.flow.points[end].statement
        key = self.types.name(loop.variable)
        named = closing.variables if isinstance(closing, n.Next) else ()
        others = any(self.types.name(each) != key for each in named)
        if others or any(begin < to <= end for to in (*into, *self.called)):
            raise _Unknown
        number, stop, step = (self._whole(each, state) for each in (loop.start, loop.stop, loop.step or ONE))
        if not step or not _fits(stop, key[1]):
            raise _Unknown
        self._store(loop.variable, number, state)
        while number <= stop if step > 0 else number >= stop:
            at = begin + 1
            while at < end:
                at = self._step(self.flow.points[at], state)
            if state.variables[key] != number:
                raise _Unknown
            number += step
            self._store(loop.variable, number, state)
        return end + 1

    def _dim(self, point: Point, statement: n.Dim) -> int:
        for target in statement.arrays:
            if isinstance(target, n.Element):
                if (key := self.types.name(target)) in self.declared:
                    raise _End
                if all(isinstance(subscript, n.Number) for subscript in target.subscripts):
                    self.declared[key] = point.index, target
                else:
                    self.closed.add(key)
        return point.index + 1

    def _store(self, target: n.Target, value: Given, state: _State) -> None:
        key = self.types.name(target)
        if not _fits(value, key[1]):
            raise _Unknown
        if isinstance(target, n.Variable):
            state.variables[key] = value
            return
        if key in self.closed or key not in self.declared:
            raise _Unknown
        place = tuple(self._whole(subscript, state) for subscript in target.subscripts)
        bounds = [self._whole(subscript, state) for subscript in self.declared[key][1].subscripts]
        if len(place) != len(bounds) or prod(bound + 1 for bound in bounds) > LARGEST:
            raise _Unknown
        if not all(self.base <= index <= last for index, last in zip(place, bounds, strict=True)):
            raise _Unknown
        state.tables.setdefault(key, {})[place] = value

    # -- expressions ----------------------------------------------------------------------------------------------

    def _whole(self, node: n.Expression, state: _State) -> int:
        value = self._value(node, state)
        if not isinstance(value, int):
            raise _Unknown
        return value

    def _value(self, node: n.Expression, state: _State) -> Given:
        match node:
            case n.Number(value=number, kind=kind) if kind != "#":
                return int(number) if number == int(number) else number
            case n.String(value=text):
                return text
            case n.Variable() if self.types.name(node) in state.variables:
                return state.variables[self.types.name(node)]
            case _:
                raise _Unknown

    # -- the new program ------------------------------------------------------------------------------------------

    def _declare(self) -> None:
        """A table stands in place of its array's DIM."""
        for key, (place, array) in self.declared.items():
            if key not in self.state.tables:
                continue
            kept: list[n.Statement] = []
            for each in self.replaced.get(place, (self.flow.points[place].statement,)):
                if type(each) is n.Dim:
                    each = replace(each, arrays=tuple(other for other in each.arrays if other is not array))
                kept += () if type(each) is n.Dim and not each.arrays else (each,)
            self.replaced[place] = (*kept, Table(0, (array,), tuple(sorted(self.state.tables[key].items()))))

    def _rewritten(self) -> n.Program:
        """The program with what stands in the place of its statements, and without the DATA that has been read."""
        lines = []
        left = self.state.next
        for line in self.program.lines:
            statements: list[n.Statement] = []
            at = self.flow.starts[line.number]
            for statement in line.statements:
                for new in self.replaced.get(at, (statement,)):
                    if isinstance(new, n.Data):
                        taken = min(left, len(new.items))
                        left -= taken
                        new = replace(new, items=new.items[taken:])
                    statements.append(new)
                at += size((statement,))
            lines.append(replace(line, statements=tuple(statements) or (n.Empty(0),)))
        return n.Program(tuple(lines))


def _item(item: n.DataItem, kind: str) -> Given:
    """What a variable gets when it READs an item, if that is no error."""
    if kind == "$":
        if not item.whole:
            raise _Unknown
        return item.text
    try:
        value, found, end = read_number(item.text, kind=kind)
    except BasicError:
        raise _Unknown from None
    if item.text[end:].strip() or item.quoted or "#" in (found, kind) or (kind == "%" and found != "%"):
        raise _Unknown
    return int(value) if value == int(value) else value


def _fits(value: Given, kind: str) -> bool:
    """Whether a variable of a kind holds a value as it is."""
    if kind in "$#" or isinstance(value, str):
        return isinstance(value, str) and kind == "$"
    whole = isinstance(value, int)
    return (whole and -32768 <= value <= 32767) or (kind == "!" and not (whole and abs(value) > EXACT))


def _constant(value: Given, kind: str) -> n.Expression:
    """A value as it would stand in the program."""
    if isinstance(value, str):
        return n.String(0, value)
    number = n.Number(0, abs(value), kind if isinstance(value, int) and kind == "%" else "!")
    return n.Unary(0, "-", number) if value < 0 else number
