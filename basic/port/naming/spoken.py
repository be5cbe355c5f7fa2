"""What statements ask and say, as names for parts: `play_hand` for what goes on with ANOTHER HAND."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...analysis.flow import Point
from ...syntax import nodes as n
from ...syntax.visit import walk
from .words import plural, question

AGAIN = re.compile(
    r"\banother(?! one\b)(?: (?!try\b|move\b|guess\b)([a-z]+))?\b|\bonce more\b|^\W*again\b"
    r"|\b(?:play|want to)\b.*\bagain\b"
)


def asked_again(points: Iterable[Point], game: bool) -> str:
    """`play_hand` of what goes on with `ANOTHER HAND`, `play` after `PLAY AGAIN`; `loan` after `ANOTHER LOAN`."""
    for point in points:
        if found := AGAIN.search(shown(point).lower().rstrip(" ?.:")):
            if game or found[1] == "game" or "play" in found[0]:
                return f"play_{found[1]}" if found[1] else "play"
            return found[1] or ""
    return ""


def shown(point: Point) -> str:
    """What a statement asks or prints."""
    match point.statement:
        case n.Input(channel=None, prompt=prompt) | n.LineInput(channel=None, prompt=prompt):
            return prompt
        case n.Print(channel=None, items=items):
            return " ".join(item.value for item in items if isinstance(item, n.String))
    return ""


def asked_for(point: Point, said: str, counted: bool) -> str:
    """What a question asks for, or what was said before it: several, if a loop counts and each is an element."""
    found = question(shown(point)) or said
    return plural(found) if found and counted and isinstance(typed_into(point.statement)[0], n.Element) else found


def typed_into(statement: n.Statement) -> tuple[n.Target, ...]:
    """What INPUT or LINE INPUT gives a value."""
    match statement:
        case n.Input(channel=None, targets=targets):
            return targets
        case n.LineInput(channel=None, target=target):
            return (target,)
    return ()


def variables_in(expression: n.Expression) -> set[str]:
    return {node.name for node in walk(expression) if isinstance(node, n.Variable | n.Element)}
