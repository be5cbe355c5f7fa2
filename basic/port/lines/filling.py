"""Loops that fill an array with a constant: its initial value, or a slice.

    DIM A(9): FOR I=1 TO 9: A(I)=1: NEXT      a = [1] * 10, if nothing looks at A(0)
    FOR I=5 TO 9: A(I)=0: NEXT                a[5:] = [0] * 5

What the loop variable has afterwards stands behind the loop where it matters, so that the loop need not be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ...record import record
from .mentions import mentions
from .page import Line
from .suites import lines_under

Bounds = Mapping[str, "tuple[int | None, ...] | None"]  # of arrays that are lists: the highest subscripts
Lowest = Callable[[str], "list[int]"]  # the lowest subscripts of an array that anything looks at
VALUE = r'-?\d[\d.]*|"(?:[^"\\]|\\.)*"|True|False|(?:Single|Double)\(-?[\d.]+\)'
HEAD = re.compile(r"for (\w+) in range\((?:(\d+), )?(\d+)\):")
SET = re.compile(rf"((?:g\.)?(\w+))((?:\[\w+\])+) = ({VALUE})")
CREATED = re.compile(rf"(?P<head>(?:g\.)?\w+(?:: [\w\[\]]+)? = \[+)(?P<value>{VALUE})(?P<tail>\] \* \d+.*)")


@record
class Fill:
    """What a loop, or one in another, does to an array."""

    place: str  # `a` or `g.a`
    value: str
    ranges: tuple[tuple[int, int], ...]  # of each subscript, the first and the one behind the last
    size: tuple[int, ...]
    needed: tuple[int, ...]  # subscripts below these do not matter

    @property
    def whole(self) -> bool:
        """Whether all that anything looks at is filled."""
        return all(
            first <= needed and end == size
            for (first, end), size, needed in zip(self.ranges, self.size, self.needed, strict=True)
        )

    def slice(self) -> str | None:
        """`a[5:] = [0] * 5`; rows are only filled together."""
        first, end = self.ranges[0]
        if self.whole and len(self.size) > 1:
            code = f"[{self.value}] * {self.size[-1]}"
            for size in reversed(self.size[:-1]):
                code = f"[{code} for _ in range({size})]"
            return f"{self.place}[:] = {code}"
        if len(self.size) > 1:
            return None
        part = f"{first or ''}:{'' if end == self.size[0] else end}"
        return f"{self.place}[{part}] = [{self.value}] * {end - first}"


class Filler:
    """Looks for such loops in the lines of a function."""

    def __init__(self, bounds: Bounds, lowest: Lowest) -> None:
        self.bounds, self.lowest = bounds, lowest

    def fill(self, lines: list[Line]) -> None:
        for position in range(len(lines) - 1, -1, -1):
            end = position + 1 + len(lines_under(lines, position))
            fills = [*self._fills(lines[position:end], [])]
            places = {each.place for each in fills if each is not None}
            if not fills or len(places) < len(fills):
                continue  # something else is done, or a list is filled twice
            done = [self._done(lines, position, each) for each in fills if each is not None]
            if any(created is None and text is None for created, text in done):
                continue
            for created, text in done:
                if created is not None and text is not None:
                    created.text = text
            head, texts = lines[position], [text for created, text in done if text and not created]
            lines[position:end] = [Line(head.indent, text, head.source) for text in texts]

    def _fills(self, lines: list[Line], around: list[tuple[str, int, int]]) -> Iterator[Fill | None]:
        """What is filled; None for anything else that is done."""
        head = HEAD.fullmatch(lines[0].text)
        if head is None or lines[0].note or len(lines) < 2:
            yield None
            return
        around = [*around, (head[1], int(head[2] or 0), int(head[3]))]
        if lines[1].text.startswith("for "):
            yield from self._fills(lines[1:], around) if all(x.indent > lines[1].indent for x in lines[2:]) else [None]
            return
        for line in lines[1:]:
            yield self._one(line, around)

    def _one(self, line: Line, around: list[tuple[str, int, int]]) -> Fill | None:
        given = SET.fullmatch(line.text)
        if given is None or line.note:
            return None
        bounds = [bound for bound in self.bounds.get(given[2]) or () if bound is not None]
        if re.findall(r"\w+", given[3]) != [name for name, _, _ in around]:
            return None
        ranges = tuple((first, end) for _, first, end in around)
        if len({name for name, _, _ in around}) < len(around) or len(bounds) != len(around):
            return None
        if any(first >= end or end > bound + 1 for (first, end), bound in zip(ranges, bounds, strict=True)):
            return None
        return Fill(given[1], given[4], ranges, tuple(bound + 1 for bound in bounds), tuple(self.lowest(given[2])))

    def _done(self, lines: list[Line], position: int, fill: Fill) -> tuple[Line | None, str | None]:
        """The line that makes the list, if it can give it its values at once, and its new text; else a slice."""
        created = self._created(lines, position, fill.place)
        match = CREATED.fullmatch(created.text) if created is not None else None
        if match is not None and match["value"] == fill.value:
            return created, None
        if match is not None and fill.whole:
            return created, f"{match['head']}{fill.value}{match['tail']}"
        return None, fill.slice()

    def _created(self, lines: list[Line], position: int, place: str) -> Line | None:
        """The line in which a list is made, if nothing has looked at it since."""
        indent = lines[position].indent
        for line in reversed(lines[:position]):
            if line.indent < indent or (place.startswith("g.") and re.search(r"\w\((?!\d+\))", line.text)):
                return None
            if mentions(line.text, place):
                same = line.text.startswith((f"{place} = ", f"{place}: ")) and line.indent == indent
                return line if same and CREATED.fullmatch(line.text) else None
        return None
