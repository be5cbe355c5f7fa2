"""Walking over a tree: the children of any node, and all nodes below it, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator

from basic.record import values
from basic.syntax.nodes import Line, Node, Program


def children(node: Node | Line | Program) -> list[Node | Line]:
    """The nodes directly below: of `A=B+1` the variable A and the sum."""
    found: list[Node | Line] = []
    for value in values(node):
        if isinstance(value, Node):
            found.append(value)
        elif isinstance(value, tuple):
            found += [item for item in value if isinstance(item, Node | Line)]
    return found


def walk(node: Node | Line | Program) -> Iterator[Node | Line | Program]:
    """The node itself and everything below it."""
    stack: list[Node | Line | Program] = [node]
    while stack:
        current = stack.pop()
        yield current
        if below := children(current):
            stack += below[::-1]
