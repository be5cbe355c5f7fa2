"""Where a program's remarks go, and what its subroutines are called after them.

    290 REM *** PRINT THE BOARD ***        def print_the_board(c: list[int]) -> None:
    300 FOR J=1 TO 8: PRINT C(J);              PRINT THE BOARD (its docstring)

A remark that control comes to is written where it stands. One that it does not come to, since it stands behind a jump
or before a subroutine, belongs to the subroutine that follows, to its own line, or to what follows in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from ...analysis.flow import Point
from ...analysis.routines.graph import Graph
from ...analysis.routines.routines import Key
from ...syntax import nodes as n
from .words import phrase, remark_text

GAME = re.compile(
    r"\b(?:you|i|he|she) (?:wins?|won|loses?|lost)\b|\b(?:your|illegal) move\b|\b(?:player|game|score)s?\b", re.I
)


def is_game(nodes: Iterable[object]) -> bool:
    """Whether a program draws numbers, or speaks of winning."""
    return any(
        (isinstance(node, n.Function) and node.name == "RND")
        or (isinstance(node, n.String) and GAME.search(node.value) is not None)
        for node in nodes
    )


class Remarks:
    """`heads`: what stands before a routine; `beside`: what is to be written before a statement."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.points = graph.flow.points
        self.reached = {place[0] for routine in graph.routines.values() for place in routine.nodes}
        self.written = {  # points that come to be lines of Python
            place[0]
            for routine in graph.routines.values()
            for place, node in routine.nodes.items()
            if node.kind != "jump" and place[0] < len(self.points)
        }
        self.first = next((p.index for p in self.points if not _idle(p)), 0)  # behind the title
        self.heads: dict[int, list[str]] = {}
        self.beside: dict[int, list[str]] = {}
        entries = {key[0] for key in graph.routines if key != graph.main}
        for point in self.points:
            if point.index in self.reached or not (text := _text(point)):
                continue
            following = self._following(point.index)
            if following in entries and self.points[following].line != point.line:
                self.heads.setdefault(following, []).append(text)
            elif (place := self._beside(point)) is not None:
                self.beside.setdefault(place, []).append(text)

    def _following(self, index: int) -> int:
        """The first point behind the remarks from here on."""
        while index < len(self.points) and index not in self.reached and _idle(self.points[index]):
            index += 1
        return index if index < len(self.points) else -1

    def _beside(self, remark: Point) -> int | None:
        """The statement that a remark is written with: of its own line, else the next, else the last."""
        same = [p.index for p in self.points if p.line == remark.line and p.index in self.written]
        if same:
            return same[0]
        later = [index for index in self.written if index > remark.index]
        return min(later) if later else max(self.written, default=None)

    def name(self, key: Key) -> str:
        """What a routine is called after its remarks; "" if there are none."""
        return _first_name([*self._begin(key[0]), *self.heads.get(key[0], [])])

    def name_of_part(self, index: int) -> str:
        """What a part of a routine is called after the remarks that it begins with."""
        return _first_name([*self.beside.get(index, []), *self._begin(index)])

    def _begin(self, index: int) -> list[str]:
        """The remarks from a point on."""
        return [_text(point) for point in takewhile(_idle, self.points[index:])]


def _first_name(texts: list[str]) -> str:
    return next(filter(None, map(phrase, texts)), "")


def _idle(point: Point) -> bool:
    return isinstance(point.statement, n.Remark | n.Empty)


def _text(point: Point) -> str:
    return remark_text(point.statement) if isinstance(point.statement, n.Remark) else ""
