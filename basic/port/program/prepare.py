"""A program made ready: what depends on the way that was taken is written into the program itself.

- DEFINT and its kin in the middle of a program: each name gets the sign of the type that it has at its place.
- OPTION BASE: whether all arrays have the same, whatever way was taken.
- TRON: the lines say themselves where they begin.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, analyse, core, itself, jumps
from ...analysis.routines.active import Refused
from ...record import fields, record, replace
from ...syntax import nodes as n
from ...syntax.visit import walk

S = TypeVar("S")
TRACE = "TRACE"  # not a word of BASIC: marks the beginning of a line where TRON is used
TYPED = n.Variable | n.Element | n.UserFunction | n.DefFn  # what has a type


def traced(program: n.Program) -> n.Program:
    """A mark at the beginning of each line, if there is a TRON. What leads back into a line shows nothing."""
    if not any(isinstance(node, n.Command) and node.word == "TRON" for line in program.lines for node in walk(line)):
        return program
    return n.Program(tuple(replace(line, statements=(_mark(line.number), *line.statements)) for line in program.lines))


def _mark(line: int) -> n.Command:
    return n.Command(0, TRACE, (n.Number(0, line, "!"),))


# ---- texts that name variables ---------------------------------------------------------------------------------------


@record
class Naming(n.Command):
    """A DRAW or PLAY with the variables that texts of this program name: `=N;`, `XA$;`."""

    words: tuple[str, ...]  # as the texts name them
    named: tuple[n.Variable, ...]
    elements: tuple[str, ...]


NAMED = re.compile(r"[=X] *([A-Z][A-Z0-9.]*)([%!#$]?) *;")
ELEMENT = re.compile(r"= *([A-Z][A-Z0-9.]*[%!#$]? *[([][^;]*);")  # nobody finds it in a port


def naming(program: n.Program) -> n.Program:
    """The program with what its DRAWs and PLAYs may look at beside their texts. VARPTR$(A$) in them is `A$;`."""
    nodes = [node for line in program.lines for node in walk(line)]
    macros = [node for node in nodes if isinstance(node, n.Command) and node.word in ("DRAW", "PLAY")]
    texts = [node.value.upper() for node in nodes if isinstance(node, n.String)] if macros else []
    names = {found.groups() for text in texts for found in NAMED.finditer(text)}
    names |= {(node.name, node.sigil) for macro in macros for node in map(_pointed, walk(macro)) if node}
    elements = tuple(found[1] for text in texts for found in ELEMENT.finditer(text))
    if not names and not elements:
        return program

    def change(statement: n.Command) -> n.Command:
        if statement.word not in ("DRAW", "PLAY"):
            return statement
        variables = tuple(n.Variable(statement.column, *name) for name in sorted(names))
        words = tuple(variable.name + variable.sigil for variable in variables)
        texts = changed(statement, n.Function, _named).arguments
        return Naming(statement.column, statement.word, texts, words, variables, elements)

    return replaced(program, n.Command, change)


def _pointed(node: object) -> n.Variable | None:
    """The variable of a VARPTR$."""
    match node:
        case n.Function(name="VARPTR$", arguments=(n.Variable() as variable,)):
            return variable
    return None


def _named(function: n.Function) -> n.Node:
    variable = _pointed(function)
    return n.String(function.column, variable.name + variable.sigil + ";") if variable else function


# ---- other programs -------------------------------------------------------------------------------------------------


@record
class Handing(n.Chain):
    """A CHAIN with what it hands to the next program: what COMMON names anywhere in this one, or ALL that it has."""

    variables: tuple[n.Variable | n.Whole, ...]


@record
class Lost(n.Chain):
    """A CHAIN that cannot be ported: it is refused if control comes there."""

    reason: str


def _parameters(definition: n.DefFn) -> list[n.Variable]:
    """Wherever they stand in a definition: no memory is taken for them."""
    names = {(parameter.name, parameter.sigil) for parameter in definition.parameters}
    variables = [node for node in walk(definition) if isinstance(node, n.Variable)]
    return [variable for variable in variables if (variable.name, variable.sigil) in names]


def chains_replaced(program: n.Program, change: Callable[[n.Chain], n.Chain]) -> n.Program:
    """The program with others in the place of its plain CHAINs."""
    return replaced(program, n.Chain, change)


def replaced(program: n.Program, kind: type[Any], change: Callable[[Any], n.Node]) -> n.Program:
    """The program with others in the place of nodes of one kind, unless they are to stay."""
    return n.Program(tuple(changed(line, kind, change) for line in program.lines))


def changed(node: Any, kind: type[Any], change: Callable[[Any], n.Node]) -> Any:
    """The same of what one node holds."""
    if type(node) is kind and (other := change(node)) is not node:
        return other
    changes: dict[str, Any] = {}
    for name in fields(node):
        value = getattr(node, name)
        if isinstance(value, n.Node):
            changes[name] = changed(value, kind, change)
        elif isinstance(value, tuple):
            changes[name] = tuple(changed(each, kind, change) if isinstance(each, n.Node) else each for each in value)
    return replace(node, **changes) if changes else node


def lost(chain: n.Chain, reason: str) -> Lost:
    return Lost(chain.column, chain.merge, chain.file, chain.start, chain.all, chain.delete, reason)


def handing(program: n.Program) -> n.Program:
    """The program with what each CHAIN hands on."""
    nodes = [node for line in program.lines for node in walk(line)]
    chains = [node for node in nodes if isinstance(node, n.Chain)]
    shared = [node for node in nodes if isinstance(node, n.Common)]
    if not chains or not (shared or any(chain.all for chain in chains)):
        return program
    common = [variable for node in shared for variable in node.variables]
    common_arrays = [array for node in shared for array in node.arrays]
    own = {id(node) for definition in nodes if isinstance(definition, n.DefFn) for node in _parameters(definition)}
    own |= set(map(id, common_arrays)) | {id(v) for node in nodes if isinstance(node, n.Erase) for v in node.arrays}
    scalars = [node for node in nodes if isinstance(node, n.Variable) and id(node) not in own]
    arrays = [node for node in nodes if isinstance(node, n.Element)]
    fielded = any(isinstance(part.target, n.Element) for node in nodes if isinstance(node, n.Field)
                  for part in node.parts)  # fmt: skip

    def given(node: n.Chain) -> n.Chain:
        variables, whole = (scalars, arrays) if node.all else (common, common_arrays)
        if any(statement.broken for statement in shared) and not node.all:
            return lost(node, "CHAIN with a COMMON that GW-BASIC cannot read")
        if whole and fielded:
            return lost(node, "CHAIN with arrays that FIELD names elements of")
        handed = tuple({(v.name, v.sigil): n.Variable(0, v.name, v.sigil) for v in variables}.values())
        lists = tuple({(v.name, v.sigil): n.Whole(0, v.name, v.sigil) for v in whole}.values())
        return Handing(node.column, node.merge, node.file, node.start, node.all, node.delete, (*handed, *lists))

    return chains_replaced(program, given)


def with_pictures(program: n.Program) -> n.Program:
    """GET and PUT take an array from its beginning by its name alone, which makes no variable of it."""

    def whole(node: Any) -> Any:
        name = node.array
        return replace(node, array=n.Whole(0, name.name, name.sigil)) if isinstance(name, n.Variable) else node

    for kind in (n.GetImage, n.PutImage):
        if any(isinstance(node, kind) for line in program.lines for node in walk(line)):
            program = replaced(program, kind, whole)
    return program


# ---- types ----------------------------------------------------------------------------------------------------------


def with_signs(program: n.Program, flow: Flow) -> Flow:
    """The program without DEFINT and its kin, as points. `flow`: with them."""
    known = types_at(flow)
    for point in flow.points:
        tables = known.get(point.index, set())
        if len(tables) > 1 and any(_differs(node, tables) for node in walk(itself(point.statement))):
            raise Refused(point.line, "a variable whose type depends on the way to it, by DEFINT and its kin")
    return analyse(_signed(program, flow, {index: min(tables) for index, tables in known.items()}))


def _differs(node: object, tables: set[str]) -> bool:
    """Whether a name has more than one type."""
    return isinstance(node, TYPED) and not node.sigil and len({types[ord(node.name[0]) - 65] for types in tables}) > 1


def _signed(program: n.Program, flow: Flow, known: dict[int, str]) -> n.Program:
    """The program with the sign of its type at each name."""
    at = {id(point.statement): index for index, point in enumerate(flow.points)}
    for index, point in enumerate(flow.points):
        if isinstance(point.statement, n.Next):  # `NEXT J,I` is two points
            at |= {id(variable): index for variable in point.statement.variables}

    def signed(node: Any, types: str) -> Any:
        types = known.get(at.get(id(node), -1), types)
        if isinstance(node, n.DefType):
            return n.Empty(node.column)
        changes: dict[str, Any] = {}
        for name in fields(node):
            value = getattr(node, name)
            if isinstance(node, n.Run) and name == "line":
                continue  # RUN forgets the types
            if isinstance(value, n.Node):
                changes[name] = signed(value, types)
            elif isinstance(value, tuple):
                changes[name] = tuple(signed(x, types) if isinstance(x, n.Node) else x for x in value)
        if isinstance(node, TYPED) and not node.sigil:
            changes["sigil"] = types[ord(node.name[0]) - 65]
        return replace(node, **changes) if changes else node

    return n.Program(
        tuple(
            replace(line, statements=tuple(signed(statement, DefTypes().sigils) for statement in line.statements))
            for line in program.lines
        )
    )


def changes_types(statement: n.Statement) -> bool:
    if isinstance(statement, n.Run):
        return statement.file is None
    return isinstance(statement, n.DefType) or (isinstance(statement, n.Command) and statement.word == "CLEAR")


def _types_after(statement: n.Statement, types: str) -> str:
    if isinstance(statement, n.DefType):
        return DefTypes(types).with_letters(statement.letters, statement.kind).sigils
    return DefTypes().sigils if changes_types(statement) else types


def types_at(flow: Flow) -> dict[int, set[str]]:
    """The tables of types that may hold before each point."""
    return states(flow, DefTypes().sigils, lambda statement, types: {_types_after(statement, types)})


# ---- OPTION BASE ----------------------------------------------------------------------------------------------------

Base = tuple[int, bool, bool]  # the lowest subscript, whether the program has said so, and whether there are arrays
AFRESH: Base = (0, False, False)


def base_of(flow: Flow) -> int | None:
    """The lowest subscript of all arrays; None if that depends on the way.

    An OPTION BASE with another number fails then, and one with this number does not.
    """
    statements = [core(point.statement) for point in flow.points]
    said = {index: node.value for index, node in enumerate(statements) if isinstance(node, n.OptionBase)}
    if not any(said.values()):
        return 0
    trapped = any(isinstance(statement, n.OnError) for statement in statements)
    functions = any(
        isinstance(node, n.Element)
        for statement in statements if isinstance(statement, n.DefFn) for node in walk(statement.body)
    )  # fmt: skip
    users = {id(statement) for statement in statements if _uses_arrays(statement, functions)}

    def after(statement: n.Statement, state: Base) -> set[Base]:
        base, known, arrays = state
        if changes_types(statement) and not isinstance(statement, n.DefType):
            return {AFRESH}
        if isinstance(statement, n.OptionBase):
            return {state} if _fails(statement.value, state) else {(statement.value, True, arrays)}
        if isinstance(statement, n.Erase):
            return {state, (base, known, False)}
        if id(statement) in users:
            made = base, known, True
            return {state, made} if trapped or functions else {made}
        return {state}

    known = states(flow, AFRESH, after)
    bases = {base for index, states in known.items() if index < flow.end and id(statements[index]) in users
             for base, _, _ in states}  # fmt: skip
    base = min(bases, default=max(said.values()))
    steady = all(
        _fails(value, state) == (value != base) for index, value in said.items() for state in known.get(index, ())
    )
    return base if len(bases) < 2 and steady else None


def _fails(value: int, state: Base) -> bool:
    """Whether OPTION BASE is error 10."""
    base, known, arrays = state
    return value != base and (known or arrays)


def _uses_arrays(statement: n.Statement, functions: bool) -> bool:
    return isinstance(statement, n.Dim) or (not isinstance(statement, n.DefFn) and any(
        isinstance(node, n.Element) or (functions and isinstance(node, n.UserFunction))
        for node in walk(itself(statement))
    ))  # fmt: skip


# ---- what holds at each point ---------------------------------------------------------------------------------------


def states(flow: Flow, first: S, change: Callable[[n.Statement, S], set[S]]) -> dict[int, set[S]]:
    """The states that may hold before each point. `change`: those that a statement leaves behind."""
    known: dict[int, set[S]] = {0: {first}}
    waiting = [(0, first)]
    statements = [core(point.statement) for point in flow.points]
    returns = {
        point.next for point, statement in zip(flow.points, statements, strict=True)
        if isinstance(statement, n.Gosub) or (isinstance(statement, n.OnJump) and statement.gosub)
    }  # fmt: skip
    handlers = {
        target for statement in statements
        if isinstance(statement, n.OnError) and (target := flow.target(statement.line)) is not None
    }  # fmt: skip
    trapped = _trapped(flow, returns, handlers)
    while waiting:
        index, state = waiting.pop()
        if index >= flow.end:
            continue
        left = change(statements[index], state)
        ways = {(following, after) for following in _after(flow, index, returns, index in trapped) for after in left}
        if index in trapped:
            ways |= {(handler, after) for handler in handlers for after in (state, *left)}
        for following, after in ways:
            if after not in known.setdefault(following, set()):
                known[following].add(after)
                waiting.append((following, after))
    return known


def _trapped(flow: Flow, returns: set[int], handlers: set[int]) -> set[int]:
    """The points where ON ERROR may be active, and some behind an ON ERROR GOTO 0."""
    waiting = [point.next for point in flow.points if isinstance(core(point.statement), n.OnError)] if handlers else []
    found: set[int] = set()
    while waiting:
        index = waiting.pop()
        if index < flow.end and index not in found and not _begins_again(core(flow.points[index].statement)):
            found.add(index)
            waiting += [*_after(flow, index, returns, True), *handlers]
    return found


def _begins_again(statement: n.Statement) -> bool:
    """RUN cannot fail: nothing goes on behind it."""
    return isinstance(statement, n.Run) and statement.line is None and statement.file is None


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
        case n.Next() if index in flow.ends:
            found.add(flow.points[flow.ends[index]].next)  # the FOR itself is not run again
        case n.For() | n.While() | n.Wend():
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
