"""What several ways came to, and stands on each of them now, becomes a function if it has a name.

    200 PRINT "YOU WIN";W: M=M+W: GOTO 300      m = you_win(m, w)

It is called after what it says. Where too little of it is repeated, it stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...analysis.flow import Point
from ...analysis.routines.routines import Place
from ...analysis.shapes.structure import Block, Code, Shape
from ...syntax import nodes as n
from ..lines.page import Page, Run
from ..naming.remarks import phrase, shown
from .outline import own_names
from .seams import Seams

PLAIN = (n.Print, n.Let)  # what it is made of
MOST_GIVEN, MOST_BACK = 4, 1
FEWEST_SAVED = 2  # lines, but for those of the function's head
WORDS = 2  # of its name at least

Standing = tuple[Run, int]  # a position in what has been written


class Repeated(Seams):
    """Finds it in what has been written."""

    def outline_repeated(self, page: Page) -> bool:
        """Make a function of the first that is fit for it."""
        return any(self._take_repeated(copies, size) for copies, size in _repeated(page.runs))

    def _take_repeated(self, copies: list[Standing], size: int) -> bool:
        run, begin = copies[0]
        shapes = run.seq[begin : begin + size]
        points = [shape.node.point for shape in shapes if isinstance(shape, Code) and shape.node.point is not None]
        if (len(copies) - 1) * (_length(points) - 1) < FEWEST_SAVED:
            return False
        name = next(filter(None, map(phrase, map(shown, points))), "")
        if name.count("_") + 1 < WORDS or name in self._taken_names():
            return False
        lines = [text for some in run.lines[begin : begin + size] for text in some]
        within = own_names([line.text for line in self.page.lines])
        blocks = [Block((points[0].index, "repeated", (-1, False, 0)), at.seq[i : i + size]) for at, i in copies]
        borders = [self.border(block, lines, within, (MOST_GIVEN, MOST_BACK)) for block in blocks]
        first = borders[0]
        if first is None or first.unset:
            return False
        if any(b is None or (b.given, b.back) != (first.given, first.back) for b in borders):
            return False
        part = first.part(self._free_name(name, points[0].line), "")
        for (at, i), block in sorted(zip(copies, blocks, strict=True), key=lambda each: each[0][1], reverse=True):
            self.wrapped.append((at.seq, [*at.seq]))
            at.seq[i : i + size] = [block]
            self.taken_out[id(block)] = part
        return True


def _length(points: list[Point]) -> int:
    """How many lines statements come to: texts that follow each other are said in one."""
    said = [s for s in (point.statement for point in points) if isinstance(s, n.Print)]
    fixed = {id(s) for s in said if all(isinstance(item, n.String | n.Separator) for item in s.items)}
    return len(points) - sum({id(one.statement), id(other.statement)} <= fixed for one, other in pairwise(points))


def _repeated(runs: list[Run]) -> Iterator[tuple[list[Standing], int]]:
    """Statements that stand in several places, as many as follow each other in all of these."""
    found: dict[Place, list[Standing]] = {}
    for run in runs:
        for position, shape in enumerate(run.seq):
            if (place := _plain(shape)) is not None:
                found.setdefault(place, []).append((run, position))
    for copies in found.values():
        if len(copies) > 1 and _together(copies, -1) is None:
            size = 1
            while _together(copies, size) is not None:
                size += 1
            yield copies, size


def _together(copies: list[Standing], away: int) -> Place | None:
    """The place of the statement so far from each of some others, if that is one."""
    places = {_plain(run.seq[i + away]) if 0 <= i + away < len(run.seq) else None for run, i in copies}
    return places.pop() if len(places) == 1 else None


def _plain(shape: Shape) -> Place | None:
    """The place of a statement that only says or sets something."""
    if not isinstance(shape, Code) or shape.node.kind != "plain" or shape.node.tried or shape.node.point is None:
        return None
    return shape.node.place if isinstance(shape.node.point.statement, PLAIN) else None
