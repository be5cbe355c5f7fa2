"""Where control certainly goes wrong: a NEXT that no FOR leads to, a RETURN that no GOSUB leads to, a WEND alone.

All ways are taken that the text has, whatever the conditions are; a program into which others are merged, or in which
errors are followed by RESUME, has more of them than its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..analysis.flow import Flow, Point, analyse, calls, core, ways
from ..syntax import nodes as n

Astray = tuple[int, int, int, str]  # line, column, error, hint


def astray(program: n.Program) -> Iterator[Astray]:
    flow = analyse(program)
    statements = [core(point.statement) for point in flow.points]
    if any(isinstance(each, n.Chain | n.FileCommand) for each in statements):
        return
    traps = [flow.target(each.line) for each in statements if isinstance(each, n.OnError) and each.line.number]
    called = [target for point in flow.points for target in calls(flow, point)]
    called += [target for each in statements if isinstance(each, n.OnEvent) and (target := flow.target(each.line))]
    handlers = _reached(flow, traps)
    subroutines = _reached(flow, called)
    reached = _reached(flow, [0]) | subroutines | handlers
    loops = _Loops(flow, statements)
    paired = not any(isinstance(each, n.Broken) for each in statements)  # else one may have been a FOR or a WHILE
    for point, statement in zip(flow.points, statements, strict=True):
        if point.index not in reached:
            continue
        match statement:
            case n.For() if point.index not in flow.loops and point.index not in flow.spoilt:
                yield _at(point, 26, "its NEXT is missing")
            case n.Next(variables=variables) if paired and not traps and point.index not in loops.of(variables):
                named = f"FOR {variables[0].name}{variables[0].sigil}" if variables else "FOR"
                yield _at(point, 1, f"no {named} leads here")
            case n.While() if point.index not in flow.whiles and point.index not in flow.spoilt:
                yield _at(point, 29, "its WEND is missing")
            case n.Wend() if paired and point.index not in flow.wends:
                yield _at(point, 30, "its WHILE is missing")
            case n.Return() if point.index not in subroutines and not (called and traps):
                yield _at(point, 3, "no GOSUB leads here")
            case n.Resume() if point.index not in handlers:
                yield _at(point, 20, "no ON ERROR GOTO leads here")
            case n.Read() if not flow.data:
                yield _at(point, 4, "there is no DATA")


def _at(point: Point, error: int, hint: str) -> Astray:
    return point.line, point.statement.column, error, hint


def _reached(flow: Flow, starts: Iterable[int | None]) -> set[int]:
    """Where control can come to from there, into subroutines and past them."""
    found: set[int] = set()
    coming = [start for start in starts if start is not None]
    while coming:
        index = coming.pop()
        if index not in found and index < flow.end:
            found.add(index)
            point = flow.points[index]
            if not isinstance(point.statement, n.Command) or point.statement.word not in ("END", "SYSTEM"):
                coming += [*ways(flow, point), *calls(flow, point)]
    return found


class _Loops:
    """Where control can come to from FORs, by the name of their variable."""

    def __init__(self, flow: Flow, statements: list[n.Statement]) -> None:
        self._flow = flow
        self._begins: dict[str, list[int]] = {}
        for point, statement in zip(flow.points, statements, strict=True):
            if isinstance(statement, n.For):
                for name in ("", statement.variable.name):
                    self._begins.setdefault(name, []).append(point.next)
        self._reached: dict[str, set[int]] = {}

    def of(self, variables: tuple[n.Variable, ...]) -> set[int]:
        name = variables[0].name if variables else ""
        if name not in self._reached:
            self._reached[name] = _reached(self._flow, self._begins.get(name, ()))
        return self._reached[name]
