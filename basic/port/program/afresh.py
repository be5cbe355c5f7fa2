"""Programs that begin again: what is RUN in other words becomes RUN, and a CLEAR that finds nothing goes.

    10 CLEAR 500: DIM A(9)              what is done once, at the beginning, is nothing
    900 IF A$="Y" THEN 10               comes to that CLEAR: as RUN does
    910 IF A$="Y" THEN CLEAR: GOTO 10   RUN, too

So arrays need not come and go while the program runs: they are lists, DEF FN is a function, and DATA a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from ...analysis.flow import analyse, jumps
from ...record import replace
from ...sizes import HIGHEST
from ...syntax import nodes as n
from ...syntax.visit import walk

QUIET = (n.Remark, n.Empty, n.Data)
Branch = tuple[n.Statement, ...]


def afresh(program: n.Program) -> n.Program:
    """The program with RUN where it begins again, and without a CLEAR before everything else if nothing comes back."""
    clears = [node for line in program.lines for node in walk(line) if _is_clear(node)]
    if not clears or any(isinstance(node, n.Command) and node.word == "TRON" for line in program.lines
                         for node in walk(line)):  # fmt: skip
        return program  # TRON shows the lines that are gone through
    beginnings, cleared = _beginnings(program)
    begun = n.Program(tuple(
        replace(line, statements=_with_runs(line.statements, beginnings, cleared)) for line in program.lines
    ))  # fmt: skip
    led = {line.number for point in analyse(begun).points for line in jumps(point.statement)}
    return begun if led & cleared else _without_clears(begun)


def _is_clear(statement: object) -> bool:
    """Whether a statement is CLEAR that says nothing of memory and stack."""
    if not isinstance(statement, n.Command) or statement.word != "CLEAR" or any(statement.arguments[1:]):
        return False
    given = [argument for argument in statement.arguments if argument is not None]
    return all(isinstance(argument, n.Number) and 0 < argument.value <= HIGHEST for argument in given)


def _first(program: n.Program) -> Iterator[tuple[n.Line, n.Statement]]:
    """What is run before the program does anything."""
    statements = ((line, statement) for line in program.lines for statement in line.statements)
    return takewhile(lambda each: isinstance(each[1], QUIET) or _is_clear(each[1]), statements)


def _beginnings(program: n.Program) -> tuple[set[int], set[int]]:
    """The lines from which a program does what it does from its beginning, and those that come to a CLEAR before."""
    beginnings: set[int] = set()
    cleared: set[int] = set()
    for line, statement in _first(program):
        beginnings.add(line.number)
        if _is_clear(statement):
            cleared |= beginnings
    if whole := [line for line in program.lines if line.number not in beginnings][:1]:
        last = [line for line in program.lines if line.number in beginnings][-1:]
        quiet = all(isinstance(each, QUIET) or _is_clear(each) for line in last for each in line.statements)
        beginnings |= {line.number for line in whole} if quiet else set()
    return beginnings, cleared


def _with_runs(branch: Branch, beginnings: set[int], cleared: set[int]) -> Branch:
    """Statements that follow one another, with RUN in the place of those that come to the same."""
    found: list[n.Statement] = []
    for position, statement in enumerate(branch):
        if isinstance(statement, n.If):
            branches = (_with_runs(each, beginnings, cleared) for each in (statement.then, statement.otherwise))
            then, otherwise = branches
            found.append(replace(statement, then=then, otherwise=otherwise))
        elif isinstance(statement, n.Goto) and statement.line.number in cleared:
            found.append(n.Run(statement.column))
        elif _is_clear(statement) and _led(branch[position + 1 :]) in beginnings:
            kept = (each for each in branch[position + 1 :] if isinstance(each, QUIET))
            return (*found, n.Run(statement.column), *kept)
        else:
            found.append(statement)
    return tuple(found)


def _led(behind: Iterable[n.Statement]) -> int | None:
    """The line that statements lead to which do nothing behind a CLEAR."""
    for statement in behind:
        if isinstance(statement, n.Goto):
            return statement.line.number
        if not isinstance(statement, QUIET) and not (isinstance(statement, n.Restore) and statement.line is None):
            break
    return None


def _without_clears(program: n.Program) -> n.Program:
    first = {id(statement) for _, statement in _first(program) if _is_clear(statement)}

    def gone(statement: n.Statement) -> n.Statement:
        return n.Empty(statement.column) if id(statement) in first else statement

    return n.Program(tuple(replace(line, statements=tuple(map(gone, line.statements))) for line in program.lines))
