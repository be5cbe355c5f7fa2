"""Where GW-BASIC's stack surely has room, since as much has been asked for before, or since it was emptied.

    3000 FOR I=1 TO 5: PRINT I: NEXT        asks for 18 bytes
    3010 GOSUB 4000                         needs 8 of them
    3020 FOR J=1 TO 5: PRINT J: NEXT        needs 18, which are free again

What a routine finds on the stack when it begins stays there while it runs, and calls that come back leave nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from ...record import record
from ...sizes import FOR_SIZE, GOSUB_SIZE, RESERVED, WHILE_SIZE
from ...syntax import nodes as n
from .depth import entry_size, least
from .kept import KEPT
from .routines import loose, order

if TYPE_CHECKING:
    from .graph import Graph
    from .routines import Key, Node, Place, Routine


@record
class Room:
    """What is known of the stack at a place, on all ways to it, without what was there when the routine began."""

    free: int  # has been asked for and is not taken
    asked: int  # has been asked for in all
    loops: int  # that may be active: a bit for the point of each FOR and WHILE

    def with_free(self, size: int) -> Room:
        """When so much has been asked for, or more."""
        return Room(max(self.free, size), max(self.asked, size), self.loops)

    def begun(self, loop: int, size: int) -> Room:
        return Room(max(self.free - size, 0), self.asked, self.loops | 1 << loop)

    def over(self, loop: int, size: int) -> Room:
        return Room(self.free + size, self.asked, self.loops & ~(1 << loop))

    def without(self, loop: int) -> Room:
        """Where it has turned out that a loop is not active."""
        return Room(self.free, self.asked, self.loops & ~(1 << loop)) if loop >= 0 else self

    def joined(self, other: Room) -> Room:
        """What is known on both ways; this itself, where the other way has no less."""
        if self.free <= other.free and self.asked <= other.asked and self.loops | other.loops == self.loops:
            return self
        return Room(min(self.free, other.free), min(self.asked, other.asked), self.loops | other.loops)


class Assured:
    """Goes through the routines of a graph."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.flow = graph.flow
        self.empty = Room(least(graph.flow) - RESERVED, least(graph.flow) - RESERVED, 0)
        self.fors = sum(1 << begin for begin in graph.flow.loops)

    def places(self) -> set[tuple[Key, Place]]:
        """The routines and the places in them, whatever loops are active there, that surely have the room they need."""
        found: set[tuple[Key, Place]] = set()
        for key, routine in self.graph.routines.items():
            if key[1][1] or key in self.graph.sharers:  # a handler, what one calls, or where one leaves loops
                continue
            rooms = self._rooms(routine)
            sure: dict[Place, bool] = {}
            for place, node in routine.nodes.items():
                if (not place[1] or place[1].startswith("call")) and (size := entry_size(node)):
                    same = loose(place)
                    sure[same] = sure.get(same, True) and self._has(rooms.get(place, self.empty), place[0], size)
            found |= {(key, place) for place, known in sure.items() if known}
        return found

    def _has(self, room: Room, index: int, size: int) -> bool:
        others = room.loops & ~(1 << index)
        fors = (others & self.fors).bit_count()
        taken = fors * FOR_SIZE + (others.bit_count() - fors) * WHILE_SIZE
        return size <= max(room.free, room.asked - taken)

    def _rooms(self, routine: Routine) -> dict[Place, Room]:
        begin = self.empty if routine.key == self.graph.main else Room(0, 0, 0)
        rooms = {routine.entry: begin}
        ordered = order(routine)
        number = {place: position for position, place in enumerate(ordered)}
        waiting = [0]  # a heap: ways meet before they go on
        later: list[int] = []  # and what loops lead back to is looked at when all that is behind it has been
        held = {*waiting}  # what is in either
        while waiting or later:
            if not waiting:
                waiting, later = sorted(later), []
            held.discard(position := heappop(waiting))
            place = ordered[position]
            node = routine.nodes[place]
            for following, room in zip(node.follows, self._behind(node, routine, rooms[place]), strict=False):
                before = rooms.get(following)
                joined = room if before is None else before.joined(room)
                if joined is not before:
                    rooms[following] = joined
                    if (behind := number[following]) not in held:
                        held.add(behind)
                        if behind > position:
                            heappush(waiting, behind)
                        else:
                            later.append(behind)
        return rooms

    def _behind(self, node: Node, routine: Routine, room: Room) -> Iterator[Room]:
        """What is known behind a place, for each that follows. An error may come before room has been asked for."""
        done = [*self._done(node, room)]
        for position, following in enumerate(node.follows):
            failed = node.kind == "fail" or routine.nodes[following].sorts
            yield self._failed(node, room) if failed else done[min(position, len(done) - 1)]

    def _failed(self, node: Node, room: Room) -> Room:
        """NEXT and WEND fail where their loop is not active, or is hidden by one of the same variable."""
        statement = node.point.statement if node.point is not None else None
        if node.part or node.kind not in (KEPT, "fail"):
            return room
        if isinstance(statement, n.Wend):
            return room.without(self.flow.wends.get(node.index, -1))
        own = self.flow.ends.get(node.index, -1)
        hidden = isinstance(statement, n.Next) and any(
            self.graph.active.matches(loop, statement)
            for loop in self.flow.loops
            if loop != own and room.loops >> loop & 1
        )
        return room if hidden else room.without(own)

    def _done(self, node: Node, room: Room) -> Iterator[Room]:
        statement = node.point.statement if node.point is not None else None
        if node.part == "main":
            index, _, trap = loose(node.place)
            yield Room(0, 0, room.loops) if (index, "", trap) in self.graph.left else self.empty
        elif isinstance(statement, n.Run) or (isinstance(statement, n.Command) and statement.word == "CLEAR"):
            yield self.empty
        elif node.kind == "call" and not node.sorts:
            asked = room.with_free(GOSUB_SIZE)
            yield from (Room(0, 0, room.loops) if outcome.names_line else asked for outcome in node.outcomes)
        elif isinstance(statement, n.For) and node.kind == "plain":
            yield room.with_free(FOR_SIZE).begun(node.index, FOR_SIZE)
        elif isinstance(statement, n.For) and node.kind == "test":
            yield room
            yield room.over(node.index, FOR_SIZE)
        elif isinstance(statement, n.While) and node.kind in ("if", "jump"):
            asks = node.kind == "if" and node.part in ("", "into")
            yield Room(room.free, max(room.asked, WHILE_SIZE * asks), room.loops).begun(node.index, WHILE_SIZE)
            yield (room.with_free(WHILE_SIZE) if asks else room).without(node.index)
        else:
            yield room
