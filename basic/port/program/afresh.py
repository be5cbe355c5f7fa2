"""Programs that begin again: what is RUN in other words becomes RUN, and a CLEAR that finds nothing goes.

    10 CLEAR 500: DIM A(9)              what is done once, at the beginning, is nothing
    900 IF A$="Y" THEN 10               comes to that CLEAR: as RUN does
    910 IF A$="Y" THEN CLEAR: GOTO 10   RUN, too

So arrays need not come and go while the program runs: they are lists, DEF FN is a function, and DATA a table.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from ...analysis.flow import analyse, jumps
from ...record import replace
from ...sizes import HIGHEST
from ...syntax import nodes as n
from ...syntax.visit import walk

QUIET = (n.Remark, n.Empty, n.Data)
Suite = tuple[n.Statement, ...]


def afresh(program: n.Program) -> n.Program:
    """The program with RUN where it begins again, and without a CLEAR before everything else if nothing comes back."""
    nodes = [node for line in program.lines for node in walk(line)]
    if not any(map(_is_clear, nodes)) or any(isinstance(node, n.Command) and node.word == "TRON" for node in nodes):
        return program  # TRON shows the lines that are gone through
    statements = [(line.number, statement) for line in program.lines for statement in line.statements]
    first = [*takewhile(lambda each: isinstance(each[1], QUIET) or _is_clear(each[1]), statements)]
    behind = max((place + 1 for place, (_, statement) in enumerate(first) if _is_clear(statement)), default=0)
    cleared = {line for line, _ in first[:behind]}  # the lines that come to a CLEAR before anything else
    beginnings = {line for line, _ in statements[: len(first) + 1]}  # and those that do what the program does
    begun = n.Program(tuple(replace(line, statements=_with_runs(line.statements, beginnings, cleared))
                            for line in program.lines))  # fmt: skip
    if {line.number for point in analyse(begun).points for line in jumps(point.statement)} & cleared:
        return begun
    gone = {id(statement) for _, statement in first if _is_clear(statement)}
    return n.Program(tuple(
        replace(line, statements=tuple(n.Empty(each.column) if id(each) in gone else each for each in line.statements))
        for line in begun.lines
    ))  # fmt: skip


def _is_clear(node: object) -> bool:
    """Whether a statement is CLEAR that says nothing of memory and stack."""
    if not isinstance(node, n.Command) or node.word != "CLEAR" or any(node.arguments[1:]):
        return False
    given = [argument for argument in node.arguments if argument is not None]
    return all(isinstance(argument, n.Number) and 0 < argument.value <= HIGHEST for argument in given)


def _with_runs(suite: Suite, beginnings: set[int], cleared: set[int]) -> Suite:
    """Statements that follow one another, with RUN in the place of those that come to the same."""
    found: list[n.Statement] = []
    for position, statement in enumerate(suite):
        behind = suite[position + 1 :]
        if isinstance(statement, n.If):
            arms = [_with_runs(each, beginnings, cleared) for each in (statement.then, statement.otherwise)]
            found.append(replace(statement, then=arms[0], otherwise=arms[1]))
        elif isinstance(statement, n.Goto) and statement.line.number in cleared:
            found.append(n.Run(statement.column))
        elif _is_clear(statement) and _led(behind) in beginnings:
            return (*found, n.Run(statement.column), *(each for each in behind if isinstance(each, QUIET)))
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
