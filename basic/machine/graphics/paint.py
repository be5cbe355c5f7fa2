"""Filling an area.

    PAINT (160,100),2,3        up to the border of colour 3
    PAINT (160,100),CHR$(&HAA)+CHR$(&H55),3

Runs of pixels between borders wait in a queue to have the rows above or below them looked at. A run that has the colour
already leads nowhere, so that old paint stops new paint of its colour (published source: PAINT in ADVGRP).
"""

from __future__ import annotations

from collections import deque

from basic.machine.graphics.bits import unpacked
from basic.machine.modes import Mode
from basic.machine.raster import Clip, Raster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Rows = Callable[[int], bytes]  # what a row of the picture is filled with, from its first pixel on

UP, DOWN = -1, 1


def solid(raster: Raster, colour: int) -> Rows:
    row = bytes([colour]) * raster.width
    return lambda y: row


def tiled(raster: Raster, mode: Mode, tile: str) -> Rows:
    """Eight bits of the text for each row (for each plane of it); a tile begins at the corner of the screen."""
    data = tile.encode("latin-1")
    data += bytes(-len(data) % mode.planes)
    rows = [
        unpacked(data[start : start + mode.planes], 8 * mode.planes // mode.bits, mode)
        for start in range(0, len(data), mode.planes)
    ]
    rows = [(row * (raster.width // len(row) + 1))[: raster.width] for row in rows]
    return lambda y: rows[y % len(rows)]


class Fill:
    """One PAINT. `ground`: where this is what is there it counts as unpainted, even if it looks like paint."""

    def __init__(self, raster: Raster, clip: Clip, border: int, paint: Rows, ground: Rows | None = None) -> None:
        self.raster, self.clip, self.border, self.paint, self.ground = raster, clip, border, paint, ground
        self.edge = bytes([border])
        self.waiting: deque[tuple[int, int, int, int]] = deque()  # first and last pixel, row, where to go from there
        self.gone: set[tuple[int, int, int, int]] = set()  # a second time leads nowhere new
        # Rows, and the way to them: the first pixel of a run that has been come to whole, and where the next may begin.
        # Once painted it adds nothing but the way that it has added before, if the paint makes no borders in it.
        self.passed: dict[tuple[int, int], dict[int, int]] = {}

    def from_(self, x: int, y: int) -> None:
        run = self._run(x, x, y)
        if run is None:
            return
        left, right = run
        self._fill(left, right, y)
        self.waiting += (left, right, y, UP), (left, right, y, DOWN)
        while self.waiting:
            way = self.waiting.popleft()
            if way not in self.gone:
                self.gone.add(way)
                self._spread(*way)

    def _run(self, x: int, last: int, y: int) -> tuple[int, int] | None:
        """The first run between borders that begins at x or behind it, at the last one at most; to both sides."""
        clip, pixels = self.clip, self.raster.pixels
        row = y * self.raster.width
        if pixels[row + x] == self.border:
            x = last + 1 - len(pixels[row + x : row + last + 1].lstrip(self.edge))
        if x > last:
            return None
        left = pixels.rfind(self.border, row + clip.left, row + x) - row + 1
        right = pixels.find(self.border, row + x, row + clip.right + 1) - row - 1
        return (left if left > clip.left else clip.left), (right if right >= x else clip.right)

    def _fill(self, left: int, right: int, y: int) -> bool:
        """Paint a run; whether that has changed anything."""
        start, end = y * self.raster.width + left, y * self.raster.width + right + 1
        there, paint = self.raster.pixels[start:end], self.paint(y)[left : right + 1]
        if there != paint:
            self.raster.pixels[start:end] = paint
            return True
        return self.ground is not None and there == self.ground(y)[left : right + 1]

    def _spread(self, left: int, right: int, y: int, way: int) -> None:
        """The next row above or below a run, and back from where it reaches beyond it."""
        y += way
        if not self.clip.top <= y <= self.clip.bottom:
            return
        passed = self.passed.setdefault((y, way), {})
        x = left
        while x <= right:
            begin = _beyond(passed, x)
            if begin > right:  # all the others have been passed, but the last one may reach beyond
                begin = right
            run = self._run(begin, right, y)
            if run is None:
                return
            first, last = run
            new = self._fill(max(first, left), last, y)
            if first < left and self._fill(first, left - 1, y):
                new = True
                if first < left - 1:
                    self.waiting.append((first, left - 1, y, -way))
            if new:
                self.waiting.append((first, last, y, way))
            if last > right + 1:
                self.waiting.append((right + 2, last, y, -way))
            if left <= first and last <= right and self.border not in self.paint(y)[first : last + 1]:
                passed[min(begin, first)] = passed[first] = last + 2
            x = last + 2


def _beyond(passed: dict[int, int], x: int) -> int:
    """The first place that no run leads on from; the way there is shorter from now on."""
    way: list[int] = []
    while (further := passed.get(x)) is not None:
        way.append(x)
        x = further
    for place in way:
        passed[place] = x
    return x
