"""The graph of a routine with a number for each place, to take its loops apart.

A loop is a part of the graph that goes round; without its head what is left of it falls into the loops within it. To
go through all of them takes as many looks at a place as loops are around it, which are many where jumps go to and fro:
numbers are looked at in a fraction of the time that places take.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..components import numbered
from ..routines.routines import Node, Place, Routine


class Numbered:
    """`led` and `before`: where each place leads, and what leads to it. What changes is told, and taken in at once."""

    def __init__(self, routine: Routine) -> None:
        self.routine = routine
        self.places: list[Place] = []
        self.number: dict[Place, int] = {}
        self.led: list[list[int]] = []
        self.before: list[list[int]] = []
        self._position: list[int] = []  # of a place in the region that is looked at, else -1
        for place in sorted(routine.nodes):
            self._enter(place)
        for place in routine.nodes:
            self._connect(self.number[place])

    def _enter(self, place: Place) -> None:
        self.number[place] = len(self.places)
        self.places.append(place)
        self.led.append([])
        self.before.append([])
        self._position.append(-1)

    def _connect(self, source: int) -> None:
        for target in self.led[source]:
            self.before[target].remove(source)
        self.led[source] = [self.number[following] for following in self.routine.nodes[self.places[source]].follows]
        for target in self.led[source]:
            self.before[target].append(source)

    def add(self, *nodes: Node) -> None:
        """More places, or others where there were some; what was there keeps its number."""
        for node in nodes:
            self.routine.nodes[node.place] = node
            if node.place not in self.number:
                self._enter(node.place)
        for node in nodes:
            self._connect(self.number[node.place])

    def lead(self, source: int, ways: Mapping[Place, Place]) -> None:
        """Ways from a place lead to others from now on."""
        node = self.routine.nodes[self.places[source]]
        node.follows = [ways.get(following, following) for following in node.follows]
        self._connect(source)

    def reach(self, start: int, without: int = -1) -> set[int]:
        """Where control comes from a place, and this, without going through another."""
        found = {start, without}
        waiting = [start] if start != without else []
        while waiting:
            for target in self.led[waiting.pop()]:
                if target not in found:
                    found.add(target)
                    waiting.append(target)
        found.discard(without)
        return found

    def parts(self, region: Iterable[int]) -> list[list[int]]:
        """The parts of a region that go round, and single places; each behind all that it leads to."""
        ordered = sorted(region)
        position = self._position
        for own, place in enumerate(ordered):
            position[place] = own
        led = [[own for target in self.led[place] if (own := position[target]) >= 0] for place in ordered]
        for place in ordered:
            position[place] = -1
        return [[ordered[own] for own in part] for part in numbered(led)]

    def entries(self, part: Iterable[int]) -> list[Place]:
        """The places by which control comes into a part."""
        inside = {*part}
        found = [place for place in inside if not inside.issuperset(self.before[place])]
        entry = self.number.get(self.routine.entry)
        if entry is not None and entry in inside and entry not in found:
            found.append(entry)
        return sorted(self.places[place] for place in found)
