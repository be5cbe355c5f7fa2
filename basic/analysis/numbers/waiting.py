"""The places of a routine that are to be looked at, and why.

    10 N=N+1: PRINT "ROUND";N: GOSUB 100: GOTO 10      only N is another number in the second round

What comes first in the text is looked at first, so that ways meet before they go on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush

from ..routines.routines import Place
from ..variables.located import Name

Stirred = Collection[Name] | None  # of which variables less is known than when a place was looked at last; None: of all


class Waiting:
    def __init__(self, places: Iterable[Place]) -> None:
        self._heap = sorted(places)
        self._stirred: dict[Place, Stirred] = dict.fromkeys(self._heap)

    def __bool__(self) -> bool:
        return bool(self._heap)

    def pop(self) -> tuple[Place, Stirred]:
        place = heappop(self._heap)
        return place, self._stirred.pop(place)

    def add(self, place: Place, stirred: Stirred) -> None:
        if place not in self._stirred:
            self._stirred[place] = stirred
            heappush(self._heap, place)
        elif (already := self._stirred[place]) is not None:
            self._stirred[place] = None if stirred is None else {*already, *stirred}
