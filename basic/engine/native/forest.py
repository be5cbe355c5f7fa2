"""Which part of a program goes round and round at a point: the largest loop around it that is not too large.

Control that leaves native code for Python and comes back costs as much as some hundred statements, so a loop is taken
whole, with the subroutines that it calls, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...analysis.flow import Flow, calls, ends, ways
from ...syntax import nodes as n
from .plan import Outlook

MOST_POINTS = 1500  # of a region
# Statements that native code may know; all others are left to Python.
NATIVE = (
    n.Remark, n.Empty, n.Data, n.Let, n.Swap, n.Goto, n.If, n.Gosub, n.Return, n.OnJump, n.For, n.Next, n.While, n.Wend,
)  # fmt: skip


def outlook(flow: Flow, start: int) -> Outlook:
    """What can be told of the region around a point without writing it, in a fiftieth of the time."""
    forest = LoopForest(flow)
    points = forest.around(start, MOST_POINTS)
    foreign = frozenset(index for index in points if not isinstance(flow.points[index].statement, NATIVE))
    native = points - foreign
    loops = ((begin, end) for begin, end in flow.loops.items() if end in points)
    return Outlook(
        points=frozenset(points),
        cycles=rounds({index: forest.following(index) & native for index in native}),
        foreign=foreign,
        sure=frozenset(end for begin, end in loops if forest.closed(begin, end)),
    )


def rounds(ways: dict[int, set[int]]) -> frozenset[int]:
    """The points of a graph through which control can go round (or between two such rounds)."""
    while True:
        reached = {way for following in ways.values() for way in following}
        dead = {index for index, following in ways.items() if not following or index not in reached}
        if not dead:
            return frozenset(ways)
        ways = {index: following - dead for index, following in ways.items() if index not in dead}


class LoopForest:
    """The ways of a program from point to point. A GOSUB goes on behind itself; what it calls is a part of its own."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._ways = [[way for way in ways(flow, point) if way < flow.end] for point in flow.points]
        self._calls = {point.index: targets for point in flow.points if (targets := calls(flow, point))}
        self._back: list[list[int]] = [[] for _ in flow.points]
        for index, found in enumerate(self._ways):
            for way in found:
                self._back[way].append(index)

    def around(self, start: int, most: int) -> set[int]:
        """The points of the largest loop around a point, at most so many; around its calls if it is in none itself."""
        waiting = [start]
        for index in waiting:
            found = self._loop(index, most)
            if found:
                return found
            before = self._reached([index], self._back, None)
            callers = [call for call, targets in self._calls.items() if not before.isdisjoint(targets)]
            waiting += [call for call in callers if call not in waiting]
        return set()

    def following(self, index: int) -> set[int]:
        """Where control goes from a point, subroutines and back included."""
        statement = self._flow.points[index].statement
        if index in self._calls:
            own = {self._flow.points[index].next} if isinstance(statement, n.OnJump) else set()
            return own.union(self._calls[index])
        if isinstance(statement, n.Return) and statement.line is None:
            return {way for call in self._calls for way in self._ways[call]}
        if isinstance(statement, n.For):  # a loop that is not run at all is not what takes the time
            return {self._flow.points[index].next}
        return set(self._ways[index])

    def closed(self, begin: int, end: int) -> bool:
        """Whether a FOR loop is left by its NEXT only."""
        inside = self._flow.points[begin + 1 : end]
        return not any(isinstance(point.statement, n.Return) or ends(point.statement) for point in inside) and all(
            begin <= way <= end for point in inside for way in self._ways[point.index]
        )

    def _loop(self, start: int, most: int) -> set[int]:
        """Jumps backwards make loops: all of them, or only the short ones, until what goes round is small enough."""
        whole = self._round(start, None)
        spans = sorted({index - way for index in whole for way in self._ways[index] if way <= index}, reverse=True)
        low, high = 0, len(spans)  # of the longest spans, so many are left out
        best: set[int] = set()
        while low < high:
            middle = (low + high) // 2
            points = self._round(start, spans[middle])
            for call, targets in self._calls.items():
                if call in points and len(points) <= most:
                    points |= self._called(targets)
            if len(points) > most:
                low = middle + 1
            else:
                best, high = points or best, middle
        return best

    def _round(self, start: int, longest: int | None) -> set[int]:
        """The points to which control goes from here and from which it comes back; none if it never does."""
        there = self._reached(self._ways[start], self._ways, longest)
        return there & self._reached([start], self._back, longest) if start in there else set()

    def _called(self, targets: list[int]) -> set[int]:
        """The points of subroutines, and of those that they call."""
        points = self._reached(targets, self._ways, None)
        while True:
            more = {target for call, inner in self._calls.items() if call in points for target in inner} - points
            if not more:
                return points
            points |= self._reached(more, self._ways, None)

    def _reached(self, starts: Iterable[int], ways: list[list[int]], longest: int | None) -> set[int]:
        """Where some ways lead, but for jumps backwards that are too long."""
        seen = set(starts)
        waiting = list(seen)
        for index in waiting:
            for way in ways[index]:
                back = index - way if ways is self._ways else way - index
                if way not in seen and (longest is None or back <= longest):
                    seen.add(way)
                    waiting.append(way)
        return seen
