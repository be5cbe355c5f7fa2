"""What is set to a constant and only given back is given back as that.

    e = False                        if a == 5:
    if a == 5:                           return False, j + 1
        return e, j + 1              return False, j
    return e, j
"""

from __future__ import annotations

import ast

from .mentions import mentions, replaced
from .page import Line
from .trees import part, same, tree, within


def give_constants(lines: list[Line]) -> None:
    """`return False` for what has been set to that at the beginning, or nowhere else at all, and is only given back."""
    for position in range(len(lines) - 1, 0, -1):
        here = lines[position]
        name, value = _given(here.text)
        if not name or (here.indent != 1 and mentions(lines[0].text, name)):  # as it was handed over
            continue
        others = [line for line in lines if line is not here and mentions(line.text, name)]
        if others and all(_gives_back(line.text, name) for line in others):
            for line in others:
                line.text = replaced(line.text, name, value)
            del lines[position]


def _given(code: str) -> tuple[str, str]:
    """The variable that a line gives a constant, and that; two empty texts if it does something else."""
    match tree(code):
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            pass
        case _:
            return "", ""
    match value:
        case ast.Call(func=ast.Name(id="Single") | ast.Attribute(attr="Single"), args=[ast.Constant(value=int())]):
            return name, part(code, value)
        case ast.Constant(value=int()) | ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int())):
            return name, part(code, value)
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
