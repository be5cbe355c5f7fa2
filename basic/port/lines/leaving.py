"""What is set to a constant and only given back is given back as that.

    e = False                        if a == 5:
    if a == 5:                           return True, j
        e = True                     return False, j
        return e, j
    return e, j
"""

from __future__ import annotations

import ast
import re

from .mentions import mentions, replaced, sets
from .page import Line
from .trees import same, tree, within

NAME = re.compile(r"\w+")
CONSTANT = re.compile(r"(\w+)(?:: \w+)? = (True|False|-?\d+|(?:gw\.)?Single\(\d+\))")


def give_back_at_once(lines: list[Line]) -> None:
    """`return True, j` for `e = True` and `return e, j`, whatever is done between them; but not what leads elsewhere,
    where somebody looks at it."""
    for position in range(len(lines) - 1, 1, -1):
        if not lines[position].text.startswith("return ") or lines[position].note:
            continue
        for before in range(position - 1, 0, -1):
            if lines[before].indent < lines[position].indent:
                break
            given = CONSTANT.fullmatch(lines[before].text) if lines[before].indent == lines[position].indent else None
            if given is None or ":" in lines[before].text or not mentions(lines[position].text, given[1]):
                continue
            if not _gives_back(lines[position].text, given[1]):
                continue
            if any(mentions(line.text, given[1]) for line in lines[before + 1 : position]):
                continue
            alone = sum(mentions(line.text, given[1]) for line in lines) == 2
            if alone or not _led_away(lines, before, position):
                lines[position].text = replaced(lines[position].text, given[1], given[2])
                lines[before].text = "" if not lines[before].note else lines[before].text
    lines[:] = [line for line in lines if line.text]
    if len(lines) > 3 and (given := CONSTANT.fullmatch(lines[-2].text)) and lines[-3].text.startswith("if "):
        set_elsewhere = [line for line in lines[:-2] if sets(line.text, given[1])]
        first = CONSTANT.fullmatch(set_elsewhere[0].text) if len(set_elsewhere) == 1 else None
        if (lines[-2].indent, lines[-1].text) == (2, f"return {given[1]}") and first and set_elsewhere[0].indent == 1:
            lines[-2].text = f"return {given[2]}"


def _led_away(lines: list[Line], begin: int, end: int) -> bool:
    """Whether control may come from between two lines of a suite to elsewhere in the function: with the next turn of a
    loop around them, behind it, or where an error leads."""
    loops: list[int] = []
    for line in lines[begin + 1 : end]:
        loops = [indent for indent in loops if indent < line.indent]
        if line.text.startswith(("while ", "for ")):
            loops.append(line.indent)
        elif line.text in ("break", "continue") and not loops:
            return True
    indent = lines[begin].indent
    for line in reversed(lines[:begin]):
        if line.indent < indent:
            indent = line.indent
            if line.text.startswith(("with ", "try:")):
                return end - begin > 1
    return False


def _gives_back(text: str, name: str) -> bool:
    """Whether a line gives back a variable, and nothing that is made of it."""
    match tree(text):
        case ast.Return(value=ast.Tuple(elts=parts)):
            pass
        case ast.Return(value=ast.expr() as value):
            parts = [value]
        case _:
            return False
    return all(same(part, name) or all(not same(node, name) for node in within(part)) for part in parts)


def give_constants(lines: list[Line]) -> None:
    """`return False` for what has been set to that at the beginning, or nowhere else at all, and is only given back."""
    lines_with: dict[str, list[Line]] = {}  # a name
    for line in lines:
        for name in {*NAME.findall(line.text)}:
            lines_with.setdefault(name, []).append(line)
    for position in range(len(lines) - 1, 0, -1):
        here = lines[position]
        given = CONSTANT.fullmatch(here.text)
        if given is None or here.note:
            continue
        name, value = given.groups()
        if here.indent != 1 and mentions(lines[0].text, name):  # it may be as it was handed over
            continue
        among = lines_with[name]
        if any(line is not here and mentions(line.text, name) and not _gives_back(line.text, name) for line in among):
            continue
        others = [line for line in among if line is not here and mentions(line.text, name)]
        for line in others:
            line.text = replaced(line.text, name, value)
        if others:
            del lines[position]
