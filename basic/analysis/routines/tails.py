"""Code that several subroutines run on into and end with, which is a routine of its own then."""

from __future__ import annotations

from operator import is_

from .routines import Outcome, Place, Routine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .graph import Graph

WORTH = 4  # statements that are worth a function of their own where several subroutines end with them


class Tails:
    """Looks for such code, again after each that has become a routine: what is as before is not measured anew."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.known: dict[Place, tuple[list[Routine], int]] = {}

    def longest(self) -> Place | None:
        """The longest piece of code that more than one subroutine runs on into, and does not come back from."""
        graph = self.graph
        users: dict[Place, list[Routine]] = {}
        for key, routine in graph.routines.items():
            if key != graph.main and not routine.handler and not key[1][1]:
                for place in routine.nodes:
                    users.setdefault(place, []).append(routine)
        best: tuple[int, Place] | None = None
        refused = graph.tails | _within_loops(graph)
        for place, routines in users.items():
            if len(routines) < 2 or place[1] or place in refused or place[0] >= graph.flow.end:
                continue
            size = self._size(place, [routine for routine in routines if routine.entry != place])
            if size >= WORTH and (best is None or (size, place) > best) and not _in_circle(graph, place, routines[0]):
                best = size, place
        return None if best is None else best[1]

    def _size(self, place: Place, routines: list[Routine]) -> int:
        before, size = self.known.get(place, ((), 0))
        if len(before) != len(routines) or not all(map(is_, before, routines)):
            size = _tail_size(place, routines)
            self.known[place] = routines, size
        return size


def _within_loops(graph: Graph) -> set[Place]:
    """Where a subroutine may come with a loop that is active, which a routine that goes on there would not know."""
    return {
        place
        for key, routine in graph.routines.items()
        if key != graph.main and not routine.handler
        for place, loops in graph.loops[key].items()
        if loops and place != routine.entry
    }


def _tail_size(place: Place, routines: list[Routine]) -> int:
    """How many statements there are from a place on, if that can be a routine of its own; else 0."""
    reach = routines[0].reach(place)
    for routine in routines:
        if routine.entry in reach:
            return 0
        if any(
            following in reach and following != place
            for source, node in routine.nodes.items()
            if source not in reach
            for following in node.follows
        ):
            return 0
    nodes = [routines[0].nodes[other] for other in reach]
    for node in nodes:
        if node.kind == "return" and node.outcomes != [Outcome("return", -1, place[2])]:
            return 0
    return sum(node.kind not in ("jump", "return") for node in nodes)


def _in_circle(graph: Graph, place: Place, routine: Routine) -> bool:
    """Whether a routine that the tail from a place on goes on with comes back to it."""
    for other in routine.reach(place):
        node = routine.nodes[other]
        if node.kind == "tail" and node.call is not None:
            called = graph.routines[node.call]
            if place in called.reach(called.entry):
                return True
    return False
