"""A program made ready: what depends on its texts, or on the way that was taken, is written into the program itself.

- DEFINT and its kin in the middle of a program: each name gets the sign of the type that it has at its place.
- OPTION BASE: all arrays have the same.
- TRON: the lines say themselves where they begin.
- A jump to the CLEAR at the beginning is RUN.
- DRAW and PLAY, CHAIN, GET and PUT: with the variables that nothing names where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from string import ascii_uppercase
from typing import Any, NamedTuple

from ...analysis.defaults import DefTypes
from ...analysis.flow import Flow, analyse, calls, clears, core, handlers, itself, jumps, ways
from ...analysis.routines.active import Refused
from ...analysis.solver import solve
from ...record import fields, record, replace
from ...sizes import HIGHEST
from ...syntax import nodes as n
from ...syntax.visit import walk

Change = Callable[[Any, Any], n.Node]  # a node, and the same with what is in it changed -> what stands in its place
QUIET = (n.Remark, n.Empty, n.Data)
TRACE = "TRACE"  # not a word of BASIC: marks the beginning of a line where TRON is used


def rewritten(program: n.Program, change: Change) -> n.Program:
    """The program with others in the place of some of its nodes."""
    return n.Program(tuple(_changed(line, change) for line in program.lines))


def _changed(node: Any, change: Change) -> Any:
    changes: dict[str, Any] = {}
    for name in fields(node):
        value = getattr(node, name)
        if isinstance(value, n.Node):
            changes[name] = _changed(value, change)
        elif isinstance(value, tuple):
            changes[name] = tuple(_changed(each, change) if isinstance(each, n.Node) else each for each in value)
    new = replace(node, **changes) if any(changes[name] is not getattr(node, name) for name in changes) else node
    return change(node, new) if isinstance(node, n.Node) else new


def traced(program: n.Program) -> n.Program:
    """A mark at the beginning of each line, if there is a TRON. What leads back into a line shows nothing."""
    if not _traces([node for line in program.lines for node in walk(line)]):
        return program
    return n.Program(tuple(replace(line, statements=(_mark(line.number), *line.statements)) for line in program.lines))


def _traces(nodes: Iterable[object]) -> bool:
    return any(isinstance(node, n.Command) and node.word == "TRON" for node in nodes)


def _mark(line: int) -> n.Command:
    return n.Command(0, TRACE, (n.Number(0, line, "!"),))


# ---- programs that begin again ---------------------------------------------------------------------------------------


def afresh(program: n.Program) -> n.Program:
    """The program with RUN in the place of jumps to the CLEAR that it begins with, and without that: so its arrays need
    not come and go while it runs, and DATA can be a table."""
    nodes = [node for line in program.lines for node in walk(line)]
    statements = [(line.number, statement) for line in program.lines for statement in line.statements]
    first = [*takewhile(lambda each: isinstance(each[1], QUIET) or _is_clear(each[1]), statements)]
    while first and not _is_clear(first[-1][1]):
        del first[-1]
    cleared = {line for line, _ in first}
    jumps = {id(node.line) for node in nodes if isinstance(node, n.Goto)}
    others = (node for node in nodes if isinstance(node, n.LineRef) and id(node) not in jumps)
    if _traces(nodes) or any(node.number in cleared for node in others):
        return program
    gone = {id(statement) for _, statement in first}

    def again(node: n.Node, new: n.Node) -> n.Node:
        if isinstance(node, n.Goto) and node.line.number in cleared:
            return n.Run(node.column)
        return n.Empty(node.column) if isinstance(node, n.Command) and id(node) in gone else new

    return rewritten(program, again) if cleared else program


def _is_clear(statement: n.Statement) -> bool:
    """Whether it is CLEAR that says nothing of memory and stack."""
    if not isinstance(statement, n.Command) or statement.word != "CLEAR" or any(statement.arguments[1:]):
        return False
    given = [argument for argument in statement.arguments if argument is not None]
    return all(isinstance(argument, n.Number) and 0 < argument.value <= HIGHEST for argument in given)


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

    def change(old: n.Node, new: Any) -> n.Node:
        if not isinstance(old, n.Command) or old.word not in ("DRAW", "PLAY"):
            return new  # type: ignore[no-any-return]
        variables = tuple(n.Variable(old.column, *name) for name in sorted(names))
        words = tuple(variable.name + variable.sigil for variable in variables)
        texts = _changed(old, lambda _, node: _named(node)).arguments
        return Naming(old.column, old.word, texts, words, variables, elements)

    return rewritten(program, change)


def _pointed(node: object) -> n.Variable | None:
    """The variable of a VARPTR$."""
    match node:
        case n.Function(name="VARPTR$", arguments=(n.Variable() as variable,)):
            return variable
    return None


def _named(node: n.Node) -> n.Node:
    variable = _pointed(node)
    return n.String(node.column, variable.name + variable.sigil + ";") if variable else node


# ---- other programs -------------------------------------------------------------------------------------------------


@record
class Handing(n.Chain):
    """A CHAIN with what it hands to the next program: what COMMON names anywhere in this one, or ALL that it has; or
    with why it is refused if control comes there."""

    variables: tuple[n.Variable | n.Whole, ...]
    refused: str


def _parameters(definition: n.DefFn) -> list[n.Variable]:
    """Wherever they stand in a definition: no memory is taken for them."""
    names = {(parameter.name, parameter.sigil) for parameter in definition.parameters}
    variables = [node for node in walk(definition) if isinstance(node, n.Variable)]
    return [variable for variable in variables if (variable.name, variable.sigil) in names]


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

    def given(node: n.Node, new: n.Node) -> n.Node:
        if type(node) is not n.Chain:
            return new
        variables, whole = (scalars, arrays) if node.all else (common, common_arrays)
        unread = any(statement.broken for statement in shared) and not node.all
        refused = "CHAIN with a COMMON that GW-BASIC cannot read" if unread else ""
        refused = refused or "CHAIN with arrays that FIELD names elements of" * bool(whole and fielded)
        handed = tuple({(v.name, v.sigil): n.Variable(0, v.name, v.sigil) for v in variables}.values())
        lists = tuple({(v.name, v.sigil): n.Whole(0, v.name, v.sigil) for v in whole}.values())
        same = node.column, node.merge, node.file, node.start, node.all, node.delete
        return Handing(*same, (*handed, *lists), refused)

    return rewritten(program, given)


def with_pictures(program: n.Program) -> n.Program:
    """GET and PUT take an array from its beginning by its name alone, which makes no variable of it."""

    def whole(node: n.Node, new: n.Node) -> n.Node:
        array = node.array if isinstance(node, n.GetImage | n.PutImage) else None
        return replace(new, array=n.Whole(0, array.name, array.sigil)) if isinstance(array, n.Variable) else new

    return rewritten(program, whole)


# ---- types and lowest subscripts ------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """What statements have said of all others: the type of each letter, the lowest subscript (-1: nothing yet), and
    whether errors lead to a handler."""

    types: str = DefTypes().sigils
    base: int = -1
    trapped: bool = False

    def after(self, statement: n.Statement) -> Setting:
        match statement:
            case n.DefType(kind=kind, letters=letters):
                return self._replace(types=DefTypes(self.types).with_letters(letters, kind).sigils)
            case n.OptionBase(value=value) if self.base < 0:
                return self._replace(base=value)
            case n.OnError(line=line):
                return self._replace(trapped=line.number > 0)
            case _ if clears(statement):
                return Setting()
        return self


def settled(program: n.Program) -> tuple[n.Program, DefTypes, int]:
    """The types of a program's letters and the lowest subscript of its arrays; where some letter has several types,
    they are written into the names."""
    flow = analyse(program)
    said = [s for point in flow.points if isinstance(s := core(point.statement), n.DefType | n.OptionBase)]
    if not said:
        return program, DefTypes(), 0
    known = _settings(flow)
    signs: dict[int, str] = {}
    letters: dict[str, str] = {}
    bases: set[int] = set()
    for point in flow.points:
        here = known.get(point.index, set())  # none where control never comes to
        for node in walk(itself(point.statement)):
            if isinstance(node, n.Dim | n.Element | n.UserFunction):
                bases |= {max(setting.base, 0) for setting in here}
                if len(bases) > 1:
                    raise Refused(point.line, "OPTION BASE that not every way to an array comes to")
            if isinstance(node, n.Variable | n.Element | n.Whole | n.UserFunction | n.DefFn) and not node.sigil:
                kinds = {DefTypes(setting.types).kind(node.name, "") for setting in here or {Setting()}}
                if len(kinds) > 1:
                    raise Refused(point.line, "a variable whose type depends on the way to it, by DEFINT and its kin")
                signs[id(node)] = kind = kinds.pop()
                letters[node.name[0]] = kind if letters.get(node.name[0], kind) == kind else "several"
    base = bases.pop() if bases else next((each.value for each in said if isinstance(each, n.OptionBase)), 0)
    if "several" not in letters.values():
        return program, DefTypes("".join(letters.get(letter, "!") for letter in ascii_uppercase)), base

    def signed(node: n.Node, new: n.Node) -> n.Node:
        if isinstance(node, n.DefType):
            return n.Empty(node.column)
        return replace(new, sigil=signs[id(node)]) if id(node) in signs else new

    return rewritten(program, signed), DefTypes(), base


def _settings(flow: Flow) -> dict[int, set[Setting]]:
    """What may have been said before each point. Errors lead to any handler."""
    statements = [core(point.statement) for point in flow.points]
    targets = [[place for line in jumps(each) if (place := flow.target(line)) is not None] for each in statements]
    returns = [point.next for point in flow.points if calls(flow, point)]
    trapping = handlers(flow)
    known = {0: {Setting()}}

    def follows(index: int) -> list[int]:
        match statements[index]:
            case n.Return(line=None):
                return returns
            case n.Run(file=None) | n.Gosub():
                return targets[index]
            case n.OnError():
                return [flow.points[index].next]
        return [*calls(flow, flow.points[index]), *ways(flow, flow.points[index])]

    def visit(item: tuple[int, Setting]) -> Iterator[tuple[int, Setting]]:
        index, setting = item
        after = setting.after(statements[index])
        led = [(place, after) for place in follows(index)]
        if setting.trapped and not isinstance(statements[index], n.DefType | n.OptionBase):
            led += [(place, setting) for place in (flow.after_error(flow.points[index]), *trapping)]
        for place, after in led:
            if place < flow.end and after not in known.setdefault(place, set()):
                known[place].add(after)
                yield place, after

    solve([(0, Setting())], visit)
    return known
