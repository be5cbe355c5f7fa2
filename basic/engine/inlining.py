"""Subroutines that can stand in the place of their GOSUBs.

    10 FOR I=1 TO 9: GOSUB 100: NEXT        for I_s in range(1, 9 + 1):
    100 T=T+I                                T_s = T_s + I_s
    110 RETURN

A small one that is straight code (with branches, loops that are Python's own, and calls of others like it) and is not
jumped out of by anything but RETURN is written where it is called. Nothing is on GW-BASIC's stack for it until the
code is left in its midst, by an error or Ctrl-C: then what would be there is put there (`Function.calls`).
"""

from __future__ import annotations

from ..analysis.flow import Flow
from ..record import record
from ..syntax import nodes as n

MOST_POINTS = 24  # of a subroutine, those of others in it counted too
MOST_CALLS = 4  # one within the other
MOST_LOOPS = 5  # Python's, one within the other
GROWTH = 300  # so many points may be written more than once, and as many again as the program has


@record
class Subroutine:
    """What is written in place of a GOSUB."""

    points: int
    body: frozenset[int]  # which these are
    calls: int  # how deep calls are nested, itself included
    height: int  # and how deep Python's loops
    early: bool  # a RETURN stands where more code follows: a loop that is left with `break` is needed


def inlined(flow: Flow, simple: set[int]) -> dict[int, Subroutine]:
    """The subroutines that stand in place of GOSUBs, by the points of those."""
    survey = _Survey(flow, simple)
    found: dict[int, Subroutine] = {}
    room = GROWTH + flow.end
    for point in flow.points:
        if isinstance(point.statement, n.Gosub):
            target = flow.target(point.statement.line)
            subroutine = None if target is None else survey.subroutine(target, ())
            if subroutine is not None and subroutine.points <= room:
                room -= subroutine.points
                found[point.index] = subroutine
    # One that calls another needs that in its place, too; a GOSUB that found no room leaves none for those around it.
    while True:
        lost = {site for site in found if any(inner not in found for inner in survey.sites(site))}
        if not lost:
            return found
        for site in lost:
            del found[site]


class _Survey:
    def __init__(self, flow: Flow, simple: set[int]) -> None:
        self.flow, self.simple = flow, simple
        self._known: dict[int, Subroutine | None] = {}
        self._sites: dict[int, list[int]] = {}

    def sites(self, site: int) -> list[int]:
        """The GOSUBs in the subroutine that another GOSUB calls."""
        statement = self.flow.points[site].statement
        assert isinstance(statement, n.Gosub)
        return self._sites[self.flow.target(statement.line) or 0]

    def subroutine(self, target: int, callers: tuple[int, ...]) -> Subroutine | None:
        if target in callers or len(callers) >= MOST_CALLS:
            return None
        if target not in self._known:
            self._sites[target] = []
            self._known[target] = self._look(target, (*callers, target))
        return self._known[target]

    def _look(self, target: int, callers: tuple[int, ...]) -> Subroutine | None:
        walk = _Walk(self, target, callers)
        end = walk.sequence(target, -1)
        if end is not None or walk.refused or not walk.returns:
            return None
        early = walk.branched
        height = walk.height + early
        if walk.points > MOST_POINTS or walk.calls >= MOST_CALLS or height > MOST_LOOPS:
            return None
        return Subroutine(walk.points, frozenset(walk.body), walk.calls + 1, height, early)


class _Walk:
    """The way through a subroutine, branches and loops included."""

    def __init__(self, survey: _Survey, target: int, callers: tuple[int, ...]) -> None:
        self.survey, self.target, self.callers = survey, target, callers
        self.flow = survey.flow
        self.body: set[int] = set()
        self.points = self.calls = self.height = self.returns = 0
        self.refused = self.branched = False
        self._loops: list[int] = []  # where the loops end that the way has led into

    def sequence(self, index: int, end: int, depth: int = 0) -> int | None:
        """Go on to `end`; None if it is not reached (a RETURN comes before it, or what cannot be written in place)."""
        while index != end:
            if self.refused or index >= self.flow.end or self.points > MOST_POINTS:
                self.refused = True
                return None
            following = self._point(index, depth)
            if following is None:
                return None
            index = following
        return index

    def _point(self, index: int, depth: int) -> int | None:
        point = self.flow.points[index]
        self.points += 1
        self.body.add(index)
        match point.statement:
            case n.Return(line=None):
                self.returns += 1
                self.branched |= depth > 0
                self.refused |= bool(self._loops)
                return None
            case n.If():
                self.sequence(point.next, point.after, depth + 1)
                self.sequence(point.otherwise, point.after, depth + 1)
                return point.after
            case n.Goto(line=line) if self._loops and self.flow.target(line) == self._loops[-1]:
                return None  # to the NEXT of a loop
            case n.For() | n.While() if index in self.survey.simple:
                end = self.flow.loops[index] if index in self.flow.loops else self.flow.whiles[index]
                self._loops.append(end)
                self.height = max(self.height, len(self._loops))
                self.sequence(point.next, end, depth + 1)
                self._loops.pop()
                self.points += 1
                return self.flow.points[end].next
            case n.Gosub(line=line):
                target = self.flow.target(line)
                inner = None if target is None else self.survey.subroutine(target, self.callers)
                self.survey._sites[self.target].append(index)
                if inner is None:
                    self.refused = True
                    return None
                self.points += inner.points
                self.body |= inner.body
                self.calls = max(self.calls, inner.calls)
                self.height = max(self.height, len(self._loops) + inner.height)
                return point.next
            case statement if isinstance(statement, STRAIGHT):
                return point.next
            case _:
                self.refused = True
                return None


# Statements that go on behind themselves, unless there is an error. Those that the fast code leaves for, or that see
# more of the program than its variables, stay in the subroutine.
STRAIGHT = (
    n.Let, n.Print, n.Write, n.Swap, n.MidAssign, n.Remark, n.Empty, n.Data, n.Read, n.Restore, n.Input, n.LineInput,
    n.Justify, n.Record, n.Dim,
)  # fmt: skip
