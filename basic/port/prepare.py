"""A program made ready: what depends on the way that was taken is written into the program itself.

- DEFINT and its kin in the middle of a program: each name gets the sign of the type that it has at its place. A place
  that ways with different types lead to is there more than once.
- TRON: the lines say themselves where they begin.
"""

from __future__ import annotations

from typing import Any

from ..analysis.active import Refused
from ..analysis.defaults import DefTypes
from ..analysis.flow import Flow, analyse, core, jumps
from ..record import fields, replace
from ..syntax import nodes as n
from ..syntax.visit import walk

TRACE = "TRACE"  # not a word of BASIC: marks the beginning of a line where TRON is used
MOST_TABLES = 8  # of types, each with a copy of the program
LINES = 65536  # more than there can be: a copy has line numbers of its own


def traced(program: n.Program) -> n.Program:
    """A mark at the beginning of each line, if there is a TRON. What leads back into a line shows nothing."""
    if not any(isinstance(node, n.Command) and node.word == "TRON" for line in program.lines for node in walk(line)):
        return program
    return n.Program(tuple(replace(line, statements=(_mark(line.number), *line.statements)) for line in program.lines))


def _mark(line: int) -> n.Command:
    return n.Command(0, TRACE, (n.Number(0, line, "!"),))


# ---- types ----------------------------------------------------------------------------------------------------------


def with_signs(program: n.Program, flow: Flow) -> Flow:
    """The program without DEFINT and its kin, as points. `flow`: with them.

    Where a type depends on the way, there is a copy of the program for each table of types; DEFINT leads from one to
    another.
    """
    known = _types_at(flow)
    several = any(len(tables) > 1 for tables in known.values())
    plain = DefTypes().sigils
    if not several:
        return analyse(_signed(program, flow, {index: min(tables) for index, tables in known.items()}, plain, 0))
    tables = [plain, *sorted({table for found in known.values() for table in found} - {plain})]
    if len(tables) > MOST_TABLES:
        line = next(point.line for point in flow.points if isinstance(core(point.statement), n.DefType))
        raise Refused(line, "a variable whose type depends on the way to it, by DEFINT and its kin")
    merged = Flow()
    merged.size = flow.end
    merged.data = flow.data
    end = len(tables) * flow.end
    for number, table in enumerate(tables):
        copy = analyse(_signed(program, flow, {}, table, number))
        first = number * flow.end

        def moved(index: int, first: int = first) -> int:
            return index if index < 0 else end if index == flow.end else index + first

        for point, old in zip(copy.points, flow.points, strict=True):
            following = moved(point.next)
            statement = core(old.statement)
            reached = table in known.get(point.index, ())
            if reached and point.next != flow.end and _changes_types(statement):
                following = point.next + tables.index(_types_after(statement, table)) * flow.end
            kept = reached or isinstance(statement, n.For | n.Next | n.While | n.Wend)
            merged.points.append(
                replace(
                    point,
                    index=moved(point.index),
                    statement=point.statement if kept else n.Empty(point.statement.column),
                    next=following,
                    after=moved(point.after),
                    resume=moved(point.resume),
                    otherwise=moved(point.otherwise),
                )
            )
        merged.starts |= {line + number * LINES: moved(index) for line, index in copy.starts.items()}
        merged.restores |= {line + number * LINES: index for line, index in copy.restores.items()}
        for pairs, own in zip(merged.pairs, copy.pairs, strict=True):
            pairs.update({moved(one): moved(other) for one, other in own.items()})
    return merged


def _signed(program: n.Program, flow: Flow, known: dict[int, str], types: str, copy: int) -> n.Program:
    """The program with the sign of its type at each name, and with the line numbers of its copy."""
    at = {id(point.statement): index for index, point in enumerate(flow.points)}
    for index, point in enumerate(flow.points):
        if isinstance(point.statement, n.Next):  # `NEXT J,I` is two points
            at |= {id(variable): index for variable in point.statement.variables}

    def signed(node: Any, types: str) -> Any:
        types = known.get(at.get(id(node), -1), types)
        if isinstance(node, n.DefType):
            return n.Empty(node.column)
        if isinstance(node, n.LineRef) and node.number:
            return replace(node, number=node.number + copy * LINES)
        changes: dict[str, Any] = {}
        for name in fields(node):
            value = getattr(node, name)
            if isinstance(node, n.Run) and name == "line":
                continue  # RUN forgets the types
            if isinstance(value, n.Node):
                changes[name] = signed(value, types)
            elif isinstance(value, tuple):
                changes[name] = tuple(signed(x, types) if isinstance(x, n.Node) else x for x in value)
        if isinstance(node, n.Variable | n.Element | n.UserFunction | n.DefFn) and not node.sigil:
            changes["sigil"] = types[ord(node.name[0]) - 65]
        return replace(node, **changes) if changes else node

    return n.Program(
        tuple(
            replace(line, statements=tuple(signed(statement, types) for statement in line.statements))
            for line in program.lines
        )
    )


def _changes_types(statement: n.Statement) -> bool:
    return isinstance(statement, n.DefType | n.Run) or (isinstance(statement, n.Command) and statement.word == "CLEAR")


def _types_after(statement: n.Statement, types: str) -> str:
    if isinstance(statement, n.DefType):
        return DefTypes(types).with_letters(statement.letters, statement.kind).sigils
    return DefTypes().sigils if _changes_types(statement) else types


def _types_at(flow: Flow) -> dict[int, set[str]]:
    """The tables of types that may hold before each point."""
    known: dict[int, set[str]] = {0: {DefTypes().sigils}}
    waiting = [(0, DefTypes().sigils)]
    statements = [core(point.statement) for point in flow.points]
    returns = {
        point.next for point, statement in zip(flow.points, statements, strict=True)
        if isinstance(statement, n.Gosub) or (isinstance(statement, n.OnJump) and statement.gosub)
    }  # fmt: skip
    handlers = {
        target for statement in statements
        if isinstance(statement, n.OnError) and (target := flow.target(statement.line)) is not None
    }  # fmt: skip
    while waiting:
        index, types = waiting.pop()
        if index >= flow.end:
            continue
        types_after = _types_after(statements[index], types)
        ways = {(following, types_after) for following in _after(flow, index, returns, bool(handlers))}
        for state in ways | {(handler, types) for handler in handlers}:
            following, table = state
            if table not in known.setdefault(following, set()):
                known[following].add(table)
                waiting.append(state)
    return known


def _after(flow: Flow, index: int, returns: set[int], trapped: bool) -> set[int]:
    """Where a statement may lead; behind each one where errors are handled."""
    point = flow.points[index]
    statement = core(point.statement)
    found: set[int | None] = {point.next, point.otherwise}
    match statement:
        case n.Goto() | n.Gosub() | n.Run() | n.OnJump() | n.Resume(line=n.LineRef()):
            found = {flow.target(line) for line in jumps(statement)}
            if isinstance(statement, n.OnJump):
                found.add(point.next)
        case n.Return():
            found = {*returns} if statement.line is None else {flow.target(statement.line)}
        case n.For() | n.Next() | n.While() | n.Wend():
            for own in flow.pairs:
                if index in own:
                    found |= {own[index], flow.points[own[index]].next}
        case n.Command(word="END" | "SYSTEM" | "STOP"):
            found = set()
        case _:
            pass
    if trapped:
        found |= {index, point.next, point.after}
        if isinstance(statement, n.If):
            found.update(range(index + 1, point.after))
    return {place for place in found if place is not None and place >= 0}
