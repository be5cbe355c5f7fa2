"""FOR loops that only count: Python's `range` does it, and what stays the same in them is worked out before.

    FOR K=1 TO N: S=S+A(I,K)*MID(K): NEXT
"""

from __future__ import annotations

from ..analysis.flow import core
from ..arithmetic.ranges import EXACT, Range
from ..arithmetic.value import Value
from ..syntax import nodes as n
from ..syntax.effects import anything, assigned_variables
from ..syntax.visit import walk
from . import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .blocks import Blocks


def counts(blocks: Blocks, index: int, end: int, identifier: str, start: Value, limit: Value, pace: Value) -> bool:
    """Whether a loop only counts: whole bounds, and nothing in the body touches its variable."""
    if not (start.whole and limit.whole and pace.whole) or identifier in blocks.e.exposed:
        return False
    variable = blocks.points[index].statement
    assert isinstance(variable, n.For)
    bounds = blocks.e.ranges.variable(variable.variable)
    most = 32767 if names.kind_of(identifier) == "%" else EXACT
    if not bounds.within(-most - 1, most):
        return False
    if names.kind_of(identifier) == "%" and not _ends_within(limit.range, pace.range):
        return False
    return not any(_assigns(blocks, statement, identifier) for statement in _inside(blocks, index, end))


def counted(start: Range, limit: Range, forward: bool) -> Range:
    """What a counter is in the body of its loop."""
    return Range(True, start.low, limit.high) if forward else Range(True, limit.low, start.high)


def take_rows(blocks: Blocks, begin: int, end: int, indent: int) -> list[tuple[str, str]]:
    """In `FOR K=1 TO N:S=S+A(I,K)*B(K,J):NEXT` the row I of A is the same throughout: take it in hand before.

    A row that is not there is an empty one, so that the error comes where GW-BASIC finds it.
    """
    statements = _inside(blocks, begin, end)
    if any(isinstance(core(statement), n.Dim | n.Erase | n.If) for statement in statements):
        return []
    taken: list[tuple[str, str]] = []
    for node in (node for statement in statements for node in walk(statement) if isinstance(node, n.Element)):
        first = node.subscripts[0]
        identifier = blocks.e.array(node.name, node.sigil, len(node.subscripts))
        if len(node.subscripts) != 2 or not isinstance(first, n.Variable) or not blocks.e.arrays[identifier]:
            continue
        bounds = blocks.e.ranges.variable(first)
        subscript = blocks.e.scalar(first)
        plain = names.kind_of(subscript) in "%!" and bounds.whole and bounds.within(blocks.e.base, 32767)
        key = identifier, subscript
        if not plain or key in blocks.e.rows or {identifier, subscript} & blocks.e.exposed:
            continue
        if subscript == _identifier_of_loop(blocks, begin) or any(_assigns(blocks, s, subscript) for s in statements):
            continue
        blocks.e.rows[key] = row = f"row_{begin}_{len(taken)}"
        blocks.add(indent, f"{row} = row({identifier}, {subscript})", begin)
        taken.append(key)
    return taken


def in_string(blocks: Blocks, begin: int, end: int, identifier: str, forward: bool) -> set[tuple[str, str]]:
    """In `FOR I=1 TO LEN(A$)`, whichever way it runs, the I-th character of A$ is there unless A$ changes."""
    statement = blocks.points[begin].statement
    assert isinstance(statement, n.For)
    first, last = (statement.start, statement.stop) if forward else (statement.stop, statement.start)
    low = blocks.e.ranges.expression(first).low
    match last:
        case n.Function(name="LEN", arguments=(n.Variable() as text,)) if low is not None and low >= 1:
            held = blocks.e.scalar(text)
            kept = names.kind_of(held) == "$" and held not in blocks.e.exposed | blocks.s.fielded
            if kept and not any(_assigns(blocks, inner, held) for inner in _inside(blocks, begin, end)):
                return {(identifier, held)}
        case _:
            pass
    return set()


def _inside(blocks: Blocks, begin: int, end: int) -> list[n.Statement]:
    """The statements of a loop's body, and of the subroutines in it that stand in place of their GOSUBs."""
    body = set(range(begin + 1, end))
    for site in blocks.layout.inlined.keys() & body:
        body |= blocks.layout.inlined[site].body
    return [blocks.points[index].statement for index in sorted(body)]


def _assigns(blocks: Blocks, statement: n.Statement, identifier: str) -> bool:
    statement = core(statement)
    targets = assigned_variables(statement)
    return anything(statement) or any(blocks.layout.identifier(target) == identifier for target in targets)


def _identifier_of_loop(blocks: Blocks, begin: int) -> str:
    statement = blocks.points[begin].statement
    assert isinstance(statement, n.For)
    return blocks.layout.identifier(statement.variable)


def _ends_within(limit: Range, pace: Range) -> bool:
    """Whether the step behind the limit of a loop is still an integer, upwards or downwards."""
    if limit.low is None or limit.high is None or pace.low is None or pace.high is None:
        return False
    return limit.low + min(pace.low, 0) >= -32768 and limit.high + max(pace.high, 0) <= 32767
