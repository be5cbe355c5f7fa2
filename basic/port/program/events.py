"""Event traps: where a program may notice an event, it asks for it, and calls the trap's subroutine itself.

    10 ON KEY(1) GOSUB 500: KEY(1) ON         the same, and
    20 A$=INKEY$: IF A$="" THEN 20            20 IF an event has come THEN GOSUB 500: ...

That is in its loops, and behind what may take long or switches a trap on, as the engine on a clock that runs
(`engine/traps.py`). While an event's subroutine runs, no other is noticed.
"""

from __future__ import annotations

from functools import partial

from ...analysis.flow import Flow, analyse, behind, calls, core, jumps
from ...analysis.routines.active import Refused
from ...analysis.solver import reached
from ...record import record, replace
from ...syntax import nodes as n
from .prepare import rewritten

LONG = (n.Input, n.LineInput)
LONG_WORDS = ("PLAY", "SOUND")


@record
class Due(n.Function):
    """Which of the subroutines in these lines an event calls that has come: the first, the second ...; 0 for none."""

    lines: tuple[int, ...]


def with_events(program: n.Program) -> n.Program:
    """The program that asks for its events. One without traps does without what would switch them; PEN ON also lets
    PEN be asked."""
    flow = analyse(program)
    traps = [(point.line, statement) for point in flow.points
             if isinstance(statement := core(point.statement), n.OnEvent) and statement.line.number]  # fmt: skip
    if not traps:
        return rewritten(program, lambda _, new: n.Empty(new.column) if _switches(new) else new)
    beginnings = {trap.line.number: target for _, trap in traps if (target := flow.target(trap.line)) is not None}
    if not beginnings:
        return program  # each ON is an error
    for line, trap in traps:
        if (begin := beginnings.get(trap.line.number)) is not None and _goes_on(flow, begin):
            raise Refused(line, f"ON {trap.event} GOSUB whose subroutine goes on without RETURN")
    within = reached(beginnings.values(), lambda index: [*behind(flow, index), *calls(flow, flow.points[index])])
    busy = {flow.points[index].line for index in within}
    back = {
        line.number for point in flow.points if point.line not in busy for line in jumps(point.statement)
        if line.number <= point.line
    }  # fmt: skip
    lines = tuple(sorted(beginnings))
    asked: n.Statement = n.OnJump(0, Due(0, "DUE", (), lines), True, tuple(n.LineRef(0, line) for line in lines))
    own = _free_line(program) if len(lines) > 1 else None
    poll = (asked if own is None else n.Gosub(0, n.LineRef(0, own)),)
    asking: list[n.Line] = []
    for each in program.lines:
        statements = each.statements
        if each.number not in busy:
            statements = poll * (each.number in back) + _asking(statements, poll)
        asking.append(replace(each, statements=statements))
        if own is not None and each.number + 1 == own:
            asking.append(n.Line(own, "", (n.Remark(0, " HANDLE EVENTS"), asked, n.Return(0, None))))
    return n.Program(tuple(asking))


def _switches(node: n.Node) -> bool:
    return isinstance(node, n.OnEvent) or (isinstance(node, n.EventSwitch) and node.event != "PEN")


def _free_line(program: n.Program) -> int | None:
    """A number for a subroutine, behind a line that nothing goes on from."""
    numbers = {line.number for line in program.lines}
    closed = (line.number for line in program.lines if isinstance(line.statements[-1], n.Return | n.Goto))
    return next((number + 1 for number in closed if number + 1 not in numbers), None)


def _goes_on(flow: Flow, begin: int) -> bool:
    """Whether a subroutine comes to what the program itself comes to."""
    onward = partial(behind, flow)
    return not reached([begin], onward).isdisjoint(reached([0], onward))


def _asking(statements: tuple[n.Statement, ...], poll: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
    found: list[n.Statement] = []
    for statement in statements:
        if isinstance(statement, n.If):
            statement = replace(statement, then=_asking(statement.then, poll),
                                otherwise=_asking(statement.otherwise, poll))  # fmt: skip
        turns = isinstance(statement, n.Next | n.Wend)
        long = isinstance(statement, LONG) or (isinstance(statement, n.Command) and statement.word in LONG_WORDS)
        found += [*poll * turns, statement, *poll * long]
    last = found[-1] if found else None
    return (*found, *poll * (isinstance(last, n.EventSwitch) and last.state == "ON"))
