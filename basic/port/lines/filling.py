"""Loops that fill an array with a constant: its initial value, or a slice.

    DIM A(9): FOR I=1 TO 9: A(I)=1: NEXT      a = [1] * 10, if nothing looks at A(0)
    FOR I=5 TO 9: A(I)=0: NEXT                a[5:] = [0] * 5

What the loop variable has afterwards stands behind the loop where it matters, so that the loop need not be there.
"""

from __future__ import annotations

import ast

from ...record import record
from .context import Context
from .effects import is_constant
from .mentions import given_by, names_in
from .page import Line, errors_in
from .suites import Statement, Suite, lines_in, single, suites
from .trees import changed, part, same, tree, within


@record
class Fill:
    """What a loop, or one in another, does to an array."""

    place: str
    value: str
    whole: bool  # whether all that anything looks at is filled
    slice: str  # `a[5:] = [0] * 5`, if it has no rows


def fill_lists(function: Suite, context: Context) -> None:
    for suite in suites(function):
        for position in range(len(suite) - 1, -1, -1):
            loop = suite[position]
            fills = _fills(loop, {}, context)
            errors = errors_in(lines_in([loop]))
            if not fills or len({fill.place for fill in fills}) < len(fills) or len(errors) > 1:
                continue  # something else is done, or a list is filled twice
            made = [_made(suite[:position], fill) for fill in fills]
            slices = [fill.slice for fill, line in zip(fills, made, strict=True) if line is None]
            if all(slices):
                for fill, line in zip(fills, made, strict=True):
                    if line is not None and (initial := _initial(line.text)):
                        line.text = changed(line.text, {initial: fill.value})
                lines = [Line(0, text, loop.line.source, sum(errors)) for text in slices or [""]]
                suite[position : position + 1] = map(single, lines)


def _fills(loop: Statement, around: dict[str, range], context: Context) -> list[Fill]:
    """What a loop fills; nothing if it does anything else. `around`: the counters of the loops around it."""
    match loop.tree:
        case ast.For(ast.Name(counter), ast.Call(ast.Name("range"), ends)) if len(loop.clauses) == 1:
            around = {**around, counter: _span(ends)}
        case _:
            return []
    body = loop.clauses[0].suite
    if len(body) == 1 and body[0].loops:
        return _fills(body[0], around, context)
    fills = [_fill(each.line, around, context) for each in body]
    return [fill for fill in fills if fill] if all(fills) else []


def _fill(line: Line, around: dict[str, range], context: Context) -> Fill | None:
    """What a line fills in all turns."""
    match line.tree:
        case ast.Assign([element], value) if is_constant(value):
            place = next(node for node in within(element) if not isinstance(node, ast.Subscript))
        case _:
            return None
    match place:
        case ast.Name(name):
            code = part(line.text, value)
        case _:
            return None
    sizes = [bound + 1 for bound in context.bounds.get(name) or () if bound is not None]
    if len(sizes) != len(around) or part(line.text, element) != name + "".join(f"[{name}]" for name in around):
        return None
    spans = [*zip(around.values(), sizes, context.lowest(name), strict=True)]
    if any(not span or span.stop > size for span, size, _ in spans):
        return None
    whole = all(span.start <= lowest and span.stop == size for span, size, lowest in spans)
    (span, size, _), *rows = spans
    slice_ = f"{name}[{span.start or ''}:{'' if span.stop == size else span.stop}] = [{code}] * {len(span)}"
    return Fill(name, code, whole, "" if rows else slice_)


def _span(ends: list[ast.expr]) -> range:
    """What a loop counts through; nothing if that is not known."""
    known = [end.value for end in ends if isinstance(end, ast.Constant) and isinstance(end.value, int)]
    return range(*known) if len(known) == len(ends) < 3 else range(0)


def _made(before: Suite, fill: Fill) -> Line | None:
    """The line in which a list is made that may have what it is filled with at once: nothing has looked at it since."""
    for statement in reversed(before):
        lines = lines_in([statement])
        if any(fill.place in names_in(line.text) for line in lines):
            line = statement.line
            initial = _initial(line.text) if statement.simple and fill.place in given_by(line.text) else None
            return line if initial and (fill.whole or same(initial, fill.value)) else None
    return None


def _initial(code: str) -> ast.expr | None:
    """The constant of which a line makes a list."""
    match tree(code):
        case ast.Assign(value=made) | ast.AnnAssign(value=ast.expr() as made):
            while isinstance(made, ast.ListComp):
                made = made.elt  # a row
        case _:
            return None
    match made:
        case ast.BinOp(ast.List([value]), ast.Mult()) if is_constant(value):
            return value
        case _:
            return None
