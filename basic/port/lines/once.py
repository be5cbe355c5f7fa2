"""A function of a line or two that is called once stands where it is called.

    t = count(t)        def count(t: int) -> int:           t += 1
                            return t + 1

    leave(t)            def leave(t: int) -> None:          print("TURNS", t)
                            print("TURNS", t)               g.games += 1
                            g.games += 1

Not where a remark says what it is for, nor where it is called with anything but the variables that it takes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection

from ...record import replace
from .mentions import mentions, occurrences, set_by
from .page import Line, Page
from .trees import SIGNS, changed, part, same, tree, within

MOST_LINES = 2
ACTING = ("print", "gw.print", "gw.restore", "files.close", "sys.exit")  # what says enough without a name
SUM = (ast.Name, ast.Attribute, ast.Constant, ast.Tuple, ast.BinOp, ast.UnaryOp, ast.USub, ast.Load, *SIGNS)


def put_in_place(pages: list[Page], kept: Collection[str]) -> None:
    """Do so with the functions of a file; `kept`: those that have their names from elsewhere."""
    names = {head.name for page in pages if isinstance(head := tree(page.lines[0].text), ast.FunctionDef)}
    found = True
    while found:  # what it was called by may have become short
        stands = Counter(name for page in pages for line in page.lines for name in occurrences(line.text))
        once = {name for name in names if stands[name] == 2} - {*kept}  # its head, and a call
        found = any(_put(function, pages, once, names) for function in pages)


def _put(function: Page, pages: list[Page], once: Collection[str], others: Collection[str]) -> bool:
    """Put a function in the place of its call, if it is called once. Whether that could be done."""
    head, *body = function.lines
    match tree(head.text):
        case ast.FunctionDef(name=name, args=ast.arguments(args=args)) if name in once and _is_short(body, others):
            taken = [arg.arg for arg in args]
        case _:
            return False
    for caller in pages:
        for position, line in enumerate(caller.lines):
            if caller is not function and mentions(line.text, name):
                found = _in_place(line, f"{name}({', '.join(taken)})", body, taken)
                if found:
                    caller.lines[position : position + 1] = found
                    pages.remove(function)
                return bool(found)
    return False


def _is_short(body: list[Line], others: Collection[str]) -> bool:
    """Whether a function works out no more than a sum, hands on what it is given, or has a line or two that act."""
    match [tree(line.text) for line in body]:
        case [ast.Return(value=ast.Call(func=ast.Name(id=name), args=args))] if name in others:
            return all(isinstance(node, ast.Name | ast.Call | ast.Load) for arg in args for node in within(arg))
        case [ast.Return(value=value)]:
            return all(isinstance(node, SUM) for node in within(value))
        case lines:
            return 0 < len(lines) <= MOST_LINES and all(line.indent == 1 and _acts(line.text) for line in body)


def _acts(code: str) -> bool:
    """Whether a line sets no variable of its own."""
    match tree(code):
        case ast.Expr(value=ast.Call(func=function)):
            return part(code, function) in ACTING
        case ast.Assign(targets=[target, *_]) | ast.AugAssign(target=target):
            places = target.elts if isinstance(target, ast.Tuple) else [target]
            return all(isinstance(place, ast.Attribute | ast.Subscript) for place in places)
        case _:
            return False


def _in_place(line: Line, call: str, body: list[Line], taken: list[str]) -> list[Line]:
    """What a function does, for a line that calls it; nothing if it must not stand there."""
    match tree(line.text):
        case ast.Expr(value=called) | ast.Return(value=ast.expr() as called) | ast.Assign(value=called) as calling:
            if not same(called, call):
                return []
        case _:
            return []
    match calling, tree(body[-1].text):
        case ast.Expr(), ast.Return():
            return []
        case ast.Expr(), _:
            return [replace(each, indent=line.indent) for each in body]
        case ast.Assign(), ast.Return(value=value) if not isinstance(value, ast.Call) and set_by(line.text) - {*taken}:
            return []  # it may be the first time that they have a value, which says nothing of their type
        case ast.Assign(targets=[ast.Name(id=name)]), ast.Return(
            value=ast.BinOp(left=ast.Name(id=left), op=operator, right=right)
        ) if left == name:
            text = f"{name} {SIGNS[type(operator)]}= {part(body[-1].text, right)}"
        case _, ast.Return(value=ast.expr() as value):
            text = changed(line.text, {called: part(body[-1].text, value)})
        case _:
            return []
    return [replace(body[-1], indent=line.indent, text=text)]
