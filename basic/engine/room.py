"""Whether GW-BASIC's stack may come to be full."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..analysis.components import components
from ..analysis.flow import Flow, calls, ways
from ..sizes import FOR_SIZE, GOSUB_SIZE, RESERVED, STACK, WHILE_SIZE


def may_be_full(flow: Flow, left: set[int], around: Callable[[int], Iterable[int]]) -> bool:
    """Whether subroutines call themselves, or loops and calls may take more of the stack than there is.

    The entry of a loop that is left by a jump (`left`) stays there until its subroutine returns, any other's is there
    within the loop only. `around` gives the loops around a point.
    """
    following = [ways(flow, point) for point in flow.points]
    called = [calls(flow, point) for point in flow.points]

    def size(loops: Iterable[int]) -> int:
        return sum(FOR_SIZE if begin in flow.loops else WHILE_SIZE for begin in loops)

    needed: list[int | None] = [None] * (flow.end + 1)  # from a point on, but for what it finds there
    for component in components(range(flow.end), lambda index: following[index] + called[index]):
        most = 0
        for index in component:
            begun = [index] if index in flow.loops or index in flow.whiles else []
            here = size(begin for begin in (*around(index), *begun) if begin not in left)
            most = max([most, here, *(needed[way] or 0 for way in following[index])])
            for target in called[index]:
                inner = needed[target]
                if inner is None:
                    return True  # it calls itself
                most = max(most, here + GOSUB_SIZE + inner)
        for index in component:
            needed[index] = most + size(left & component)
    return any(room is not None and room > STACK - RESERVED for room in needed)
