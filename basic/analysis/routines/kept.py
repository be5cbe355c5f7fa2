"""Routines that keep an account of their loops while they run.

Where it depends on the way which loops are active, and there are too many ways to tell them apart by their places, the
places are there once, and the program says at each where a turn of a loop begins (`begin`), where one is over
(`over`), and asks at each NEXT and WEND whether it finds its beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import NEXT_WITHOUT_FOR, WEND_WITHOUT_WHILE
from ...record import replace
from ...syntax import nodes as n
from ..flow import Flow
from .active import Stack

if TYPE_CHECKING:
    from .routines import Node, Routine

KEPT = "loops"  # the kind of these places
NO_FOR, NO_WHILE = frozenset({NEXT_WITHOUT_FOR}), frozenset({WEND_WITHOUT_WHILE})


def with_account(node: Node) -> Node:
    """What is done at a place, with what has to be said of loops before or behind it."""
    index, part, trap = node.place
    statement = node.point.statement if node.point is not None else None
    match statement:
        case n.Next() if node.kind == "plain" and not part:
            return replace(node, kind=KEPT, follows=[(index, "next", trap)])
        case n.Wend() if node.kind == "jump":
            return replace(node, kind=KEPT)
        case n.For() | n.While() if node.kind in ("test", "if"):
            return replace(node, follows=[(index, "begin", trap), (index, "over", trap)])
        case _:
            return node


def errors_of(node: Node) -> frozenset[int]:
    """With what a place that is only there for the account can end."""
    statement = node.point.statement if node.point is not None else None
    if node.part:
        return frozenset()
    return NO_FOR if isinstance(statement, n.Next) else NO_WHILE if isinstance(statement, n.Wend) else frozenset()


def all_loops(flow: Flow, routine: Routine) -> Stack:
    """What the stack may hold at worst."""
    indices = {node.index for node in routine.nodes.values() if node.index in flow.loops or node.index in flow.whiles}
    return tuple(sorted(indices))
