"""The program as a list of points, one per statement, with every way that leads from one to another.

A point is where GW-BASIC can stand: at a statement of a line or of a branch of IF. `NEXT J,I` counts as two, since
a FOR that is not run at all goes on in the middle of it. Points are numbered in the order of the text; the number
after the last one stands for the end of the program.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..record import record
from ..syntax import effects
from ..syntax.nodes import (
    Broken,
    Chain,
    Command,
    Data,
    DataItem,
    Dim,
    FileCommand,
    For,
    Gosub,
    If,
    LineRef,
    Next,
    Node,
    OnError,
    OnEvent,
    OnJump,
    Program,
    Resume,
    Return,
    Run,
    Statement,
    Wend,
    While,
)


@record
class Point:
    """One statement in its place."""

    index: int
    line: int  # its line number; -1 in a line typed at the prompt
    statement: Statement
    next: int  # the point that follows when the statement does not jump
    after: int  # the first point of the next line
    depth: int  # how many branches of IF it stands in
    resume: int  # where RESUME begins again: the first part of a statement that has several, else the point itself
    otherwise: int = -1  # of an IF: where it goes when the condition is false


@record
class Constant:
    """One item of DATA and the line it stands in."""

    item: DataItem
    line: int


@record
class Table(Dim):
    """A DIM whose one array has these values, others than 0 and "", from the first (`tables.py` makes it)."""

    values: tuple[tuple[tuple[int, ...], int | float | str], ...]


class Flow:
    def __init__(self) -> None:
        self.points: list[Point] = []
        self.starts: dict[int, int] = {}  # line number -> its first point
        self.loops: dict[int, int] = {}  # point of FOR -> point of its NEXT
        self.ends: dict[int, int] = {}  # point of NEXT -> point of its FOR
        self.whiles: dict[int, int] = {}  # point of WHILE -> point of its WEND
        self.wends: dict[int, int] = {}  # point of WEND -> point of its WHILE
        self.spoilt: dict[int, int] = {}  # point of FOR or WHILE -> point of a NEXT or WEND that does not parse
        self.data: list[Constant] = []
        self.restores: dict[int, int] = {}  # line number -> index of its first constant, or later

    @property
    def end(self) -> int:
        return len(self.points)

    def after_error(self, point: Point) -> int:
        """Where RESUME NEXT goes: behind the next colon, so after an IF to the second statement of its THEN."""
        if isinstance(point.statement, If):
            return self.after_error(self.points[point.index + 1]) if point.statement.then else point.after
        last = point
        while last.next == last.index + 1 < self.end and self.points[last.next].resume == point.resume:
            last = self.points[last.next]
        return last.next

    def target(self, line: LineRef) -> int | None:
        return self.starts.get(line.number)


def core(statement: Statement) -> Statement:
    """The statement itself, or the valid beginning of a broken one: the text search for NEXT sees that too."""
    if isinstance(statement, Broken) and statement.prefix is not None:
        return core(statement.prefix)
    return statement


def itself(statement: Statement) -> Node:
    """What a statement does where it stands: of an IF the condition, as its branches have points of their own."""
    return statement.condition if isinstance(statement, If) else statement


def ends(statement: Statement) -> bool:
    """Whether a program stops there."""
    return isinstance(statement, Command) and statement.word in ("END", "STOP", "SYSTEM")


def clears(statement: Statement | None) -> bool:
    """Whether all variables are as at the start behind it, and the stack is empty."""
    if isinstance(statement, Run):
        return statement.line is not None
    return isinstance(statement, Command) and statement.word == "CLEAR"


def gives_way(statement: Statement) -> bool:
    """Whether another program takes over there, if its file is found."""
    match statement:
        case Run(file=file):
            return file is not None
        case Chain() | FileCommand(word="LOAD"):
            return True
        case _:
            return False


def analyse(program: Program, first: int = 0) -> Flow:
    """Lay out a program as points, pair its loops and gather its DATA."""
    flow = Flow()
    points = flow.points
    for line in program.lines:
        begin = len(points)
        flow.starts[line.number] = begin
        flow.restores[line.number] = len(flow.data)
        after = begin + size(line.statements)
        _lay_out(points, line.number, line.statements, after, after, 0)
        branches = {k for p in points[begin:] if isinstance(p.statement, If) for k in (p.next, p.otherwise)}
        for point in points[begin:]:  # READ looks at the beginning of a line and behind colons (DATLOP in GWMAIN)
            if isinstance(point.statement, Data) and point.index not in branches:
                flow.data.extend(Constant(item, line.number) for item in point.statement.items)
    _pair(flow)
    return flow


def size(statements: tuple[Statement, ...]) -> int:
    """How many points they are."""
    count = 0
    for statement in statements:
        if isinstance(statement, If):
            count += 1 + size(statement.then) + size(statement.otherwise)
        elif isinstance(statement, Next):
            count += max(1, len(statement.variables))
        else:
            count += 1
    return count


def _lay_out(
    points: list[Point], line: int, statements: tuple[Statement, ...], end: int, after: int, depth: int
) -> None:
    """Add the points of one statement list; `end` is where its last statement goes on."""
    for position, statement in enumerate(statements):
        index = len(points)
        last = position == len(statements) - 1
        if isinstance(statement, If):
            split = index + 1 + size(statement.then)
            otherwise = split if statement.otherwise else after
            then = index + 1 if statement.then else after
            points.append(Point(index, line, statement, then, after, depth, index, otherwise))
            _lay_out(points, line, statement.then, after, after, depth + 1)
            _lay_out(points, line, statement.otherwise, after, after, depth + 1)
        elif isinstance(statement, Next) and len(statement.variables) > 1:
            for offset, variable in enumerate(statement.variables):
                following = end if last and offset == len(statement.variables) - 1 else index + offset + 1
                part = Next(variable.column, (variable,))
                points.append(Point(index + offset, line, part, following, after, depth, index))
        else:
            resume = points[-1].resume if getattr(statement, "continues", False) else index
            points.append(Point(index, line, statement, end if last else index + 1, after, depth, resume))


def _pair(flow: Flow) -> None:
    """FOR finds its NEXT, and WHILE its WEND, by searching the text onwards, whole pairs skipped.

    The search sees nothing but the words: what does not parse counts (published source: NXTSCN in GWMAIN).
    """
    fors: list[int] = []
    whiles: list[int] = []
    for point in flow.points:
        statement = point.statement
        word = statement.word if isinstance(statement, Broken) else type(statement).__name__.upper()
        match word:
            case "FOR":
                fors.append(point.index)
            case "NEXT" if fors:
                _close(flow, fors.pop(), point.index, flow.loops, flow.ends)
            case "WHILE":
                whiles.append(point.index)
            case "WEND" if whiles:
                _close(flow, whiles.pop(), point.index, flow.whiles, flow.wends)


def _close(flow: Flow, begin: int, end: int, closed: dict[int, int], opened: dict[int, int]) -> None:
    """Note that two points belong together, unless one of them does not parse."""
    if isinstance(flow.points[begin].statement, Broken):
        return
    if isinstance(flow.points[end].statement, Broken):
        flow.spoilt[begin] = end
    else:
        closed[begin], opened[end] = end, begin


def jumps(statement: Statement) -> Iterator[LineRef]:
    """The lines that a statement may send the program to."""
    yield from effects.ways(core(statement))


def calls(flow: Flow, point: Point) -> list[int]:
    """Where the subroutines begin that a statement may call."""
    statement = core(point.statement)
    if isinstance(statement, Gosub) or (isinstance(statement, OnJump) and statement.gosub):
        return [target for line in jumps(statement) if (target := flow.target(line)) is not None]
    return []


def ways(flow: Flow, point: Point) -> list[int]:
    """Where a point may lead; a GOSUB leads on behind itself, and so does what ends a run (CONT)."""
    statement = core(point.statement)
    called = calls(flow, point)
    found = [target for line in jumps(statement) if not called and (target := flow.target(line)) is not None]
    match statement:
        case If():
            found.append(point.otherwise)
        case For() if point.index in flow.loops:
            found.append(flow.points[flow.loops[point.index]].next)
        case While() if point.index in flow.whiles:
            found.append(flow.points[flow.whiles[point.index]].next)
        case Next() if point.index in flow.ends:
            found.append(flow.points[flow.ends[point.index]].next)
        case Wend() if point.index in flow.wends:
            found.append(flow.wends[point.index])
        case _:
            pass
    return [*found, point.next] if effects.runs_on(statement) else found


def behind(flow: Flow, index: int) -> list[int]:
    """Where the same routine goes on behind a point: nowhere from what comes back or ends. ON ERROR and ON of an event
    only name a line."""
    if index >= flow.end:
        return []
    point = flow.points[index]
    statement = core(point.statement)
    if isinstance(statement, Return | Resume) or ends(statement):
        return []
    found = [point.next] if isinstance(statement, OnError | OnEvent) else ways(flow, point)
    return [to for to in found if to < flow.end]


def handlers(flow: Flow) -> set[int]:
    """Where the lines begin that ON ERROR names."""
    statements = (core(point.statement) for point in flow.points)
    lines = [statement.line for statement in statements if isinstance(statement, OnError) and statement.line.number]
    return {start for line in lines if (start := flow.target(line)) is not None}
