"""Types that need not be said, since a checker sees them in the value.

    gold: float = 500                      gold = 500.0
    price: float = ask_number("PRICE? ")   price = ask_number("PRICE? ")
    names: list[str] = [""] * 6            names = [""] * 6
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from ..helpers import give_floats
from .context import Context
from .mentions import given
from .suites import Suite, lines_in
from .trees import changed, part


def infer_types(function: Suite, context: Context) -> None:
    floats: set[str] = set()  # names that a checker knows as such
    for line in lines_in(function):
        match line.tree:
            case ast.FunctionDef(args=ast.arguments(args=args)):
                floats.update(each.arg for each in args if _is_float(each.annotation))
            case ast.AnnAssign(ast.Name(name), kind, ast.expr() as value):
                begin = _begin(value)
                number = _begins_as(part(line.text, begin), kind) if begin else ""
                if number or (_is_float(kind) and _gives_float(value, floats)):
                    code = changed(line.text, {begin: number} if begin and number else {})
                    line.text = f"{name} = {part(code, given(code)[0].value)}"
                if _is_float(kind):
                    floats.add(name)


def _is_float(kind: ast.expr | None) -> bool:
    return isinstance(kind, ast.Name) and kind.id == "float"


def _begin(value: ast.expr) -> ast.expr | None:
    """A constant, or that of which a list has many: `[[0] * 8 for _ in range(8)]`."""
    match value:
        case ast.Constant() | ast.UnaryOp(ast.USub(), ast.Constant()):
            return value
        case ast.BinOp(ast.List([element]), ast.Mult(), _) | ast.ListComp(element):
            return _begin(element)
        case _:
            return None


def _begins_as(constant: str, kind: ast.expr) -> str:
    """A constant of a type that shows, `0.0`; empty if it is of another."""
    while isinstance(kind, ast.Subscript):
        kind = kind.slice
    value, wanted = ast.literal_eval(constant), ast.unparse(kind)
    if wanted == "float":
        return f"{value}.0" if isinstance(value, int) else constant
    return constant if type(value).__name__ == wanted else ""


def _gives_float(node: ast.expr, floats: Collection[str]) -> bool:
    """Whether a checker says float of a value, as it does of any division."""
    match node:
        case ast.Constant(value=float()) | ast.BinOp(op=ast.Div()):
            return True
        case ast.BinOp(left, ast.Add() | ast.Sub() | ast.Mult(), right):
            return _gives_float(left, floats) or _gives_float(right, floats)
        case ast.Call(ast.Name(name)):
            return name in give_floats()
        case ast.Name(name):
            return name in floats
        case _:
            return False
