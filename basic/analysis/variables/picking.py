"""What a program looks for in its DATA by counting, as an element of a table.

    10 RESTORE 90: FOR I=1 TO W: READ A$: NEXT        A$ = table(W-1)
    90 DATA "HARE","MOUSE","OWL"

Each RESTORE begins anew, so that nobody needs to know where the next READ would go on; and where W is known to be 1 to
3, nothing can be missing. What stands behind the loop may READ more of the same record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from ...arithmetic.ranges import Range
from ...record import record, replace
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..defaults import DefTypes
from ..flow import Flow, Point, Table, analyse, calls, core, ways
from .once import Once
from .tables import UNSAFE, Unknown, constant_node, item_value
from .types import predicted

Name = tuple[str, str]  # BASIC's name and its kind
Limit = Callable[[int, int], Range | None]  # line and column of a FOR -> the bounds of its limit, if it is run
HIDDEN = ".DATA"  # is put behind the name of a variable where a table is called after it


@record
class Search:
    """RESTORE, a loop that READs, and what is read behind it."""

    points: tuple[Point, ...]  # all that it replaces
    first: int  # in DATA
    line: int  # of the loop
    loop: n.For | None
    each: tuple[n.Variable, ...]  # what is read in each turn
    then: tuple[n.Variable, ...]  # and behind the loop


def searches(program: n.Program) -> list[Search]:
    """Where a program looks for something in its DATA, if it could be a table."""
    flow = analyse(program)
    statements = [core(point.statement) for point in flow.points]
    restores = [point for point in flow.points if isinstance(point.statement, n.Restore)]
    if not restores or not flow.data or any(_unsafe(statement) for statement in statements):
        return []
    before: dict[int, set[int]] = {}
    for point in flow.points:
        for following in (*ways(flow, point), *calls(flow, point)):
            before.setdefault(following, set()).add(point.index)
    found = [search for point in restores if (search := _search(flow, point, before)) is not None]
    inside = {point.index for search in found for point in search.points}
    behind = _behind(flow, [search.points[-1].next for search in found])
    lost = any(isinstance(statements[index], n.Read) for index in behind - inside)
    return [] if lost else found


def _unsafe(statement: n.Statement) -> bool:
    return isinstance(statement, UNSAFE) or (isinstance(statement, n.Command) and statement.word in ("TRON", "CLEAR"))


def _search(flow: Flow, restore: Point, before: dict[int, set[int]]) -> Search | None:
    statement = restore.statement
    assert isinstance(statement, n.Restore)
    first = 0 if statement.line is None else flow.restores.get(statement.line.number)
    if first is None:
        return None
    points = [restore]
    loop: n.For | None = None
    line = restore.line
    each: list[n.Variable] = []
    then: list[n.Variable] = []
    for point in _straight(flow, restore, before):
        match point.statement:
            case n.For() as found if loop is None and not then and point.index in flow.loops:
                loop, line = found, point.line
            case n.Read(targets=targets) if all(isinstance(target, n.Variable) for target in targets):
                closed = loop is None or any(isinstance(known.statement, n.Next) for known in points)
                (then if closed else each).extend(t for t in targets if isinstance(t, n.Variable))
            case n.Next(variables=variables) if each and not then and _closes(loop, variables) and _alone(flow, point):
                pass
            case n.Remark() | n.Empty() | n.Data():
                continue
            case n.Let() | n.Print() if len(points) == 1:
                continue
            case _:
                break
        points.append(point)
    whole = loop is None or any(isinstance(point.statement, n.Next) for point in points)
    return Search(tuple(points), first, line, loop, tuple(each), tuple(then)) if whole and (each or then) else None


def _closes(loop: n.For | None, variables: tuple[n.Variable, ...]) -> bool:
    if loop is None or len(variables) > 1:
        return False
    return not variables or (variables[0].name, variables[0].sigil) == (loop.variable.name, loop.variable.sigil)


def _alone(flow: Flow, point: Point) -> bool:
    """Whether a NEXT closes one loop only: `NEXT J,I` are two points."""
    following = flow.points[point.index + 1 : point.index + 2]
    return point.resume == point.index and not any(other.resume == point.index for other in following)


def _straight(flow: Flow, point: Point, before: dict[int, set[int]]) -> Iterator[Point]:
    """The statements behind one that nothing else leads to; NEXT leads back behind its FOR."""
    while point.next < flow.end:
        following = flow.points[point.next]
        own = {point.index}
        if isinstance(point.statement, n.For):
            own.add(flow.loops.get(point.index, -1))
        elif isinstance(point.statement, n.Next):
            own.add(flow.ends.get(point.index, -1))
        if not before.get(following.index, set()) <= own:
            return
        yield following
        point = following


def _behind(flow: Flow, starts: list[int]) -> set[int]:
    """The points that are reached from some without another RESTORE."""
    returns = [point.next for point in flow.points if calls(flow, point)]
    found: set[int] = set()
    waiting = list(starts)
    while waiting:
        index = waiting.pop()
        if index in found or not 0 <= index < flow.end:
            continue
        found.add(index)
        point = flow.points[index]
        statement = core(point.statement)
        if not isinstance(statement, n.Restore):
            waiting += [*ways(flow, point), *calls(flow, point)]
        if isinstance(statement, n.Return):
            waiting += returns
    return found


def picked(program: n.Program, found: list[Search], bounds: Limit) -> n.Program | None:
    """The program with tables in place of these; `bounds` knows what a loop's limit may be."""
    return _Picking(program).result(found, bounds)


class _Picking:
    def __init__(self, program: n.Program) -> None:
        self.program = program
        self.flow = analyse(program)
        self.types, _ = predicted(self.flow, 0, DefTypes(), 0)
        self.items = [constant.item for constant in self.flow.data]
        self.tables: dict[tuple[str, tuple[int | float | str, ...]], Table] = {}  # by kind and items
        self.known = {node.name for node in walk(program) if isinstance(node, n.Variable | n.Element)}
        self.new: dict[int, tuple[n.Statement, ...]] = {}  # by the id of the old statement

    def result(self, found: list[Search], bounds: Limit) -> n.Program | None:
        once = Once(self.flow)
        first = next((line for line in self.program.lines if not isinstance(line.statements[0], n.Remark)), None)
        if first is None or not once.runs(first.number) or not self._types_hold():
            return None
        try:
            for search in found:
                self._pick(search, bounds)
        except Unknown:
            return None
        lines = []
        for line in self.program.lines:
            statements = self._rewritten(line.statements) or (n.Empty(0),)
            if line is first:
                statements = (*self.tables.values(), *statements)
            lines.append(replace(line, statements=statements))
        return n.Program(tuple(lines))

    def _types_hold(self) -> bool:
        return all(
            self.types.with_letters(statement.letters, statement.kind) == self.types
            for point in self.flow.points
            if isinstance(statement := core(point.statement), n.DefType)
        )

    def _rewritten(self, statements: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
        found: list[n.Statement] = []
        for statement in statements:
            if isinstance(statement, n.If):
                then, otherwise = self._rewritten(statement.then), self._rewritten(statement.otherwise)
                statement = replace(statement, then=then, otherwise=otherwise)
            found += self.new.get(id(statement), (statement,))
        return tuple(found)

    def _pick(self, search: Search, bounds: Limit) -> None:
        for point in search.points:
            self.new[id(point.statement)] = ()
        lets = self._constants(search) if search.loop is None else self._elements(search, search.loop, bounds)
        self.new[id(search.points[1].statement)] = tuple(lets)  # RESTORE may stand before something else

    def _constants(self, search: Search) -> Iterator[n.Let]:
        for position, target in enumerate(search.then):
            yield self._given(search, target, self._value(search.first + position, target))

    def _given(self, search: Search, target: n.Variable, value: n.Expression) -> n.Let:
        return n.Let(search.points[0].statement.column, replace(target), value)

    def _elements(self, search: Search, loop: n.For, bounds: Limit) -> Iterator[n.Let]:
        limit = bounds(search.line, loop.column)
        begin = loop.start.value if isinstance(loop.start, n.Number) else None
        step = loop.step is None or (isinstance(loop.step, n.Number) and loop.step.value == 1)
        if limit is None or not limit.whole or not isinstance(begin, int) or not step:
            raise Unknown
        targets = [self._name(target) for target in (*search.each, *search.then, loop.variable)]
        named = {self._name(node) for node in walk(loop.stop) if isinstance(node, n.Variable)}
        if limit.low is None or limit.high is None or named.intersection(targets):
            raise Unknown
        if not begin <= limit.low <= limit.high:  # where nothing comes to, there are no numbers
            raise Unknown
        if targets.count(self._name(loop.variable)) > 1 or targets[-1][1] not in "!%":
            raise Unknown
        last = loop.stop
        if not isinstance(last, n.Variable | n.Number):  # it is worked out once
            yield n.Let(loop.column, loop.variable, last)
            last = loop.variable
        width = len(search.each)
        for position, target in enumerate((*search.each, *search.then)):
            low = begin if position < width else limit.low  # what is read in a turn is read in those before it
            first = search.first + (low - begin) * width + position
            places = range(first, first + (limit.high - low + 1) * width, width)
            if isinstance(last, n.Number):
                value = [self._value(place, target) for place in places][-1]
            else:
                value = self._element(target, places, _shifted(last, -low))
            yield self._given(search, target, value)
        yield n.Let(0, replace(loop.variable), _shifted(last, 1))

    def _element(self, target: n.Variable, places: range, row: n.Expression) -> n.Element:
        """One item of a table; tables with the same items are one."""
        kind = self._name(target)[1]
        items = tuple(self._item(place, target) for place in places)
        table = self.tables.get((kind, items))
        if table is None:
            name = next(name for name in _names(target.name) if name not in self.known)
            self.known.add(name)
            bounds = (n.Number(0, len(items) - 1, "%"),)
            array = n.Element(0, name, "" if self.types.kind(name, "") == kind else kind, bounds)
            values = tuple(((index,), value) for index, value in enumerate(items) if value not in (0, ""))
            table = self.tables[kind, items] = Table(0, (array,), values)
        shown = table.arrays[0]
        assert isinstance(shown, n.Element)
        return replace(shown, subscripts=(row,))

    def _name(self, node: n.Variable) -> Name:
        return node.name, self.types.kind(node.name, node.sigil)

    def _item(self, place: int, target: n.Variable) -> int | float | str:
        """What a variable gets when it READs an item."""
        kind = self._name(target)[1]
        if place >= len(self.items):
            raise Unknown
        return item_value(self.items[place], kind)

    def _value(self, place: int, target: n.Variable) -> n.Expression:
        return constant_node(self._item(place, target), self._name(target)[1])


def _shifted(node: n.Expression, by: int) -> n.Expression:
    """`N+1`, `N-1`, `N`"""
    if isinstance(node, n.Number):
        return n.Number(0, node.value + by, node.kind)
    return n.Binary(0, "+" if by > 0 else "-", replace(node), n.Number(0, abs(by), "%")) if by else replace(node)


def _names(name: str) -> Iterator[str]:
    """What a table may be called, whose first variable has this name."""
    return (f"{name}{number or ''}{HIDDEN}" for number in count())
