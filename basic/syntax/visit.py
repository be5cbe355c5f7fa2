"""Walking over a tree: the children of any node, and all nodes below it, in the order of the text."""

from __future__ import annotations

from collections.abc import Iterator

from basic.record import fields
from basic.syntax.nodes import Line, Node, Program


def children(node: Node | Line | Program) -> Iterator[Node | Line]:
    """The nodes directly below: of `A=B+1` the variable A and the sum."""
    for name in fields(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node | Line):
                    yield item


def walk(node: Node | Line | Program) -> Iterator[Node | Line | Program]:
    """The node itself and everything below it."""
    stack: list[Node | Line | Program] = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))
