"""Where subroutines go on in the main program and never return: the calls are given up.

    100 INPUT A$: IF A$="QUIT" THEN 20          a GOTO
    900 PRINT "AGAIN": RESUME 20                an error

Taken as it stands, most of the main program would be in every subroutine. So the places of the main program from which
nothing comes to a RETURN are found beforehand, from the text. A subroutine that comes there tells its caller.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ...syntax import nodes as n
from ..flow import Flow, behind, calls, core
from ..solver import reached

if TYPE_CHECKING:
    from .graph import Graph
    from .routines import Node

STACK_ERRORS = (1, 3, 30)  # NEXT, RETURN or WEND without its beginning


def left_for(flow: Flow) -> set[int]:
    """The points of the main program where a subroutine, or an error in one, may go on for good."""
    begun = {target for point in flow.points for target in calls(flow, point)}
    named = {
        target for point in flow.points
        if isinstance(statement := core(point.statement), n.Resume) and statement.line
        and (target := flow.target(statement.line)) is not None
    }  # fmt: skip
    onward = partial(behind, flow)
    main, others = reached({0} | named, onward), reached(begun | named, onward)
    return main & others - _returning(flow, others) if begun else set()


def _returning(flow: Flow, points: set[int]) -> set[int]:
    """Those points from which a RETURN is reached."""
    before: dict[int, list[int]] = {}
    for index in points:
        for following in behind(flow, index):
            before.setdefault(following, []).append(index)
    returns = (index for index in points if isinstance(core(flow.points[index].statement), n.Return))
    return reached(returns, lambda index: before.get(index, ()))


def finds_stack(graph: Graph) -> bool:
    """Whether the main program may find on the stack what subroutines that have gone there for good have left."""
    main = graph.routines[graph.main]
    gone = [
        (graph.loops[key][place], node.outcomes[0])
        for key, routine in graph.routines.items()
        for place, node in routine.nodes.items()
        if node.kind == "return" and node.outcomes[0].kind == "main" and place[1] != "main"  # not by CLEAR
    ]
    begun = {begin for loops, _ in gone for begin in loops}
    begins = [(outcome.target, "main", outcome.trap) for _, outcome in gone]
    jumping = (node.follows for node in main.nodes.values() if node.kind == "jump" and node.part != "main")
    begins += [led for follows in jumping for led in follows if led[1] == "main"]  # by a GOSUB of its own
    behind = main.reach(*begins)
    nodes = [main.nodes[place] for place in behind if place[1] != "main"]
    return any(node.error in STACK_ERRORS or node.index in begun for node in nodes)


def finds_loops_of_errors(graph: Graph) -> bool:
    """Whether a handler looks for loops on the stack of what had the error, or leaves some there."""
    return any(
        _looks_for_loop(node) or (node.kind == "resume" and graph.loops[key][place])
        for key, routine in graph.routines.items() if routine.handler
        for place, node in routine.nodes.items()
    )  # fmt: skip


def _looks_for_loop(node: Node) -> bool:
    statement = core(node.point.statement) if node.point is not None else None
    return isinstance(statement, n.Next | n.Wend) and node.kind == "fail" and not node.part
