"""Texts that are joined: as `+` does it where they surely are no more than 255 characters, constants as one.

    CHR$(0)+"H"          "\\x00H"
    LEFT$(A$,8)+".DAT"   a[:8] + ".DAT"
    A$+B$                join(a, b)
    "SHIP"+STR$(I)       f"SHIP{i: d}"
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ...analysis.variables.types import bare
from ...library.registry import FUNCTIONS
from ...machine.files import LONGEST
from ...syntax import nodes as n
from ..lines.page import WIDE
from ..lines.trees import SUM, expression
from .value import Value, doubled, quoted

if TYPE_CHECKING:
    from .expressions import Expressions

COUNTED = {"LEFT$": 1, "MID$": 2, "RIGHT$": 1, "SPACE$": 0, "STRING$": 0}  # which argument says how many there are


def longest(e: Expressions, node: n.Expression) -> int:
    """The most characters that a text can have."""
    match node := bare(node):
        case n.String(value=text):
            return len(text)
        case n.Binary(operator="+", left=left, right=right):
            return min(longest(e, left) + longest(e, right), LONGEST)
        case n.Function(name=name) if name in FUNCTIONS and (most := FUNCTIONS[name].longest):
            return most
        case n.Function(name=name, arguments=arguments) if name in COUNTED:
            most = longest(e, arguments[0]) if name in ("LEFT$", "MID$", "RIGHT$") else LONGEST
            counts = arguments[COUNTED[name] :]
            count = e.expression(counts[0]) if counts else None
            if count is None or not count.whole or count.range.high is None:
                return most
            return min(most, max(int(count.range.high), 0))
    return LONGEST


def _both(one: Value, other: Value) -> str:
    """The literal that two literals make, of which one may be a number as a text; "" if they are none."""
    if one.constant and other.constant:
        return quoted(ast.literal_eval(one.code) + ast.literal_eval(other.code))
    insides = [_inside(text.code) for text in (one, other)]
    return f'f"{insides[0]}{insides[1]}"' if all(insides) else ""


def _inside(code: str) -> str:
    """What an f-string has of a literal, or of another f-string."""
    match expression(code):
        case ast.JoinedStr():
            return code[2:-1]
        case ast.Constant(str(text)) if '"' not in text:
            return doubled(quoted(text)[1:-1])
        case _:
            return ""


def together(texts: list[Value]) -> list[Value]:
    """Texts one after the other, those that are literals as one."""
    parts: list[Value] = []
    for text in texts:
        both = _both(parts[-1], text) if parts else ""
        if both and len(both) <= WIDE:
            parts[-1] = Value(both, "$", constant=parts[-1].constant and text.constant)
        else:
            parts.append(text)
    return parts


def joined(texts: list[Value]) -> Value:
    """Texts one after the other, in Python's own way."""
    parts = together(texts)
    return parts[0] if len(parts) == 1 else Value(" + ".join(text.at(SUM) for text in parts), "$")
