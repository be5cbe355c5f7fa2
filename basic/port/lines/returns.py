"""What a function gives back is said where it is known.

    t += 1            return t + 1      e = False            if a == 5:         while True:           while True:
    return t                            if a == 5:               return False       n = ask()             n = ask()
                                            return e         ...                    if n > 0:             if n > 0:
                                        ...                                             break                 return n
                                                                                return n
"""

from __future__ import annotations

import ast

from .assigned import given_name, given_value
from .context import Context
from .mentions import mentions, replaced, times
from .suites import Suite, breaks, lines_in, suites
from .trees import SIGNS, expression, part, same, tree, within

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
            items = value.elts if isinstance(value, ast.Tuple) else []
        case _:
            return ""
    if code := _worked_out_of(given, part(back, value)):
        return f"return {code}"
    shown, name = [part(back, item) for item in items], _set_name(given)
    code = _worked_out_of(given, name) if name in shown and times(back, name) == 1 else ""
    if not code or not all(isinstance(each, SUMS) for each in within(expression(code))):
        return ""
    shown[shown.index(name)] = code
    return f"return {', '.join(shown)}"


def _set_name(code: str) -> str:
    match tree(code):
        case ast.AugAssign(target=ast.Name(id=name)):
            return name
        case _:
            return given_name(code)


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


def give_constants(function: Suite, context: Context) -> None:
    """`return False` for what has been set to that at the beginning, or nowhere else at all, and is only given back."""
    head, *lines = lines_in(function)
    for here in reversed(lines):
        name, value = _constant_given(here.text)
        if not name or (here.indent != 1 and mentions(head.text, name)):  # as it was handed over
            continue
        others = [line for line in lines if line is not here and mentions(line.text, name)]
        if others and all(_gives_back(line.text, name) for line in others):
            for line in others:
                line.text = replaced(line.text, name, value)
            here.text = ""


def _constant_given(code: str) -> tuple[str, str]:
    """The variable that a line gives a constant, and that; two empty texts if it does something else."""
    match tree(code):
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            value = given_value(code)
        case _:
            return "", ""
    match expression(value):
        case ast.Constant(value=int()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return name, value
        case _:
            return "", ""


def _gives_back(code: str, name: str) -> bool:
    """Whether a line gives back a variable, and nothing that is made of it."""
    match tree(code):
        case ast.Return(value=ast.Tuple(elts=parts)):
            pass
        case ast.Return(value=ast.expr() as value):
            parts = [value]
        case _:
            return False
    return all(same(part, name) or all(not same(node, name) for node in within(part)) for part in parts)


def leave_straight(function: Suite, context: Context) -> None:
    """A function that is a loop returns where that is left; where more is done before the loop, `break` says that the
    function goes on behind it."""
    body = function[0].clauses[0].suite
    match [(tree(statement.text), statement) for statement in body if statement.line.working]:
        case [*before, (ast.While(ast.Constant(True)), loop), (ast.Return(ast.expr() as value), last)]:
            named = all(isinstance(node, PLACES | ast.Tuple | ast.Load) for node in within(value))
            if named and all(statement.simple for _, statement in before):
                for line in breaks(loop.clauses[0].suite):
                    line.text = last.text
                last.line.text = ""
