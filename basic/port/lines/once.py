"""A function of a line or two that is called once stands where it is called.

    leave(t)            def leave(t: int) -> None:          print("TURNS", t)
                            print("TURNS", t)               sys.exit()
                            sys.exit()

Not where a remark says what it is for, nor where it is called with anything but the variables that it takes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection

from ...record import replace
from .mentions import names_in, occurrences
from .page import Line, Page
from .trees import same

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
        case ast.FunctionDef(name=name, args=ast.arguments(args=args)) if name in once and _is_short(body):
            call = f"{name}({', '.join(arg.arg for arg in args)})"
        case _:
            return False
    for caller in pages:
        for position, line in enumerate(caller.lines):
            if caller is not function and name in names_in(line.text):
                calling = line.tree
                if not isinstance(calling, ast.Expr) or not same(calling.value, call):
                    return False
                caller.lines[position : position + 1] = [replace(each, indent=line.indent) for each in body]
                pages.remove(function)
                return True
    return False


def _is_short(body: list[Line]) -> bool:
    """Whether a function has a line or two that act, and set no variable of their own."""
    calls = [node.value for line in body if isinstance(node := line.tree, ast.Expr)]
    acting = (isinstance(call, ast.Call) and ast.unparse(call.func) in ACTING for call in calls)
    return 0 < len(body) == len(calls) <= MOST_LINES and all(acting)
