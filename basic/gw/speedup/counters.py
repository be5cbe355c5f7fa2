"""Counters that have 24 bits: a loop up to a number that is not known is one of exact numbers, and behind it another.

    for p in range(2, int(n) + 1):      _stop1 = int(n) + 1
        ...                             for p in range(2, min(_stop1, 16777217)):
                                            ...
                                        else:
                                            for p in range(16777217, _stop1):
                                                ...

What is written out for the first (`unboxing.py`, `rewriting.py`) need not ask how large `p` is. Hardly a program comes
to the second, which is left as it was.
"""

from __future__ import annotations

import ast
from copy import deepcopy

from basic.arithmetic.ranges import EXACT


def divide(function: ast.FunctionDef) -> None:
    """Change the loops of a function."""
    parting = Parting()
    function.body = [new for statement in function.body for new in parting.all(statement)]


class Parting(ast.NodeTransformer):
    def __init__(self) -> None:
        self.stops = 0

    def all(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_For(self, node: ast.For) -> ast.For | list[ast.stmt]:
        match node:
            case ast.For(target=ast.Name(id=counter), iter=ast.Call(
                func=ast.Name(id="range"), args=[start, stop, *steps], keywords=[]
            )) if _open(stop) and _place(start) and _reckoned(counter, node.body):  # fmt: skip
                first = _beyond(start, steps)
            case _:
                first = None
        behind = None if first is None else deepcopy(node)
        self.generic_visit(node)
        if behind is None:
            return node
        self.stops += 1
        name = f"_stop{self.stops}"
        head = ast.parse(f"{name} = 0\nmin({name}, {EXACT + 1})\nrange({first}, {name})").body
        for given in head:
            for inner in ast.walk(given):
                ast.copy_location(inner, node.iter)
        setting, least, rest = head
        assert isinstance(setting, ast.Assign)
        assert isinstance(least, ast.Expr)
        assert isinstance(rest, ast.Expr)
        assert isinstance(rest.value, ast.Call)
        setting.value = stop
        behind.iter = rest.value
        rest.value.args += deepcopy(steps)
        assert isinstance(node.iter, ast.Call)
        node.iter.args = [start, least.value, *steps]
        node.orelse = [behind]
        return [setting, node]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node


def _open(stop: ast.expr) -> bool:
    """`int(n) + 1`"""
    match stop:
        case ast.Call(func=ast.Name(id="int")):
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant(value=int())):
            return _open(left)
        case _:
            return False


def _place(start: ast.expr) -> bool:
    """What nothing can change before the loop begins: `1`, `i + 1`"""
    match start:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant(value=int())):
            return _place(left)
        case _:
            return isinstance(start, ast.Name | ast.Constant)


def _reckoned(counter: str, body: list[ast.stmt]) -> bool:
    """Whether something is worked out with a counter."""
    parts = (part for statement in body for part in ast.walk(statement) if isinstance(part, ast.BinOp | ast.Call))
    return any(isinstance(inner, ast.Name) and inner.id == counter for part in parts for inner in ast.walk(part))


def _beyond(start: ast.expr, steps: list[ast.expr]) -> int | None:
    """The first number beyond those of 24 bits that a counter comes to, if that can be told."""
    match start, steps:
        case _, []:
            return EXACT + 1
        case ast.Constant(value=int() as first), [ast.Constant(value=int() as step)] if step > 0 and first <= EXACT:
            return first + ((EXACT - first) // step + 1) * step
        case _:
            return None
