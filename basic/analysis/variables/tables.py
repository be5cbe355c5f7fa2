"""Tables that a program reads from its DATA at the beginning, as if it had them from the first.

    10 DIM X(3): FOR I=1 TO 3: READ X(I): NEXT       x = [0, 5, 7, 9]
    20 DATA 5,7,9

A line that everything comes to once, and nothing comes back to, runs once: at the beginning, or behind a question that
is asked until the answer will do. There the loops that READ are carried out here, with the DATA they are known to get;
what they leave behind stands in their place. Of what depends on the run only what it may change is looked at: if it may
READ, that is the end.
"""

from __future__ import annotations

from ...arithmetic.ranges import EXACT
from ...errors import BasicError
from ...record import record, replace
from ...syntax import nodes as n
from ...syntax.effects import assigned_variables, is_known
from ...syntax.visit import walk
from ...values.text import read_number
from ..defaults import DefTypes
from ..flow import Table, analyse, core, jumps
from .once import Once
from .types import predicted

Key = tuple[str, str]  # name and kind
Placed = tuple[tuple[int, int], n.Statement]  # a statement, with its line and its place in that
MOST = 20_000  # steps of the loops carried out
LARGEST = 1200  # elements of a table

# What does not look at variables but in its expressions, and goes on to the next statement.
PASSING = (n.Remark, n.Empty, n.Data, n.DefType, n.OptionBase, n.Print, n.DefFn, n.Input, n.LineInput, n.Let, n.Command)
LEADING = (n.If, n.Goto, n.Gosub, n.Return, n.OnJump, n.For, n.Next, n.While, n.Wend, n.Swap, n.Dim)
UNSAFE = (n.OnError, n.Chain, n.FileCommand, n.OnEvent, n.Call, n.GetImage)


class Unknown(Exception):
    """This is not known before the program runs."""


def with_tables(program: n.Program) -> n.Program:
    """The program with its READ loops carried out; DATA keeps what they leave."""
    return _Beginning(program).result()


class _End(Exception):
    """From here on it is not known what the next READ gets."""


class _Array:
    def __init__(self, bounds: tuple[int, ...], line: int, kind: str) -> None:
        self.bounds, self.line, self.kind = bounds, line, kind
        self.values: dict[tuple[int, ...], int | float | str] = {}
        self.read = False  # a loop that READs has given it values


@record(frozen=False)
class _Mentioned:
    """What a statement says, its expressions and what stands in it included."""

    statement: n.Statement
    elements: set[Key]
    variables: set[Key]
    called: list[int]  # the lines to which it has GOSUBs
    ends: bool = False  # it may do anything


class _Beginning:
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.flow = flow = analyse(program)
        self.types, self.base = predicted(flow, 0, DefTypes(), 0)
        self.data = [constant.item for constant in flow.data]
        self.next = 0  # in DATA
        self.restored = 0  # RESTOREs that change nothing
        self.steps = 0
        self.known: dict[Key, int | float | str] = {}
        self.arrays: dict[Key, _Array] = {}
        self.closed: set[Key] = set()  # arrays that something else has looked at
        self._mentioned: dict[int, _Mentioned] = {}
        self.safe = bool(self.data) and not any(
            isinstance(statement := core(p.statement), UNSAFE)
            or not is_known(statement)
            or (isinstance(statement, n.Run) and (statement.line or statement.file))  # RUN alone begins again with all
            or (isinstance(statement, n.Next) and p.index not in flow.ends)  # it goes on with a loop that runs then
            for p in flow.points
        )
        self.safe = self.safe and not any(
            isinstance(p.statement, n.Command) and p.statement.word in ("CLEAR", "NEW", "RUN") for p in flow.points
        )
        self.safe = self.safe and not any(
            isinstance(p.statement, n.DefType)
            and self.types.with_letters(p.statement.letters, p.statement.kind) != self.types
            for p in flow.points
        )
        self.replaced: dict[tuple[int, int], tuple[n.Statement, ...]] = {}  # line and position -> what stands there
        self.tables: dict[Key, tuple[int, int]] = {}  # where each array is declared

    # -- the statements in their order ----------------------------------------------------------------------------

    def result(self) -> n.Program:
        if self.safe:
            self.once = Once(self.flow)
            self._run()
        tables = {key: array for key, array in self.arrays.items() if array.read}
        restores = sum(isinstance(core(point.statement), n.Restore) for point in self.flow.points)
        if not self.next or restores > self.restored:
            return self.program
        for key, array in tables.items():
            self._declare(key, array)
        return self._rewritten()

    def _run(self) -> None:
        flat = [
            ((index, position), part)
            for index, line in enumerate(self.program.lines)
            for position, statement in enumerate(line.statements)
            for part in _parts(statement)
        ]
        statements = [statement for _, statement in flat]
        at = 0
        while at < len(flat):
            index, position = flat[at][0]
            known, arrays, taken = dict(self.known), _copied(self.arrays), self.next
            after = at + 1
            try:
                if position == 0 and not self.once.runs(self.program.lines[index].number):
                    raise Unknown
                after = self._one(flat, statements, at)
            except Unknown:
                self.known, self.arrays, self.next = known, arrays, taken
                while after < len(flat) and flat[after][0][0] == index:
                    after += 1
                try:
                    for statement in statements[at:after]:
                        self._pass_over(statement)
                except _End:
                    return
            at = after

    def _one(self, flat: list[Placed], statements: list[n.Statement], at: int) -> int:
        """Carry out a statement, or leave it as it is; gives the place behind it."""
        place, statement = flat[at]
        known = dict(self.known)
        match statement:
            case n.For():
                after = _end(statements, at)
                if not self.once.closed(self.program.lines, place[0], flat[after - 1][0][0]):
                    raise Unknown
                if any(isinstance(s, n.Read) for s in statements[at:after]):
                    self._turns(statements, at)
                    self._replace(flat[at:after], known)
                else:
                    self._pass_loop(statements[at:after])
                return after
            case n.Read():
                self._read(statement)
                self._replace(flat[at : at + 1], known)
            case n.Restore(line=line):
                if (0 if line is None else self.flow.restores.get(line.number)) != self.next:
                    raise Unknown
                self.replaced[place] = ()
                self.restored += 1
            case n.Dim():
                self._dim(statement, place)
            case n.Let(target=n.Variable() as target, value=value):
                self._pass(statement)
                try:
                    self.known[self._key(target)] = self._fitted(target, value)
                except Unknown:
                    self.known.pop(self._key(target), None)
            case _ if isinstance(statement, PASSING):
                self._pass(statement)
            case _:
                raise Unknown
        return at + 1

    # -- what may be done or not ----------------------------------------------------------------------------------

    def _pass_over(self, statement: n.Statement) -> None:
        """What is done or not, or more than once: what it mentions may be anything from here on."""
        waiting: list[n.Statement] = [statement]
        seen: set[int] = set()
        while waiting:
            mentioned = self._mentioned_in(waiting.pop())
            self.closed |= mentioned.elements
            for key in mentioned.variables & self.known.keys():
                del self.known[key]
            if mentioned.ends:
                raise _End
            for line in mentioned.called:
                inside = self.once.called.get(self.flow.starts.get(line, -1), set()) - seen
                seen |= inside
                waiting += [self.flow.points[point].statement for point in inside]

    def _mentioned_in(self, statement: n.Statement) -> _Mentioned:
        """The same subroutines are passed over again and again."""
        if (found := self._mentioned.get(id(statement))) is None:
            found = self._mentioned[id(statement)] = _Mentioned(statement, set(), set(), [])
            for node in walk(statement):
                if isinstance(node, n.Element):
                    found.elements.add(self._key(node))
                elif isinstance(node, n.Variable):
                    found.variables.add(self._key(node))
                elif isinstance(node, n.UserFunction | n.UsrFunction) or (
                    isinstance(node, n.Statement) and not isinstance(node, (*PASSING, *LEADING))
                ):
                    found.ends = True
                if isinstance(node, n.Gosub | n.OnJump):
                    found.called += [line.number for line in jumps(node)]
        return found

    def _pass(self, statement: n.Statement) -> None:
        """Leave a statement as it is: what it gives other values is not known any more."""
        if isinstance(statement, n.Let) and isinstance(statement.target, n.Element):
            raise Unknown
        for node in walk(statement):
            if isinstance(node, n.Element):
                self.closed.add(self._key(node))
            if isinstance(node, n.UserFunction | n.UsrFunction):
                raise Unknown
        for target in assigned_variables(statement) if not isinstance(statement, n.Let) else ():
            self.known.pop(self._key(target), None)

    def _pass_loop(self, body: list[n.Statement]) -> None:
        """Leave a loop as it is: what it changes is not known any more."""
        for statement in body:
            if not isinstance(statement, (*PASSING, n.For, n.Next)):
                raise Unknown
            for node in walk(statement):
                if isinstance(node, n.Element):
                    self.closed.add(self._key(node))
                if isinstance(node, n.UserFunction | n.UsrFunction):
                    raise Unknown
            for target in assigned_variables(statement):
                self.known.pop(self._key(target), None)

    def _replace(self, places: list[Placed], known: dict[Key, int | float | str]) -> None:
        """What variables have in the end stands where the first statement stood."""
        new = []
        for key, value in self.known.items():
            if known.get(key) != value or key not in known:
                variable = n.Variable(0, key[0], "" if self.types.kind(key[0], "") == key[1] else key[1])
                new.append(n.Let(0, variable, constant_node(value, key[1])))
        for place, _ in places:
            self.replaced[place] = ()
        self.replaced[places[0][0]] = tuple(new)

    # -- carrying out ---------------------------------------------------------------------------------------------

    def _turns(self, statements: list[n.Statement], at: int) -> int:
        loop = statements[at]
        assert isinstance(loop, n.For)
        key = self._key(loop.variable)
        start, stop = self._fitted(loop.variable, loop.start), self._fitted(loop.variable, loop.stop)
        step = 1 if loop.step is None else self._fitted(loop.variable, loop.step)
        if not (isinstance(start, int) and isinstance(stop, int) and isinstance(step, int)) or not step:
            raise Unknown
        end = _end(statements, at)
        number = start
        self.known[key] = number
        while number <= stop if step > 0 else number >= stop:
            position = at + 1
            while position < end - 1:
                statement = statements[position]
                self.steps += 1
                if self.steps > MOST:
                    raise Unknown
                if isinstance(statement, n.For):
                    position = self._turns(statements, position)
                    continue
                self._step(statement)
                position += 1
            number += step
            self.known[key] = number
        return end

    def _step(self, statement: n.Statement) -> None:
        match statement:
            case n.Read():
                self._read(statement)
            case n.Let(target=n.Variable() as target, value=value):
                self.known[self._key(target)] = self._fitted(target, value)
            case n.Let(target=n.Element() as target, value=value):
                self._store(target, self._fitted(target, value))
            case n.Remark() | n.Empty() | n.Data():
                pass
            case _:
                raise Unknown

    def _read(self, statement: n.Read) -> None:
        for target in statement.targets:
            if self.next >= len(self.data):
                raise Unknown
            item = self.data[self.next]
            kind = self._kind(target)
            value = item_value(item, kind)
            if isinstance(target, n.Element):
                self._store(target, value)
            else:
                self.known[self._key(target)] = value
            self.next += 1

    def _dim(self, statement: n.Dim, place: tuple[int, int]) -> None:
        for target in statement.arrays:
            if not isinstance(target, n.Element):
                continue
            if self._key(target) in self.arrays:
                raise Unknown
            if any(not isinstance(s, n.Number) for s in target.subscripts):
                self.closed.add(self._key(target))
                continue
            bounds = tuple(self._whole(subscript) for subscript in target.subscripts)
            self.arrays[self._key(target)] = _Array(bounds, place[0], self._kind(target))
            self.tables[self._key(target)] = place

    def _store(self, target: n.Element, value: int | float | str) -> None:
        key = self._key(target)
        if key in self.closed:
            raise Unknown
        place = tuple(self._whole(subscript) for subscript in target.subscripts)
        if key not in self.arrays:
            self.arrays[key] = _Array((10,) * len(place), -1, self._kind(target))
        array = self.arrays[key]
        size = 1
        for bound in array.bounds:
            size *= bound + 1
        fits = len(place) == len(array.bounds) and size <= LARGEST
        if not fits or not all(self.base <= i <= bound for i, bound in zip(place, array.bounds, strict=True)):
            raise Unknown
        array.values[place] = value
        array.read = True

    # -- expressions ----------------------------------------------------------------------------------------------

    def _kind(self, node: n.Variable | n.Element) -> str:
        return self.types.kind(node.name, node.sigil)

    def _key(self, node: n.Variable | n.Element) -> Key:
        return node.name, self._kind(node)

    def _whole(self, node: n.Expression) -> int:
        value = self._value(node)
        if not isinstance(value, int):
            raise Unknown
        return value

    def _fitted(self, target: n.Variable | n.Element, node: n.Expression) -> int | float | str:
        value = self._value(node)
        kind = self._kind(target)
        if isinstance(value, str) != (kind == "$") or kind == "#":
            raise Unknown
        if kind == "%" and not (isinstance(value, int) and -32768 <= value <= 32767):
            raise Unknown
        return value

    def _value(self, node: n.Expression) -> int | float | str:
        value: int | float | str
        match node:
            case n.Number(value=number, kind=kind) if kind != "#":
                value = int(number) if number == int(number) else number
            case n.String(value=text):
                value = text
            case n.Variable() if self._key(node) in self.known:
                value = self.known[self._key(node)]
            case n.Parenthesised(inner=inner):
                value = self._value(inner)
            case n.Unary(operator="-", operand=operand):
                value = -self._whole(operand)
            case n.Binary(operator=operator, left=left, right=right) if operator in ("+", "-", "*"):
                one, two = self._whole(left), self._whole(right)
                value = one + two if operator == "+" else one - two if operator == "-" else one * two
            case _:
                raise Unknown
        if isinstance(value, int) and not -EXACT <= value <= EXACT:
            raise Unknown
        return value

    # -- the new program ------------------------------------------------------------------------------------------

    def _declare(self, key: Key, array: _Array) -> None:
        """A table stands in place of its array's DIM, or before the statement that would have made it."""
        sigil = "" if self.types.kind(key[0], "") == key[1] else key[1]
        bounds = tuple(n.Number(0, bound, "%") for bound in array.bounds)
        table = Table(0, (n.Element(0, key[0], sigil, bounds),), tuple(sorted(array.values.items())))
        place = self.tables.get(key)
        if place is None:
            first = min(self.replaced)
            self.replaced[first] = (table, *self.replaced[first])
            return
        old = self.program.lines[place[0]].statements[place[1]]
        kept = self.replaced.get(place, (old,))
        new: list[n.Statement] = []
        for statement in kept:
            if isinstance(statement, n.Dim) and not isinstance(statement, Table):
                others = tuple(t for t in statement.arrays if not isinstance(t, n.Element) or self._key(t) != key)
                if others:
                    new.append(replace(statement, arrays=others))
            else:
                new.append(statement)
        self.replaced[place] = (*new, table)

    def _rewritten(self) -> n.Program:
        lines = []
        left = self.next
        for index, line in enumerate(self.program.lines):
            statements: list[n.Statement] = []
            for position, statement in enumerate(line.statements):
                for new in self.replaced.get((index, position), (statement,)):
                    if isinstance(new, n.Data):
                        taken = min(left, len(new.items))
                        left -= taken
                        new = replace(new, items=new.items[taken:])
                    statements.append(new)
            lines.append(replace(line, statements=tuple(statements) or (n.Empty(0),)))
        return n.Program(tuple(lines))


def _copied(arrays: dict[Key, _Array]) -> dict[Key, _Array]:
    found = {}
    for key, array in arrays.items():
        copy = found[key] = _Array(array.bounds, array.line, array.kind)
        copy.values, copy.read = dict(array.values), array.read
    return found


def _parts(statement: n.Statement) -> list[n.Statement]:
    """`NEXT J,I` as two."""
    if isinstance(statement, n.Next) and len(statement.variables) > 1:
        return [replace(statement, variables=(variable,)) for variable in statement.variables]
    return [statement]


def _end(statements: list[n.Statement], at: int) -> int:
    """Behind the NEXT of a FOR; it must stand at the same depth, and name its variable or none."""
    loops: list[n.For] = []
    for position in range(at, len(statements)):
        statement = statements[position]
        if isinstance(statement, n.For):
            loops.append(statement)
        elif isinstance(statement, n.Next):
            loop = loops.pop()
            if statement.variables and (statement.variables[0].name, statement.variables[0].sigil) != (
                loop.variable.name, loop.variable.sigil
            ):
                raise Unknown
            if not loops:
                return position + 1
        elif isinstance(statement, n.If):
            raise Unknown
    raise Unknown


def item_value(item: n.DataItem, kind: str) -> int | float | str:
    """What a variable gets when it READs an item, if that is no error."""
    if kind == "$":
        if not item.whole:
            raise Unknown
        return item.text
    try:
        value, found, end = read_number(item.text, kind=kind)
    except BasicError:
        raise Unknown from None
    if item.text[end:].strip() or item.quoted or found == "#" or kind == "#":
        raise Unknown
    if kind == "%" and found != "%":
        raise Unknown
    return int(value) if value == int(value) else value


def constant_node(value: int | float | str, kind: str) -> n.Expression:
    """A value as it would stand in the program."""
    if isinstance(value, str):
        return n.String(0, value)
    number = n.Number(0, abs(value), kind if isinstance(value, int) and kind == "%" else "!")
    return n.Unary(0, "-", number) if value < 0 else number
