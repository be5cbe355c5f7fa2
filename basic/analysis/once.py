"""Lines that run once: everything comes to them, unless it ends before, and nothing comes there again."""

from __future__ import annotations

from collections.abc import Sequence

from ..syntax import nodes as n
from .flow import Flow, calls, ways


class Once:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.leads = {(point.index, to) for point in flow.points for to in ways(flow, point)}
        self.called = {to: self._reached(to) for point in flow.points for to in calls(flow, point)}

    def runs(self, line: int) -> bool:
        """Whether a line does."""
        first = self.flow.starts[line]
        return not any(first in reached for reached in self.called.values()) and not any(
            to <= first <= point or point < first < to for point, to in self.leads
        )

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
