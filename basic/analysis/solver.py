"""Facts that hang on each other, looked at again until none changes: what every dataflow analysis here is solved with.

    def alive(place):                       what is alive before a place changes what is alive before those that lead
        ...                                 to it: they are given back, and looked at again
        return before[place]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush
from typing import Protocol, Self, TypeVar


class _Ordered(Protocol):
    def __lt__(self, other: Self, /) -> bool: ...
    def __hash__(self) -> int: ...


Item = TypeVar("Item", bound=_Ordered)
Step = TypeVar("Step")


def solve(items: Iterable[Item], visit: Callable[[Item], Iterable[Item]]) -> None:
    """Visit each item, and those that a visit gives back again, the least first, until none is left to be visited.

    It comes to an end where facts only ever grow, and not for ever: whoever has numbers widens them.
    """
    waiting = {*items}
    heap = [*waiting]
    heapify(heap)
    while heap:
        waiting.remove(item := heappop(heap))
        for other in visit(item):
            if other not in waiting:
                waiting.add(other)
                heappush(heap, other)


def reached(items: Iterable[Step], follows: Callable[[Step], Iterable[Step]]) -> set[Step]:
    """What some items lead to, and these."""
    found = {*items}
    waiting = [*found]
    while waiting:
        for other in follows(waiting.pop()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found
