"""The digits of a number without the place of its sign, which take BASIC two statements or a number twice, in one.

    A$=STR$(N): A$=MID$(A$,2)                A$=MID$(STR$(N),2)
    A$=STR$(N): A$=RIGHT$(A$,LEN(A$)-1)      A$=MID$(STR$(N),2)
    A$=RIGHT$(STR$(N),LEN(STR$(N))-1)        A$=MID$(STR$(N),2)

Only in one line of BASIC: whatever fails is told of the same one. What comes back behind an error would begin with the
second statement, and an event may come between them: no program with a trap is changed.
"""

from __future__ import annotations

from ...analysis.variables.remainders import alike, bare
from ...record import replace
from ...syntax import nodes as n
from ...syntax.visit import walk
from .prepare import replaced

Statements = tuple[n.Statement, ...]


def with_digits(program: n.Program) -> n.Program:
    """The program with its digits taken at once."""
    nodes = [node for line in program.lines for node in walk(line)]
    if any(isinstance(node, n.OnError | n.OnEvent) for node in nodes):
        return program
    if not any(isinstance(node, n.Function) and node.name == "STR$" for node in nodes):
        return program
    program = n.Program(tuple(replace(line, statements=_suite(line.statements)) for line in program.lines))
    return replaced(program, n.Function, lambda node: _behind_sign(node) or node)


def _suite(statements: Statements) -> Statements:
    found: list[n.Statement] = []
    for statement in statements:
        if isinstance(statement, n.If):
            statement = replace(statement, then=_suite(statement.then), otherwise=_suite(statement.otherwise))
        one = _both(found[-1], statement) if found else None
        if one is None:
            found.append(statement)
        else:
            found[-1] = one
    return tuple(found)


def _both(first: n.Statement, second: n.Statement) -> n.Statement | None:
    """Two assignments to one variable, the second of which leaves out the sign of the first."""
    match first, second:
        case n.Let(target=n.Variable() as target, value=shown), n.Let(target=n.Variable() as again, value=value) if (
            alike(target, again) and _is_shown(shown) and (text := _without_first(value)) is not None
        ):
            return replace(first, value=_digits(value, shown)) if alike(text, target) else None
        case _:
            return None


def _behind_sign(node: n.Function) -> n.Function | None:
    """`RIGHT$(STR$(N),LEN(STR$(N))-1)`"""
    text = _without_first(node) if node.name == "RIGHT$" else None
    return _digits(node, text) if text is not None and _is_shown(text) else None


def _is_shown(node: n.Expression) -> bool:
    node = bare(node)
    return isinstance(node, n.Function) and node.name == "STR$" and len(node.arguments) == 1


def _without_first(node: n.Expression) -> n.Expression | None:
    """The A$ of `MID$(A$,2)` and `RIGHT$(A$,LEN(A$)-1)`."""
    match bare(node):
        case n.Function(name="MID$", arguments=(text, start)) if _is_number(start, 2):
            return text
        case n.Function(name="RIGHT$", arguments=(text, count)):
            pass
        case _:
            return None
    match bare(count):
        case n.Binary(operator="-", left=n.Function(name="LEN", arguments=(counted,)), right=less) if (
            _is_number(less, 1) and alike(text, counted)
        ):
            return text
        case _:
            return None


def _is_number(node: n.Expression, value: int) -> bool:
    node = bare(node)
    return isinstance(node, n.Number) and node.value == value


def _digits(place: n.Expression, shown: n.Expression) -> n.Function:
    return n.Function(place.column, "MID$", (shown, n.Number(place.column, 2, "%")))
