"""A counter that nobody looks at, in its loop or behind it before it is given something else, is `_`; and one that is
called as a parameter, which linters take for a mistake, gets a name of its own."""

from __future__ import annotations

import ast

from .context import Context
from .mentions import gives, mentions, names_in, replaced
from .suites import Statement, Suite, lines_in, suites
from .trees import changed, part, tree, within

NAMES = ("i", "j", "k", "m", "n")


def forget_counters(function: Suite, context: Context) -> None:
    head = tree(function[0].text)
    parameters = {node.arg for node in within(head) if isinstance(node, ast.arg)}
    for loop in [statement for suite in suites(function) for statement in suite]:
        match tree(loop.text):
            case ast.For(target=ast.Name(id=name) as target, iter=values) if name != "_":
                inside = lines_in(loop.clauses[0].suite)
                if not any(mentions(line.text, name) for line in inside):
                    if (numbers := _numbers(values)) and not read_behind(function, name, loop):
                        loop.line.text = f"for _ in {_times(loop.text, numbers)}:"
                elif name in parameters and not read_behind(function, name, loop):
                    words = {*context.taken, *(word for line in lines_in(function) for word in names_in(line.text))}
                    other = next((word for word in NAMES if word not in words), name)
                    loop.line.text = changed(loop.text, {target: other})
                    for line in inside:
                        line.text = replaced(line.text, name, other)


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
    """Whether what the counter of a loop has come to may be looked at behind it."""
    liveness = _Liveness(name, loop)
    liveness.before(function, False, False, False)
    return liveness.found


class _Liveness:
    """Where what a variable has may still be looked at, from the end of a function backwards."""

    def __init__(self, name: str, loop: Statement) -> None:
        self.name, self.loop = name, loop
        self.found = False  # whether that is so behind the loop
        self.escaped = False  # whether it is where an error leads

    def before(self, suite: Suite, behind: bool, left: bool, again: bool) -> bool:
        """Whether it is before statements, by what it is behind them, where a loop is left, and in its next turn."""
        for statement in reversed(suite):
            behind = self._before(statement, behind, left, again) or self.escaped
        return behind

    def _before(self, statement: Statement, behind: bool, left: bool, again: bool) -> bool:
        asked = any(mentions(clause.text, self.name) for clause in statement.clauses)
        match tree(statement.text):
            case ast.Return() | ast.Raise():
                return asked
            case ast.Break():
                return left
            case ast.Continue():
                return again
            case ast.For() | ast.While():
                return self._before_loop(statement, behind, left, again)
            case ast.With() | ast.Try():
                handlers = [line for clause in statement.clauses[1:] for line in lines_in(clause.suite)]
                handled = any(mentions(line.text, self.name) for line in handlers)
                outer, self.escaped = self.escaped, self.escaped or behind or handled
                found = [self.before(clause.suite, behind, left, again) for clause in statement.clauses]
                found.append(self.escaped)
                self.escaped = outer
                return asked or any(found)
            case _ if statement.simple:
                return not gives(statement.text, self.name) and (behind or asked)
            case _:
                found = [self.before(clause.suite, behind, left, again) for clause in statement.clauses]
                return asked or any(found) or (behind and not statement.complete)

    def _before_loop(self, loop: Statement, behind: bool, left: bool, again: bool) -> bool:
        head, *otherwise = loop.clauses
        end = self.before(otherwise[0].suite, behind, left, again) if otherwise else behind
        if loop is self.loop:
            self.found |= end or behind or self.escaped
        counts = gives(head.text, self.name)
        turn = end or (mentions(head.text, self.name) and not counts)
        for _ in range(2):
            turn |= self.before(head.suite, turn, behind, turn) and not counts
        return turn
