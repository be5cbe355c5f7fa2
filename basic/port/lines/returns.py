"""What a function gives back is said where it is known.

    t += 1            return t + 1      while True:           while True:
    return t                                n = ask()             n = ask()
                                            if n > 0:             if n > 0:
                                                break                 return n
                                        return n
"""

from __future__ import annotations

import ast

from .context import Context
from .effects import is_pure
from .mentions import Given, given, occurrences
from .suites import Statement, Suite, breaks
from .trees import SIGNS, changed, expression, part, within

PLACES = ast.Name | ast.Attribute | ast.Constant


def folded(before: Statement, back: Statement) -> str:
    """`return t + 1`, and `return f, t + 1`, where what is worked out before calls nothing."""
    match back.tree:
        case ast.Return(ast.expr() as value):
            places = {part(before.text, each.place): _worked_out(before.text, each) for each in given(before.text)}
        case _:
            return ""
    if ", ".join(places) == part(back.text, value) and all(places.values()):
        return f"return {', '.join(places.values())}"
    for item in value.elts if isinstance(value, ast.Tuple) and len(places) == 1 else ():
        code = places.get(part(back.text, item), "")
        if code and occurrences(back.text).count(part(back.text, item)) == 1 and is_pure(expression(code)):
            return changed(back.text, {item: code})
    return ""


def _worked_out(code: str, given: Given) -> str:
    """What a place has behind the line that gives it a value; empty if that is not said in a few words."""
    value = part(code, given.value)
    if given.sign is None:
        return value
    if given.sign not in SIGNS:
        return ""
    return f"{part(code, given.place)} {SIGNS[given.sign]} {value if _binds(given.value, given.sign) else f'({value})'}"


def _binds(value: ast.expr, operator: type[ast.operator]) -> bool:
    """Whether a value is worked out first without brackets: `t + (a - b)` rounds otherwise than `t + a - b`."""
    match value:
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.FloorDiv() | ast.Mod() | ast.Pow()):
            return operator in (ast.Add, ast.Sub)
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
