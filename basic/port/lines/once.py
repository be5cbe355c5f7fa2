"""A function of a line or two that is called once stands where it is called.

    leave(t)            def leave(t: int) -> None:          print("TURNS", t)
                            print("TURNS", t)               sys.exit()
                            sys.exit()
    k = update(k)       def update(k: int) -> int:          k = k + 1
                            return k + 1

Not where a remark says what it is for, nor where it is called with anything but the variables that it takes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection

from ...record import replace
from .mentions import names_in, occurrences
from .page import Line, Page
from .trees import Head, augmented, part, put, same, tree, within

MOST_LINES = 2
ACTING = ("print", "gw.print", "gw.data.restore", "files.close", "sys.exit")  # what says enough without a name


def put_in_place(pages: list[Page], kept: Collection[str]) -> None:
    """Do so with the functions of a file; `kept`: those that have their names from elsewhere."""
    names = {head.name for page in pages if isinstance(head := page.lines[0].tree, ast.FunctionDef)}
    found = True
    while found:  # what it was called by may have become short
        stands = Counter(name for page in pages for line in page.lines for name in occurrences(line.text))
        once = {name for name in names if stands[name] == 2} - {*kept}  # its head, and a call
        found = any(_put(function, pages, once) for function in pages)


def _put(function: Page, pages: list[Page], once: Collection[str]) -> bool:
    """Put a function in the place of its call, if it is called once. Whether that could be done."""
    head, *body = function.lines
    match head.tree:
        case ast.FunctionDef(name=name, args=ast.arguments(args=args)) if name in once:
            call = f"{name}({', '.join(arg.arg for arg in args)})"
        case _:
            return False
    for caller in pages:
        for position, line in enumerate(caller.lines):
            if caller is not function and name in names_in(line.text):
                found = _instead(line, call, body)
                if found is None:
                    return False
                caller.lines[position : position + 1] = found
                if isinstance(found[0].tree, ast.Pass) and not _fills(caller.lines, position):
                    del caller.lines[position]
                pages.remove(function)
                return True
    return False


def _instead(line: Line, call: str, body: list[Line]) -> list[Line] | None:
    """The lines in the place of one that calls a function; None if what the function does is no line or two."""
    heads = [each.tree for each in body]
    match heads:
        case [ast.Return(ast.expr() as value)]:
            calls = [node for node in within(line.tree) if isinstance(node, ast.Call) and same(node, call)]
            if not calls:
                return None
            code = put(line.text, {calls[0]: part(body[0].text, value)})
            match tree(code):
                case ast.Assign([ast.Name(name)], given):
                    code = augmented(name, part(code, given), exact=False) or code
            return [replace(body[0], indent=line.indent, text=code)]
        case _ if isinstance(line.tree, ast.Expr) and same(line.tree.value, call) and _is_short(heads):
            return [replace(each, indent=line.indent) for each in body]
    return None


def _fills(lines: list[Line], position: int) -> bool:
    """Whether a line is all that its block does."""
    before, _, *after = lines[position - 1 : position + 2]
    indent = lines[position].indent
    follows = before.working and before.indent >= indent
    goes_on = any(line.working and line.indent == indent for line in after)
    return not (follows or goes_on)


def _is_short(body: list[Head | None]) -> bool:
    """Whether a function does nothing, or has a line or two that act and set no variable of their own."""
    calls = [node.value for node in body if isinstance(node, ast.Expr)]
    acting = (isinstance(call, ast.Call) and ast.unparse(call.func) in ACTING for call in calls)
    nothing = len(body) == 1 and isinstance(body[0], ast.Pass)
    return nothing or (0 < len(body) == len(calls) <= MOST_LINES and all(acting))
