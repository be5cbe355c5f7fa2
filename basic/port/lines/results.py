"""What a function gives back, and no call looks at, is not given back.

    def total(i: int) -> tuple[bool, int]:      def total(i: int) -> int:
        ...                                         ...
        return True, i                              return i

    _, i = total(i)                             i = total(i)
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from .assigned import drop_unused
from .context import Context
from .effects import cannot_fail
from .guards import arrange
from .mentions import names_in, occurrences
from .page import Line, Page
from .passes import finish
from .trees import changed, part


def drop_results(pages: list[Page], handlers: Collection[str]) -> None:
    """Do so in the functions of a file, but not in those that the run-time calls."""
    for page in pages:
        match page.lines[0].tree:
            case ast.FunctionDef(name, returns=ast.Name() | ast.Subscript() as kind) if name not in handlers:
                _drop(name, kind, page, pages)


def _drop(name: str, kind: ast.expr, function: Page, pages: list[Page]) -> None:
    head, *body = function.lines
    match kind:
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(kinds)):
            pass
        case _:
            kinds = [kind]
    calls = [line for page in pages for line in page.lines if line is not head and name in names_in(line.text)]
    unseen = {*range(len(kinds))}.difference(*(_seen(line, name, len(kinds)) for line in calls))
    ends = [(line, _items(back.value, len(kinds))) for line in body if isinstance(back := line.tree, ast.Return)]
    if not unseen or not all(
        len(items) == len(kinds) and all(cannot_fail(items[place]) for place in unseen) for _, items in ends
    ):
        return

    def seen(line: Line, nodes: list[ast.expr]) -> list[str]:
        return [part(line.text, node) for place, node in enumerate(nodes) if place not in unseen]

    types = seen(head, kinds)
    result = f"tuple[{', '.join(types)}]" if len(types) > 1 else "".join(types) or "None"
    head.text = changed(head.text, {kind: result})
    for line, items in ends:
        line.text = f"return {', '.join(seen(line, items))}" if types else "return"
    for line in calls:
        match line.tree:
            case ast.Assign([ast.Tuple(places)], call):
                given = f"{', '.join(seen(line, places))} = " if types else ""
                line.text = given + part(line.text, call)
    finish(function.lines, Context(), (drop_unused, arrange))


def _seen(line: Line, name: str, count: int) -> set[int]:
    """Which results a line looks at that calls a function."""
    match line.tree:
        case _ if occurrences(line.text).count(name) > 1:
            pass
        case ast.Expr(ast.Call(ast.Name(called))) if called == name:
            return set()
        case ast.Assign([ast.Tuple(places)], ast.Call(ast.Name(called))) if called == name:
            return {place for place, node in enumerate(places) if not (isinstance(node, ast.Name) and node.id == "_")}
    return {*range(count)}


def _items(value: ast.expr | None, count: int) -> list[ast.expr]:
    return value.elts if count > 1 and isinstance(value, ast.Tuple) else [value] if value else []
