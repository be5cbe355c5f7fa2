"""The heads of loops as one would write them: what a FOR works out when it begins, and nothing changes, stands there.

    limit_210 = s + n - 1                    while j <= s + n - 1:
    while j <= limit_210:
    limit_123 = integer(gw.sqr(m))           limit = integer(gw.sqr(m))
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from itertools import pairwise

from .assigned import settings
from .context import Context
from .mentions import mentions, names_in, replaced, set_by, sets
from .page import Line
from .suites import Statement, Suite, lines_in, suites
from .trees import expression, tree, within

FLAG, DIGITS = "leaving", "0123456789"  # `leaving`, `leaving2` ...
LED = {ast.Break: "over", ast.Return: "finished", ast.Continue: "again"}  # names that say where a flag leads


def plain_heads(function: Suite, context: Context) -> None:
    """Limits in the heads of their loops, and short names for those that stay."""
    lines = lines_in(function)
    held = sorted({name for line in lines for name in names_in(line.text) if name in context.held})
    for suite in suites(function) if held else ():
        for position, loop in enumerate(suite):
            for name in held:
                if isinstance(tree(loop.text), ast.While) and mentions(loop.text, name):
                    _put_into_head(suite[:position], loop, name, lines)
    left = {name for line in lines for name in names_in(line.text) if name in context.held}
    for word in ("limit", "step"):
        own = [name for name in left if name.startswith(word)]
        if len(own) == 1:
            _rename(lines, own[0], [word], context.taken)


def _put_into_head(before: Suite, loop: Statement, name: str, lines: list[Line]) -> None:
    """The limit of a loop in the place of its name, if only the head looks at it."""
    position = next((i for i, each in enumerate(before) if name in settings(each.text)), len(before))
    between = before[position:]
    code = settings(between[0].text)[name] if between else ""
    alone = sum(mentions(line.text, name) for line in lines) == 2
    if not code or not alone or not all(settings(each.text) for each in between) or not _steady(expression(code)):
        return
    if len(settings(between[0].text)) > 1 or not _compared(tree(loop.text), name):
        return
    if not any(sets(line.text, word) for line in lines_in([*between[1:], loop]) for word in names_in(code)):
        loop.line.text, between[0].line.text = replaced(loop.text, name, code), ""


def _compared(node: ast.AST | None, name: str) -> bool:
    """Whether a name stands by itself in a comparison or a call, so that what takes its place needs no brackets."""
    around = [parent for parent in within(node) for child in ast.iter_child_nodes(parent)
              if isinstance(child, ast.Name) and child.id == name]  # fmt: skip
    return all(isinstance(parent, ast.Compare | ast.Call) for parent in around)


def _steady(node: ast.expr) -> bool:
    """Whether it is the same each time, as long as its variables are: a sum or a product of them, or a length."""
    match node:
        case ast.Name() | ast.Constant() | ast.Call(func=ast.Name(id="len"), args=[ast.Name()]):
            return True
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return isinstance(operand, ast.Name | ast.Constant)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult(), right=ast.Name() | ast.Constant()):
            return _steady(left)
        case _:
            return False


def name_flags(function: Suite, context: Context) -> None:
    """`if over:` for `if leaving:`, after where that leads."""
    lines = lines_in(function)
    for flag in sorted({name for line in lines for name in set_by(line.text) if name.rstrip(DIGITS) == FLAG}):
        led = set()
        for line, then in pairwise(lines):
            match tree(line.text):
                case ast.If(test=ast.Name(id=name)) if name == flag:
                    led.add(LED.get(type(tree(then.text)), ""))
        _rename(lines, flag, [led.pop() if len(led) == 1 else "", *LED.values()], context.taken)


def _rename(lines: list[Line], name: str, names: Collection[str], taken: Collection[str]) -> None:
    """Call a variable by the first of some names that is free."""
    free = (each for each in names if each and each not in taken)
    other = next((each for each in free if not any(mentions(line.text, each) for line in lines)), name)
    for line in lines:
        line.text = replaced(line.text, name, other)
