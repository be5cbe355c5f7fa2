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
    found = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for node in order[1:]:
            best: Node | None = None
            for one in before[node]:
                if one not in found:
                    continue
                if best is None:
                    best = one
                    continue
                while one != best:
                    while number[one] > number[best]:
                        one = found[one]
                    while number[best] > number[one]:
                        best = found[best]
            assert best is not None
            if found.get(node) != best:
                found[node] = best
                changed = True
    return found
