"""A function that is a loop returns where the loop is left.

    def ask(n: int) -> int:            def ask(n: int) -> int:
        while True:                        while True:
            n = gw.input_integer()             n = gw.input_integer()
            if n > 0:                          if n > 0:
                break                              return n
            gw.print("NO")                     gw.print("NO")
        return n

Where more is done before the loop, `break` says that the function goes on behind it.
"""

from __future__ import annotations

import ast

from .page import Line
from .suites import Statement, parsed, written
from .trees import tree, within

NAMES = (ast.Name, ast.Attribute, ast.Constant, ast.Tuple, ast.Load)


def leave_straight(lines: list[Line]) -> None:
    """Do so in the lines of a function."""
    statements = parsed(lines)
    for statement in statements:
        if isinstance(tree(statement.text), ast.FunctionDef):
            _leave(statement.clauses[0].suite)
    lines[:] = written(statements, lines[0].indent if lines else 0)


def _leave(body: list[Statement]) -> None:
    match [(tree(statement.text), statement) for statement in body if statement.line.working]:
        case [*before, (ast.While(ast.Constant(True)), loop), (ast.Return(ast.expr() as value), last)]:
            pass
        case _:
            return
    named = all(isinstance(node, NAMES) for node in within(value))
    if named and all(statement.simple for _, statement in before):
        for statement in _breaks(loop.clauses[0].suite):
            statement.line.text = last.text
        body[:] = [statement for statement in body if statement is not last]


def _breaks(suite: list[Statement]) -> list[Statement]:
    """Where a loop is left."""
    found = [statement for statement in suite if isinstance(tree(statement.text), ast.Break)]
    for statement in suite:
        for clause in statement.clauses[1:] if statement.loops else statement.clauses:
            found += _breaks(clause.suite)
    return found
