"""A counter that nobody looks at, in its loop or behind it before it is given something else, is `_`; and one that is
called as a parameter, which linters take for a mistake, gets a name of its own."""

from __future__ import annotations

import ast
from itertools import zip_longest

from .context import Context
from .mentions import given_by, names_in, replaced
from .suites import Statement, Suite, lines_in, suites
from .trees import changed, part, within

NAMES = ("i", "j", "k", "m", "n")


def forget_counters(function: Suite, context: Context) -> None:
    parameters = {node.arg for node in within(function[0].tree) if isinstance(node, ast.arg)}
    for loop, behind in [pair for suite in suites(function) for pair in zip_longest(suite, suite[1:]) if pair[0]]:
        match loop.tree:
            case ast.For(ast.Name(name) as target, ast.Call(ast.Name("range" | "counting")) as numbers) if name != "_":
                inside = lines_in(loop.clauses[0].suite)
                unseen = not any(name in names_in(line.text) for line in inside)
                set_anew = behind is not None and behind.simple and name in given_by(behind.text)
                if not unseen and name not in parameters:
                    continue
                if not set_anew and read_elsewhere(function[0].clauses[0].suite, name, loop):
                    continue
                if unseen:
                    loop.line.text = f"for _ in {_times(loop.text, numbers)}:"
                    continue
                words = {*context.taken, *(word for line in lines_in(function) for word in names_in(line.text))}
                other = next((word for word in NAMES if word not in words), name)
                loop.line.text = changed(loop.text, {target: other})
                for line in inside:
                    line.text = replaced(line.text, {name: other})


def _times(code: str, numbers: ast.Call) -> str:
    """`range(9)` for `range(1, 10)`"""
    match numbers:
        case ast.Call(ast.Name("range"), [ast.Constant(1), ast.Constant(int(end))]):
            return f"range({end - 1})"
        case ast.Call(ast.Name("range"), [ast.Constant(1), ast.BinOp(ast.expr() as end, ast.Add(), ast.Constant(1))]):
            return f"range({part(code, end)})" if not isinstance(end, ast.IfExp | ast.BoolOp) else part(code, numbers)
        case _:
            return part(code, numbers)


def read_elsewhere(suite: Suite, name: str, loop: Statement, again: bool = False) -> bool:
    """Whether anything outside a loop may look at what its counter came to. `again`: the suite has several turns."""
    around = next((position for position, statement in enumerate(suite) if _contains(statement, loop)), 0)
    for position, statement in enumerate(suite):
        given, node = name in given_by(statement.text), statement.tree
        comes = position < around
        if comes and not again:
            continue
        if given and statement.simple and not comes:
            return False  # what stands behind looks at that
        if statement is loop or (given and (statement.simple or statement.loops)):
            continue
        declared = isinstance(node, ast.AnnAssign) and node.value is None
        for clause in statement.clauses:
            asked = name in names_in(clause.text) and not declared
            if asked or read_elsewhere(clause.suite, name, loop, again or statement.loops):
                return True
    return False


def _contains(statement: Statement, loop: Statement) -> bool:
    return statement is loop or any(_contains(each, loop) for clause in statement.clauses for each in clause.suite)
