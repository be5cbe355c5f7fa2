"""Walking over a tree: the children of any node, and all nodes below it, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from basic.record import types
from basic.syntax.nodes import Line, Node, Program

BELOW = (Node, Line)
PLAIN = {"int", "float", "str", "bool", "None"}  # what no node is below


def children(node: Node | Line | Program) -> list[Node | Line]:
    """The nodes directly below: of `A=B+1` the variable A and the sum."""
    found: list[Node | Line] = []
    kind: type = type(node)
    for name in _holding(kind):
        value = getattr(node, name)
        if type(value) is tuple:
            found += [item for item in value if isinstance(item, BELOW)]
        elif isinstance(value, Node):
            found.append(value)
    return found


@cache
def _holding(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that may hold other nodes, as their types say."""
    return tuple(name for name, text in types(kind).items() if not {part.strip() for part in text.split("|")} <= PLAIN)


def walk(node: Node | Line | Program) -> Iterator[Node | Line | Program]:
    """The node itself and everything below it."""
    stack: list[Node | Line | Program] = [node]
    while stack:
        current = stack.pop()
        yield current
        kind: type = type(current)
        if _holding(kind):
            stack += children(current)[::-1]
