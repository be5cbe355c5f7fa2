"""What a function gives back has a known type where it is an element of an array that is an object:

    return bool(b[i, j] == 0)          result: float = b[i, j] / 2
                                       return result

And what gives a bool need not be made one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from ...record import replace
from .page import Line, Page

HEAD = re.compile(r"def .* -> (bool|int|float|str):")
RESULT = "result"
CONVERTED = re.compile(r"(?<![\w.])bool\(((\w+)\([\w., ]*\))\)")


def type_results(page: Page, objects: Collection[str]) -> None:
    """Elements of `objects` may be anything to a type checker, and so is what is worked out of them."""
    head = HEAD.fullmatch(page.lines[0].text) if page.lines else None
    if head is None or not objects:
        return
    lines: list[Line] = []
    declared = sum(line.text.startswith(f"{RESULT}: ") for line in page.lines)
    for line in page.lines:
        code = line.text.removeprefix("return ")
        if code == line.text or not _anything(ast.parse(code, mode="eval").body, objects):
            lines.append(line)
        elif head[1] == "bool":
            lines.append(replace(line, text=f"return bool({code})"))
        else:
            declared += 1
            name = RESULT if declared == 1 else f"{RESULT}{declared}"  # none is declared twice
            lines += [replace(line, text=f"{name}: {head[1]} = {code}"), replace(line, text=f"return {name}", note="")]
    page.lines = lines


def forget_conversions(pages: Collection[Page]) -> None:
    """`from_400 = goes_first()` for `bool(goes_first())`, which gives a bool anyway."""
    heads = (HEAD.fullmatch(page.lines[0].text) for page in pages if page.lines)
    names = {head[0].removeprefix("def ").partition("(")[0] for head in heads if head and head[1] == "bool"}
    for line in (line for page in pages for line in page.lines):
        if (found := CONVERTED.search(line.text)) and found[2] in names:
            line.text = line.text.replace(found[0], found[1])


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
