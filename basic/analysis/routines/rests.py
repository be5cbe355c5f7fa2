"""Where errors in one subroutine lead into another, whose rest from there on is a routine of its own.

    500 INPUT "FILE";F$: GOSUB 700: PRINT "READ": RETURN       def read():
    700 OPEN F$ FOR INPUT AS 1                                     with trap_900.resuming():
    ...                                                                ...
    790 RETURN                                                     except Resumed:
    900 PRINT "NO SUCH FILE": RESUME 500                               ask_file()

GW-BASIC keeps its stack: the GOSUB 700 in which the error was is the innermost still. The RETURN of the rest goes back
behind that, and a second one to who called 500. So a subroutine calls the rest and ends with it. Taken as it stands, it
would have all that the other does in it, and so would each that may fail; these call each other, and again each would
be in all.

What a subroutine comes to without errors stays its own: there it goes on by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...syntax import nodes as n
from ..flow import Flow, calls, core
from .homes import MUCH, coming_back, reached

if TYPE_CHECKING:
    from .active import Stack
    from .graph import Graph
    from .routines import Key, Node


class Rests:
    """The points that RESUME names, and from which much is done before a RETURN. `homes`: those of the main program."""

    def __init__(self, flow: Flow, homes: set[int]) -> None:
        self.flow = flow
        self._own: dict[int, set[int]] = {}
        named = {
            target for point in flow.points
            if isinstance(statement := core(point.statement), n.Resume) and statement.line
            and (target := flow.target(statement.line)) is not None
        }  # fmt: skip
        begun = {target for point in flow.points for target in calls(flow, point)}
        back = coming_back(flow, reached(flow, [*begun, *named]))
        self.points = {index for index in named - homes if index in back and self._is_much(index)}
        if flow.size:
            self.points.clear()
        self._begins = {point: target for target in sorted(begun) if (point := self._behind_remarks(target)) != target}

    def _is_much(self, index: int) -> bool:
        return sum(not isinstance(self.flow.points[i].statement, n.Remark) for i in self.own(index)) > MUCH

    def _behind_remarks(self, index: int) -> int:
        while index < self.flow.end and isinstance(self.flow.points[index].statement, n.Remark | n.Empty):
            index = self.flow.points[index].next
        return index

    def begins(self, index: int) -> int:
        """Where the routine begins that a rest is: with the remarks at the head of a subroutine."""
        return self._begins.get(index, index) if index in self.points else index

    def own(self, index: int) -> set[int]:
        """What a routine comes to from a point without errors."""
        if index not in self._own:
            self._own[index] = reached(self.flow, [index])
        return self._own[index]

    def parts(self, begin: int, index: int) -> bool:
        """Whether what begins at a point ends where it comes to another, whose rest is a routine of its own."""
        return index in self.points and index not in self.own(begin)


def mistaken(graph: Graph) -> set[int]:
    """The rests that it makes a difference for which loops are active where they are called."""
    found: dict[Key, set[Stack]] = {}
    wrong: set[int] = set()
    for key, routine in graph.routines.items():
        for place, node in routine.nodes.items():
            if node.call is None or not is_rest(graph, key, node):
                continue
            found.setdefault(node.call, set()).update(graph.stacks[key][place])
            if {key, node.call} & graph.kept:
                wrong.add(place[0])
    begun = {key[0] for key in minding(graph, found)}
    return wrong | {index for index in graph.rests.points if graph.rests.begins(index) in begun}


def minding(graph: Graph, begun: Mapping[Key, set[Stack]]) -> set[Key]:
    """The routines for which it makes a difference which loops are active when they are called, if some are called so:
    these, and what they go on with."""
    known: dict[Key, set[Stack]] = {}
    wrong: set[Key] = set()
    waiting = [*begun.items()]
    while waiting:
        key, stacks = waiting.pop()
        before = known.setdefault(key, set())
        if stacks <= before or key in wrong:
            continue
        before |= stacks
        led = graph.led_on(key, before)
        if led is None:
            wrong.add(key)
        else:
            waiting += [(called, {stack}) for called, stack in led]
    return wrong


def is_rest(graph: Graph, key: Key, node: Node) -> bool:
    """Whether it is an error that has led to what a routine goes on with."""
    return node.kind == "tail" and graph.circles is None and graph.rests.parts(key[0], node.index)
