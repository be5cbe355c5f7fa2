"""Lines that run once: everything comes to them, unless it ends before, and nothing comes there again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from ...syntax import nodes as n
from ..flow import Flow, calls, ways


class Once:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.leads = {(point.index, to) for point in flow.points for to in ways(flow, point)}
        self.called = {to: self._reached(to) for point in flow.points for to in calls(flow, point)}
        self.often = set().union(*self.called.values())  # points of subroutines, and
        bridged = [0] * (flow.end + 2)  # by how many ways back, or past it, each point is
        for point, to in self.leads:
            bridged[to if to <= point else point + 1] += 1
            bridged[point + 1 if to <= point else to] -= 1
        self.often |= {index for index, crossing in enumerate(accumulate(bridged)) if crossing}

    def runs(self, line: int) -> bool:
        """Whether a line does."""
        return self.flow.starts[line] not in self.often

    def closed(self, lines: Sequence[n.Line], first: int, last: int) -> bool:
        """Whether nothing leads into the middle of a loop that stands in some of a program's lines."""
        begin = self.flow.starts[lines[first].number]
        end = self.flow.starts[lines[last + 1].number] if last + 1 < len(lines) else self.flow.end
        return not any(begin < to < end and not begin <= point < end for point, to in self.leads) and not any(
            begin < to < end for to in self.called
        )

    def _reached(self, point: int) -> set[int]:
        """The points that a subroutine comes to, those of the subroutines that it calls aside."""
        reached: set[int] = set()
        waiting = [point]
        while waiting:
            if (here := waiting.pop()) not in reached and here < self.flow.end:
                reached.add(here)
                waiting += ways(self.flow, self.flow.points[here])
        return reached
