"""Loops that fill an array with a constant: its initial value, or a slice.

    DIM A(9): FOR I=1 TO 9: A(I)=1: NEXT      a = [1] * 10, if nothing looks at A(0)
    FOR I=5 TO 9: A(I)=0: NEXT                a[5:] = [0] * 5

What the loop variable has afterwards stands behind the loop where it matters, so that the loop need not be there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from ...record import record
from .mentions import gives, mentions
from .page import Line
from .suites import lines_under
from .trees import changed, part, same, tree, within

Bounds = Mapping[str, "tuple[int | None, ...] | None"]  # of arrays that are lists: the highest subscripts
Lowest = Callable[[str], "list[int]"]  # the lowest subscripts of an array that anything looks at


@record
class Fill:
    """What a loop, or one in another, does to an array."""

    place: str  # `a` or `g.a`
    shared: bool  # whether functions that are called may look at it
    value: str
    whole: bool  # whether all that anything looks at is filled
    slice: str  # `a[5:] = [0] * 5`, if it has no rows


class Filler:
    """Looks for such loops in the lines of a function."""

    def __init__(self, bounds: Bounds, lowest: Lowest) -> None:
        self.bounds, self.lowest = bounds, lowest

    def fill(self, lines: list[Line]) -> None:
        for position in range(len(lines) - 1, -1, -1):
            head, end = lines[position], position + 1 + len(lines_under(lines, position))
            fills = self._fills(lines[position:end], {})
            if not fills or len({fill.place for fill in fills}) < len(fills):
                continue  # something else is done, or a list is filled twice
            made = [_made(lines[:position], head.indent, fill) for fill in fills]
            slices = [fill.slice for fill, line in zip(fills, made, strict=True) if line is None]
            if all(slices):
                for fill, line in zip(fills, made, strict=True):
                    if line is not None and (initial := _initial(line.text)):
                        line.text = changed(line.text, {initial: fill.value})
                lines[position:end] = [Line(head.indent, text, head.source) for text in slices]

    def _fills(self, lines: list[Line], around: dict[str, range]) -> list[Fill]:
        """What a loop fills; nothing if it does anything else. `around`: the counters of the loops around it."""
        head, *body = lines
        match tree(head.text):
            case ast.For(ast.Name(counter), ast.Call(ast.Name("range"), ends)) if body:
                around = {**around, counter: _span(ends)}
            case _:
                return []
        if isinstance(tree(body[0].text), ast.For):
            return self._fills(body, around) if all(line.indent > body[0].indent for line in body[1:]) else []
        fills = [self._fill(line, around) for line in body]
        return [fill for fill in fills if fill] if all(fills) else []

    def _fill(self, line: Line, around: dict[str, range]) -> Fill | None:
        """What a line fills in all turns."""
        match tree(line.text):
            case ast.Assign([element], value) if _is_constant(value):
                place = next(node for node in within(element) if not isinstance(node, ast.Subscript))
            case _:
                return None
        match place:
            case ast.Name(name) | ast.Attribute(ast.Name("g"), name):
                shown, code = part(line.text, place), part(line.text, value)
            case _:
                return None
        sizes = [bound + 1 for bound in self.bounds.get(name) or () if bound is not None]
        if len(sizes) != len(around) or part(line.text, element) != shown + "".join(f"[{name}]" for name in around):
            return None
        spans = [*zip(around.values(), sizes, self.lowest(name), strict=True)]
        if any(not span or span.stop > size for span, size, _ in spans):
            return None
        whole = all(span.start <= lowest and span.stop == size for span, size, lowest in spans)
        (span, size, _), *rows = spans
        slice_ = f"{shown}[{span.start or ''}:{'' if span.stop == size else span.stop}] = [{code}] * {len(span)}"
        return Fill(shown, isinstance(place, ast.Attribute), code, whole, "" if rows else slice_)


def _span(ends: list[ast.expr]) -> range:
    """What a loop counts through; nothing if that is not known."""
    match ends:
        case [ast.Constant(int(end))]:
            return range(end)
        case [ast.Constant(int(first)), ast.Constant(int(end))]:
            return range(first, end)
        case _:
            return range(0)


def _made(before: list[Line], indent: int, fill: Fill) -> Line | None:
    """The line in which a list is made that may have what it is filled with at once: nothing has looked at it since."""
    for line in reversed(before):
        if line.indent < indent or (fill.shared and _calls(line.text)):
            return None
        if mentions(line.text, fill.place):
            initial = _initial(line.text) if line.indent == indent and gives(line.text, fill.place) else None
            return line if initial and (fill.whole or same(initial, fill.value)) else None
    return None


def _calls(code: str) -> bool:
    """Whether a line may reach what functions share."""
    calls = (node for node in within(tree(code)) if isinstance(node, ast.Call))
    return not all(call.args and all(isinstance(arg, ast.Constant) for arg in call.args) for call in calls)


def _initial(code: str) -> ast.expr | None:
    """The constant of which a line makes a list."""
    match tree(code):
        case ast.Assign(value=made) | ast.AnnAssign(value=ast.expr() as made):
            while isinstance(made, ast.ListComp):
                made = made.elt  # a row
        case _:
            return None
    match made:
        case ast.BinOp(ast.List([value]), ast.Mult()) if _is_constant(value):
            return value
        case _:
            return None


def _is_constant(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(ast.USub(), value) | ast.Call(ast.Name("Single" | "Double"), [value]):
            return _is_constant(value)
        case _:
            return isinstance(node, ast.Constant)
