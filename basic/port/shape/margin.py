"""Where the cursor surely is in the first column: PRINT has ended its line, and so has whoever answered an INPUT."""

from __future__ import annotations

from ...analysis.flow import core
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key, Node
from ...syntax import nodes as n

WIDTH = 79  # of a line that PRINT does not fold


def away_from_margin(graph: Graph) -> set[int]:
    """The points of a program at which the cursor may be elsewhere, found from the beginning until nothing changes."""
    away: set[int] = set()
    entered: set[Key] = set()  # routines that may be called there
    left: set[Key] = set()  # and those that may end there
    size = -1
    while size != (size := len(away) + len(entered) + len(left)):
        for key, routine in graph.routines.items():
            if key in entered:
                away.add(routine.nodes[graph.entry(key)].index)
            for node in routine.nodes.values():
                after = _behind(node, node.index in away)
                if node.call is not None:
                    if after:
                        entered.add(node.call)
                    after = node.call in left
                if after:
                    away.update(routine.nodes[place].index for place in node.follows)
                    if not node.follows or node.kind == "return":
                        left.add(key)
    return away


def _behind(node: Node, before: bool) -> bool:
    """Whether the cursor may be away from the margin behind a statement."""
    statement = core(node.point.statement) if node.point is not None else None
    match statement:
        case n.Print(channel=None, items=items):
            ended = not (items and isinstance(items[-1], n.Separator | n.Tab))
            return not ended and (before or len(items) > 0)
        case n.Input(channel=None) | n.LineInput(channel=None):
            return statement.same_line
        case n.Command(word="CLS"):
            return False
        case _:
            return before
