"""Which part of a program goes round and round at a point: the largest loop around it that is not too large.

Control that leaves native code for Python and comes back costs as much as some hundred statements, so a loop is taken
whole, with the subroutines that it calls, or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...analysis.flow import Flow, calls, ways


class Nest:
    """The ways of a program from point to point. A GOSUB goes on behind itself; what it calls is a part of its own."""

    def __init__(self, flow: Flow) -> None:
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
