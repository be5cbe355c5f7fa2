"""Which node of a graph every way to another leads through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node")


def dominators(
    order: Sequence[Node], number: Mapping[Node, int], before: Mapping[Node, list[Node]]
) -> dict[Node, Node]:
    """The immediate dominator of each node, the first one's being itself (Cooper, Harvey and Kennedy).

    `order`: in reverse postorder; `number`: each one's position there; `before`: what leads to it.
    """
    found = numbered([[number[source] for source in before[node] if source in number] for node in order])
    return {node: order[best] for node, best in zip(order, found, strict=True)}


def numbered(led: Sequence[Sequence[int]]) -> list[int]:
    """The same where nodes are numbers, from what leads to each: they are compared in a fraction of the time that
    places take."""
    found = [0, *[-1] * (len(led) - 1)]
    changed = True
    while changed:
        changed = False
        for own in range(1, len(led)):
            best = -1
            for one in led[own]:
                if found[one] < 0:
                    continue
                if best < 0:
                    best = one
                    continue
                while one != best:
                    while one > best:
                        one = found[one]
                    while best > one:
                        best = found[best]
            assert best >= 0
            if found[own] != best:
                found[own] = best
                changed = True
    return found
