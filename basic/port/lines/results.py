"""What a function gives back has a known type where it is an element of an array that is an object:

    return bool(b[i, j] == 0)          result: float = b[i, j] / 2
                                       return result
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from ...record import replace
from .page import Line, Page
from .trees import part, tree

RESULT = "result"


def type_results(page: Page, objects: Collection[str]) -> None:
    """Elements of `objects` may be anything to a type checker, and so is what is worked out of them."""
    match tree(page.lines[0].text) if page.lines and objects else None:
        case ast.FunctionDef(returns=ast.Name(id="bool" | "int" | "float" | "str" as kind)):
            page.lines = _typed(page.lines, kind, objects)


def _typed(before: list[Line], kind: str, objects: Collection[str]) -> list[Line]:
    lines: list[Line] = []
    declared = sum(_declares(line.text) for line in before)
    for line in before:
        match tree(line.text):
            case ast.Return(value=ast.expr() as value) if _anything(value, objects):
                code = part(line.text, value)
            case _:
                lines.append(line)
                continue
        if kind == "bool":
            lines.append(replace(line, text=f"return bool({code})"))
        else:
            declared += 1
            name = RESULT if declared == 1 else f"{RESULT}{declared}"  # none is declared twice
            lines += [replace(line, text=f"{name}: {kind} = {code}"), replace(line, text=f"return {name}", note="")]
    return lines


def _declares(code: str) -> bool:
    match tree(code):
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name == RESULT
        case _:
            return False


def _anything(node: ast.expr, objects: Collection[str]) -> bool:
    """Whether a type checker knows nothing of an expression: operators give what their operands decide."""
    match node:
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in objects
        case ast.BinOp(left=left, right=right):
            return _anything(left, objects) or _anything(right, objects)
        case ast.Compare(left=left, ops=[first, *_]):
            return not isinstance(first, ast.In | ast.NotIn) and _anything(left, objects)
        case ast.UnaryOp(op=operator, operand=operand):
            return not isinstance(operator, ast.Not) and _anything(operand, objects)
        case _:
            return False
