"""A counter that nobody looks at, in its loop or elsewhere, is `_`."""

from __future__ import annotations

import ast
from itertools import zip_longest

from .context import Context
from .mentions import given_by, names_in
from .suites import Suite, lines_in, suites
from .trees import part


def forget_counters(function: Suite, context: Context) -> None:
    """Also where the next statement gives it another value."""
    for loop, behind in [pair for suite in suites(function) for pair in zip_longest(suite, suite[1:])]:
        match loop.tree:
            case ast.For(ast.Name(name), ast.Call(ast.Name("range" | "counting")) as numbers) if name != "_":
                unseen = not any(name in names_in(line.text) for line in lines_in(loop.clauses[0].suite))
                if unseen and ((behind and name in given_by(behind.text)) or only_counts(function, name)):
                    loop.line.text = f"for _ in {_times(loop.text, numbers)}:"


def _times(code: str, numbers: ast.Call) -> str:
    """`range(9)` for `range(1, 10)`"""
    match numbers:
        case ast.Call(ast.Name("range"), [ast.Constant(1), ast.Constant(int(end))]):
            return f"range({end - 1})"
        case ast.Call(ast.Name("range"), [ast.Constant(1), ast.BinOp(ast.expr() as end, ast.Add(), ast.Constant(1))]):
            return f"range({part(code, end)})" if not isinstance(end, ast.IfExp | ast.BoolOp) else part(code, numbers)
        case _:
            return part(code, numbers)


def only_counts(function: Suite, name: str) -> bool:
    """Whether nothing looks at a variable but loops that count with it."""
    loops = [each for suite in suites(function) for each in suite if each.loops and name in given_by(each.text)]
    inside = {id(line) for loop in loops for line in lines_in(loop.clauses[0].suite)}
    outside = [line.text for line in lines_in(function) if id(line) not in inside]
    return not any(name in names_in(text) - given_by(text) for text in outside)
