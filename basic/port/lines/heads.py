"""The heads of loops as one would write them: what a FOR works out when it begins, and nothing changes, stands there.

    limit_210 = s + n - 1                    while j <= s + n - 1:
    while j <= limit_210:
    limit_123 = integer(gw.sqr(m))           limit = integer(gw.sqr(m))
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from itertools import pairwise

from .mentions import mentions, names_in, replaced, set_by, sets
from .page import Line
from .settings import settings
from .suites import lines_under
from .trees import changed, expression, tree, within

FLAG, DIGITS = "leaving", "0123456789"  # `leaving`, `leaving2` ...
LED = {ast.Break: "over", ast.Return: "finished", ast.Continue: "again"}  # names that say where a flag leads


def plain_heads(lines: list[Line], held: Collection[str], taken: Collection[str]) -> None:
    """`held`: names for what a FOR has worked out, `limit_210`, say; `taken`: names that mean something else."""
    for name in sorted({name for line in lines for name in names_in(line.text) if name in held}):
        _put_into_head(lines, name)
    lines[:] = [line for line in lines if line.text]
    left = {name for line in lines for name in names_in(line.text) if name in held}
    for word in ("limit", "step"):
        own = [name for name in left if name.startswith(word)]
        if len(own) == 1:
            _rename(lines, own[0], [word], taken)


def name_flags(lines: list[Line], taken: Collection[str]) -> None:
    """`if over:` for `if leaving:`, after where that leads."""
    for flag in sorted({name for line in lines for name in set_by(line.text) if name.rstrip(DIGITS) == FLAG}):
        led = set()
        for line, then in pairwise(lines):
            match tree(line.text):
                case ast.If(test=ast.Name(id=name)) if name == flag:
                    led.add(LED.get(type(tree(then.text)), ""))
        _rename(lines, flag, [led.pop() if len(led) == 1 else "", *LED.values()], taken)


def _rename(lines: list[Line], name: str, names: Collection[str], taken: Collection[str]) -> None:
    """Call a variable by the first of some names that is free."""
    free = (each for each in names if each and each not in taken)
    other = next((each for each in free if not any(mentions(line.text, each) for line in lines)), name)
    for line in lines:
        line.text = replaced(line.text, name, other)


def _put_into_head(lines: list[Line], name: str) -> None:
    """The limit of a loop in the place of its name, if only that loop looks at it."""
    using = [position for position, line in enumerate(lines) if mentions(line.text, name)]
    if len(using) != 2:
        return
    setter, head = using
    given, loop = settings(lines[setter].text), tree(lines[head].text)
    code, between = given.value(name), lines[setter + 1 : head]
    if not code or any(mentions(code, other) for other in given.names) or not _steady(expression(code)):
        return
    match loop:
        case ast.While():
            if not all(settings(line.text).names for line in between):
                return
            between = [*between, *lines_under(lines, head)]
        case ast.For():
            if not all(isinstance(tree(line.text), ast.With) for line in between):
                return
        case _:
            return
    if any(sets(line.text, word) for line in between for word in names_in(code)):
        return
    lines[head].text = changed(lines[head].text, {
        node: code if bare or not isinstance(expression(code), ast.BinOp) else f"({code})"
        for node, bare in _standing(loop, name)
    })  # fmt: skip
    lines[setter].text = given.without(name)


def _standing(loop: ast.AST, name: str) -> list[tuple[ast.expr, bool]]:
    """Where a name stands in the head of a loop, and whether a sum needs no brackets there."""
    found: list[tuple[ast.expr, bool]] = []
    for parent in within(loop):
        for child in ast.iter_child_nodes(parent):
            match parent, child:
                case ast.Compare() | ast.Call(), ast.Name(id=own) if own == name:
                    found.append((child, True))
                case ast.BinOp(left=left, op=ast.Add() | ast.Sub()), ast.Name(id=own) if own == name:
                    found.append((child, child is left))
                case _, ast.Name(id=own) if own == name:
                    found.append((child, False))
    return found


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
