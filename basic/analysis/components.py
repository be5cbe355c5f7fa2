"""The parts of a graph that go round: places from each of which control can come back to where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Place = TypeVar("Place", bound="int | tuple[object, ...]")


def components(region: Iterable[Place], follows: Callable[[Place], Iterable[Place]]) -> list[set[Place]]:
    """The strongly connected parts of a region (Tarjan), without recursion: each behind all that it leads to."""
    ordered = sorted(region)
    number = {place: position for position, place in enumerate(ordered)}
    led = [[number[target] for target in follows(place) if target in number] for place in ordered]
    return [{ordered[member] for member in part} for part in numbered(led)]


def numbered(led: Sequence[Sequence[int]]) -> list[list[int]]:
    """The same where places are numbers, and all that they lead to is in the region."""
    found: list[list[int]] = []
    index = [-1] * len(led)
    low = [0] * len(led)
    stack: list[int] = []
    done = len(led)  # more than any index: of places that are in a part already
    count = 0
    for root in range(len(led)):
        if index[root] >= 0:
            continue
        index[root] = low[root] = count
        count += 1
        stack.append(root)
        work = [(root, iter(led[root]))]
        while work:
            place, following = work[-1]
            for target in following:
                if index[target] < 0:
                    index[target] = low[target] = count
                    count += 1
                    stack.append(target)
                    work.append((target, iter(led[target])))
                    break
                if index[target] < low[place]:
                    low[place] = index[target]
            else:
                work.pop()
                if work and low[place] < low[above := work[-1][0]]:
                    low[above] = low[place]
                if low[place] == index[place]:
                    part = [stack.pop()]
                    while part[-1] != place:
                        part.append(stack.pop())
                    for member in part:
                        index[member] = done
                    found.append(part)
    return found
