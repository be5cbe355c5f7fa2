"""Whether jumps go to and fro in so many ways that no shape can be made of them: counted in steps, never in time."""

from __future__ import annotations

from ..routines.routines import Routine
from .numbering import Numbered

LARGE, MANY_ENTRIES = 1000, 60  # places, and entries of loops that have several, of a routine that is hopeless
MOST_LOOKS = 20  # at each place, at the average: in so many loops nothing is that anybody has written


def is_hopeless(routine: Routine) -> bool:
    """Whether a routine is large and its loops, taken apart one in the other, have far too many entries or are far too
    many inside each other."""
    if len(routine.nodes) < LARGE:
        return False
    graph = Numbered(routine)
    most = MOST_LOOKS * len(graph.places)
    looks = entries = 0
    waiting = [[*range(len(graph.places))]]
    while waiting:
        region = waiting.pop()
        looks += len(region)
        for part in graph.parts(region):
            if len(part) == 1:
                continue
            found = [graph.number[place] for place in graph.entries(part)] or [min(part)]
            if len(found) > 1:
                entries += len(found)
            if entries >= MANY_ENTRIES or looks > most:
                return True
            heads = {*(found[:1] if len(found) == 2 else found)}  # of two, the second is reached from inside as ever
            waiting.append([place for place in part if place not in heads])
    return False
