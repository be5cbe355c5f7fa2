"""A counter that nobody looks at, in its loop or behind it before it is given something else, is `_`."""

from __future__ import annotations

import ast
from functools import lru_cache

from .context import Context
from .mentions import gives, mentions
from .suites import Statement, Suite, lines_in, suites
from .trees import MANY, part, tree, within


def forget_counters(function: Suite, context: Context) -> None:
    for loop in [statement for suite in suites(function) for statement in suite]:
        match tree(loop.text):
            case ast.For(target=ast.Name(id=name), iter=values) if name != "_" and (numbers := _numbers(values)):
                inside = lines_in(loop.clauses[0].suite)
                if not any(mentions(line.text, name) for line in inside) and not read_behind(function, name, loop):
                    loop.line.text = f"for _ in {_times(loop.text, numbers)}:"


def _times(code: str, numbers: ast.expr) -> str:
    """`range(9)` for `range(1, 10)`"""
    match numbers:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=1), ast.Constant(value=int(end))]):
            return f"range({end - 1})"
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Constant(value=1), ast.BinOp(end, ast.Add(), ast.Constant(1))]
        ) if not isinstance(end, ast.IfExp | ast.BoolOp):
            return f"range({part(code, end)})"
        case _:
            return part(code, numbers)


def _numbers(values: ast.expr) -> ast.expr | None:
    """The `range` that a loop counts through; None if it goes through something else."""
    match values:
        case ast.Call(func=ast.Name(id="range" | "counting")):
            return values
        case _:
            return None


def read_behind(function: Suite, name: str, loop: Statement) -> bool:
    """Whether what the counter of a loop has come to may be looked at behind it: not if the next statement gives it
    something else, but for errors."""
    behind = next(suite[at + 1 :] for suite in suites(function) for at, each in enumerate(suite) if each is loop)
    handled = any(isinstance(tree(line.text), ast.With | ast.Try) for line in lines_in(function))
    given = not handled and any(gives(each.text, name) for each in behind[:1])
    return not given and _looked_at(function, name, loop)


def _looked_at(suite: Suite, name: str, loop: Statement) -> bool:
    """Whether that is so anywhere but in other loops that count with it, and in which this one does not stand."""
    for statement in suite:
        if any(name in _read(clause.text) for clause in statement.clauses):
            return True
        for clause in statement.clauses:
            counts = statement.loops and gives(clause.text, name)
            apart = statement is loop or not any(each is loop for inner in suites(clause.suite) for each in inner)
            if not (counts and apart) and _looked_at(clause.suite, name, loop):
                return True
    return False


@lru_cache(MANY)
def _read(code: str) -> frozenset[str]:
    """The variables that a line looks at."""
    found = [node for node in within(tree(code)) if isinstance(node, ast.Name)]
    changed = [node.target for node in within(tree(code)) if isinstance(node, ast.AugAssign)]
    return frozenset(node.id for node in found if isinstance(node.ctx, ast.Load) or node in changed)
