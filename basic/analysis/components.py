"""The parts of a graph that go round: places from each of which control can come back to where it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Place = TypeVar("Place", bound="int | tuple[object, ...]")


def components(region: Iterable[Place], follows: Callable[[Place], Iterable[Place]]) -> list[set[Place]]:
    """The strongly connected parts of a region (Tarjan), without recursion: each behind all that it leads to."""
    ordered = sorted(region)
    inside = set(ordered)
    index: dict[Place, int] = {}
    low: dict[Place, int] = {}
    stack: list[Place] = []
    held: set[Place] = set()
    found: list[set[Place]] = []
    for root in ordered:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        stack.append(root)
        held.add(root)
        work = [(root, iter([f for f in follows(root) if f in inside]))]
        while work:
            place, following = work[-1]
            for target in following:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    held.add(target)
                    work.append((target, iter([f for f in follows(target) if f in inside])))
                    break
                if target in held:
                    low[place] = min(low[place], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[place])
                if low[place] == index[place]:
                    component: set[Place] = set()
                    while True:
                        member = stack.pop()
                        held.discard(member)
                        component.add(member)
                        if member == place:
                            break
                    found.append(component)
    return found
