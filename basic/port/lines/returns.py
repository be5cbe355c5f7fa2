"""What a function gives back is said where it is known.

    t += 1            return t + 1      while True:           while True:
    return t                                n = ask()             n = ask()
                                            if n > 0:             if n > 0:
                                                break                 return n
                                        return n
"""

from __future__ import annotations

import ast

from .assigned import given_value
from .context import Context
from .mentions import times
from .suites import Suite, breaks, suites
from .trees import SIGNS, changed, expression, part, tree, within

PLACES = ast.Name | ast.Attribute | ast.Constant
SUMS = PLACES | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop | ast.expr_context


def fold_returns(function: Suite, context: Context) -> None:
    """`return t + 1`, and `return f, t + 1`, where what is worked out before calls nothing."""
    for suite in suites(function):
        for position in range(len(suite) - 1, 0, -1):
            given, back = suite[position - 1].line, suite[position].line
            if text := _folded(given.text, back.text):
                back.text, back.source, given.text = text, given.source, ""
                del suite[position - 1]


def _folded(given: str, back: str) -> str:
    match tree(back):
        case ast.Return(value=ast.expr() as value):
            whole = _worked_out_of(given, part(back, value))
        case _:
            return ""
    for item in value.elts if isinstance(value, ast.Tuple) and not whole else ():
        code = _worked_out_of(given, item.id) if isinstance(item, ast.Name) and times(back, item.id) == 1 else ""
        if code and all(isinstance(each, SUMS) for each in within(expression(code))):
            return changed(back, {item: code})
    return whole and f"return {whole}"


def _worked_out_of(code: str, names: str) -> str:
    """What some variables have behind a line that gives them values; empty if it does something else."""
    match tree(code):
        case ast.Assign(targets=[target]) | ast.AnnAssign(target=target, value=ast.expr()):
            return given_value(code) if part(code, target) == names else ""
        case ast.AugAssign(target=target, op=operator, value=value):
            if type(operator) not in SIGNS or part(code, target) != names:
                return ""
            shown = part(code, value) if _binds(value, operator) else f"({part(code, value)})"
            return f"{names} {SIGNS[type(operator)]} {shown}"
        case _:
            return ""


def _binds(value: ast.expr, operator: ast.operator) -> bool:
    """Whether a value is worked out first without brackets: `t + (a - b)` rounds otherwise than `t + a - b`."""
    match value:
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Mod() | ast.Pow()):
            return isinstance(operator, ast.Add | ast.Sub)
        case _:
            return isinstance(value, PLACES | ast.Call | ast.Subscript)


def leave_straight(function: Suite, context: Context) -> None:
    """A function that is a loop returns where that is left; where more is done before the loop, `break` says that the
    function goes on behind it."""
    body = function[0].clauses[0].suite
    match [(statement.tree, statement) for statement in body if statement.line.working]:
        case [*before, (ast.While(ast.Constant(True)), loop), (ast.Return(ast.expr() as value), last)]:
            named = all(isinstance(node, PLACES | ast.Tuple | ast.Load) for node in within(value))
            if named and all(statement.simple for _, statement in before):
                for line in breaks(loop.clauses[0].suite):
                    line.text = last.text
                last.line.text = ""
