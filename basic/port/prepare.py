"""A program made ready: what depends on the way that was taken is written into the program itself.

- DEFINT and its kin in the middle of a program: each name gets the sign of the type that it has at its place.
- TRON: the lines say themselves where they begin.
"""

from __future__ import annotations

from typing import Any

from ..analysis.defaults import DefTypes
from ..analysis.flow import Flow, analyse, core
from ..analysis.graph import Refused
from ..record import fields, replace
from ..syntax import nodes as n
from ..syntax.visit import walk

TRACE = "TRACE"  # not a word of BASIC: marks the beginning of a line where TRON is used
UNKNOWN = "?"


def traced(program: n.Program) -> n.Program:
    """Marks at the beginning of each line, and wherever the program may come back into one, if there is a TRON."""
    if not any(isinstance(node, n.Command) and node.word == "TRON" for line in program.lines for node in walk(line)):
        return program
    lines = []
    for line in program.lines:
        lines.append(replace(line, statements=(_mark(line.number, 1), *_marked(line.number, line.statements))))
    return n.Program(tuple(lines))


def _marked(line: int, statements: tuple[n.Statement, ...]) -> tuple[n.Statement, ...]:
    """A mark before each statement but the first: RESUME NEXT after IF goes to the second of its branch."""
    found: list[n.Statement] = []
    for statement in statements:
        if isinstance(statement, n.If):
            then, otherwise = _marked(line, statement.then), _marked(line, statement.otherwise)
            statement = replace(statement, then=then, otherwise=otherwise)
        found += [_mark(line, 0), statement]
    return tuple(found[1:])


def _mark(line: int, begins: int) -> n.Command:
    return n.Command(0, TRACE, (n.Number(0, line, "!"), n.Number(0, begins, "%")))


# ---- types ----------------------------------------------------------------------------------------------------------


def with_signs(program: n.Program) -> n.Program:
    """The same program without DEFINT and its kin."""
    flow = analyse(program)
    known = _types_at(flow)
    at = {id(point.statement): index for index, point in enumerate(flow.points)}

    def signed(node: Any, types: str, line: int) -> Any:
        types = known.get(at.get(id(node), -1), types)
        if isinstance(node, n.DefType):
            return n.Empty(node.column)
        changes: dict[str, Any] = {}
        for name in fields(node):
            value = getattr(node, name)
            if isinstance(value, n.Node):
                changes[name] = signed(value, types, line)
            elif isinstance(value, tuple):
                changes[name] = tuple(signed(x, types, line) if isinstance(x, n.Node) else x for x in value)
        if isinstance(node, n.Variable | n.Element | n.UserFunction | n.DefFn) and not node.sigil:
            changes["sigil"] = types[ord(node.name[0]) - 65]
            if changes["sigil"] == UNKNOWN:
                raise Refused(line, "a variable whose type depends on the way to it, by DEFINT and its kin")
        return replace(node, **changes) if changes else node

    plain = DefTypes().sigils
    lines = tuple(
        replace(line, statements=tuple(signed(statement, plain, line.number) for statement in line.statements))
        for line in program.lines
    )
    return n.Program(lines)


def _types_at(flow: Flow) -> dict[int, str]:
    """The type of each letter before each point, `?` where two ways bring different ones."""
    known = {0: DefTypes().sigils}
    waiting = [0]
    returns = {
        point.next for point in flow.points
        if isinstance(s := core(point.statement), n.Gosub | n.OnJump) and (isinstance(s, n.Gosub) or s.gosub)
    }  # fmt: skip
    handlers = {flow.target(s.line) for p in flow.points if isinstance(s := core(p.statement), n.OnError)} - {None}
    while waiting:
        index = waiting.pop()
        if index >= flow.end:
            continue
        types = known[index]
        match core(flow.points[index].statement):
            case n.DefType(kind=kind, letters=letters):
                types = "".join(kind if chr(65 + i) in letters else old for i, old in enumerate(types))
            case n.Command(word="CLEAR") | n.Run():
                types = DefTypes().sigils
            case _:
                pass
        for following in [*_after(flow, index, returns), *(handler for handler in handlers if handler is not None)]:
            before = known.get(following, types)
            joined = "".join(a if a == b else UNKNOWN for a, b in zip(before, types, strict=True))
            if following not in known or joined != before:
                known[following] = joined
                waiting.append(following)
    return known


def _after(flow: Flow, index: int, returns: set[int]) -> list[int]:
    """Where a statement may lead."""
    point = flow.points[index]
    statement = core(point.statement)
    found = [point.next, point.otherwise]
    match statement:
        case n.Goto(line=line):
            found = [flow.target(line)]  # type: ignore[list-item]
        case n.Gosub(line=line) | n.Resume(line=n.LineRef() as line) | n.Run(line=n.LineRef() as line):
            found = [flow.target(line)]  # type: ignore[list-item]
        case n.OnJump(lines=lines):
            found = [*map(flow.target, lines), point.next]  # type: ignore[list-item]
        case n.Return():
            found = [*returns, -1 if statement.line is None else flow.target(statement.line)]  # type: ignore[list-item]
        case n.Next():
            found.append(flow.points[flow.ends[index]].next if index in flow.ends else -1)
        case n.For():
            found.append(flow.points[flow.loops[index]].next if index in flow.loops else -1)
        case n.While():
            found.append(flow.points[flow.whiles[index]].next if index in flow.whiles else -1)
        case n.Wend():
            found = [flow.wends.get(index, -1)]
        case n.Command(word="END" | "SYSTEM" | "STOP"):
            found = []
        case _:
            pass
    return [place for place in found if place is not None and place >= 0]
