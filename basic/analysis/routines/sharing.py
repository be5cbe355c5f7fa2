"""Handlers that look for the loops of an error on GW-BASIC's stack, or leave some of their own there.

    20 FOR J=1 TO 3: IF J=2 THEN ERROR 5
    40 PRINT J: NEXT
    900 PRINT "OH": GOTO 40                  the NEXT goes on with the loop in which the error was

A handler runs on the stack of the routine in which the error was: with what that has begun since its GOSUB.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...syntax import nodes as n
from ..flow import core
from .kept import KEPT
from .routines import Key, Node, Routine, handler_of

if TYPE_CHECKING:
    from .graph import Graph

Places = list[tuple[Routine, Node]]  # with errors


def share_loops(graph: Graph) -> bool:
    """Whether there is a handler for which that matters."""
    led: dict[Key, Places] = {}
    for routine in graph.routines.values():
        for node in routine.nodes.values():
            key = handler_of(node.place[2])
            if (node.guarded or node.tried) and key in graph.routines and key != routine.key:
                led.setdefault(key, []).append((routine, node))
    handlers = ((graph.routines[key], places) for key, places in led.items())
    return any(_leaves_loops(graph, *each) or _looks_for(graph, *each) for each in handlers)


def _leaves_loops(graph: Graph, handler: Routine, places: Places) -> bool:
    """Whether it ends within a loop of its own, which may be what a NEXT or WEND finds behind the error."""
    stacks = graph.stacks[handler.key]
    left = {
        begin
        for place, node in handler.nodes.items()
        if node.kind == "resume"
        for stack in stacks.get(place, ())
        for begin in stack
    }
    return bool(left) and any(_ends_one(graph, routine, left) for routine, _ in places)


def _ends_one(graph: Graph, routine: Routine, left: set[int]) -> bool:
    """Whether a NEXT or WEND of a routine is that of one of some loops, or would be if it were its own."""
    for node in routine.nodes.values():
        statement = core(node.point.statement) if node.point is not None else None
        if isinstance(statement, n.Next) and any(graph.active.matches(begin, statement) for begin in left):
            return True
        if isinstance(statement, n.Wend) and graph.flow.wends.get(node.index, -1) in left:
            return True
    return False


def _looks_for(graph: Graph, handler: Routine, places: Places) -> bool:
    """Whether a NEXT or WEND, finds a loop in which the error was."""
    wanted = set(_wanted(graph, handler))
    return bool(wanted) and any(
        begin in wanted
        for routine, node in places
        for stack in graph.stacks[routine.key].get(node.place, ())
        for begin in stack
    )


def _wanted(graph: Graph, handler: Routine) -> Iterator[int]:
    """The loops of other routines that a handler may find: those it does not begin itself where it looks for them."""
    for node in handler.nodes.values():
        statement = core(node.point.statement) if node.point is not None else None
        if isinstance(statement, n.Next | n.Wend) and node.kind in ("fail", KEPT) and not node.part:
            yield (graph.flow.ends if isinstance(statement, n.Next) else graph.flow.wends).get(node.index, -1)
