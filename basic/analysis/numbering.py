"""The graph of a routine with a number for each place, to take its loops apart.

A loop is a part of the graph that goes round; without its head what is left of it falls into the loops within it. To
go through all of them takes as many looks at a place as loops are around it, which are many where jumps go to and fro:
numbers are looked at in a fraction of the time that places take.
"""

from __future__ import annotations

from collections.abc import Iterable

from .components import numbered
from .routines import Place, Routine


class Numbered:
    """`led` and `before`: where each place leads, and what leads to it."""

    def __init__(self, routine: Routine) -> None:
        self.routine = routine
        self.places = sorted(routine.nodes)
        self.number = {place: position for position, place in enumerate(self.places)}
        self.refresh()

    def refresh(self) -> None:
        """Take in what has changed; what was there keeps its number."""
        for place in self.routine.nodes:
            if place not in self.number:
                self.number[place] = len(self.places)
                self.places.append(place)
        self.led: list[list[int]] = [[] for _ in self.places]
        self.before: list[list[int]] = [[] for _ in self.places]
        for place, node in self.routine.nodes.items():
            source = self.number[place]
            for following in node.follows:
                target = self.number[following]
                self.led[source].append(target)
                self.before[target].append(source)

    def parts(self, region: Iterable[int]) -> list[list[int]]:
        """The parts of a region that go round, and single places; each behind all that it leads to."""
        ordered = sorted(region)
        position = [-1] * len(self.places)
        for own, place in enumerate(ordered):
            position[place] = own
        led = [[own for target in self.led[place] if (own := position[target]) >= 0] for place in ordered]
        return [[ordered[own] for own in part] for part in numbered(led)]

    def entries(self, part: Iterable[int]) -> list[Place]:
        """The places by which control comes into a part."""
        inside = bytearray(len(self.places))
        for place in part:
            inside[place] = 1
        found = [place for place in part if not all(inside[source] for source in self.before[place])]
        entry = self.number.get(self.routine.entry)
        if entry is not None and inside[entry] and entry not in found:
            found.append(entry)
        return sorted(self.places[place] for place in found)
