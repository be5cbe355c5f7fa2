"""Circles, ellipses, arcs and pies.

    CIRCLE (160,100),80,3,-1.5,-4.6,.5

One octant is walked in half pixels and the others are its reflections; the aspect is a number of 1/256ths that shortens
the offsets down, or, where the ellipse is higher than wide, those across. The ends of an arc are counted in points
of an octant, not measured as angles (published source: CIRCLE in ADVGRP).
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.machine.graphics.line import line
from basic.machine.raster import Clip, Raster
from basic.record import record
from basic.values.convert import cint
from basic.values.single import multiply, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

OCTANT = 0xB504F3 / 2**24  # SQR(2)/2 and 1/(2*pi) as the source has them
TURN = 0xA2F983 / 2**26
ENDLESS = 0xFFFF


@record
class Shape:
    """The offsets of an ellipse: `aspect` 1/256ths of those down, or, if it is `upright`, of those across."""

    aspect: int
    upright: bool = False

    def across(self, offset: int) -> int:
        return self._scaled(offset) if self.upright else offset

    def down(self, offset: int) -> int:
        return offset if self.upright else self._scaled(offset)

    def _scaled(self, offset: int) -> int:
        low = self.aspect & 255
        if low:
            return (low * offset + 128) >> 8
        return offset if self.aspect else 0


def shape_of(ratio: float) -> Shape:
    """The aspect that a program asks for: the height of a circle of width 1."""
    if ratio > 1:
        return Shape(cint(256 / ratio), upright=True)
    return Shape(cint(256 * ratio))


@record
class Arc:
    """From one count of points to another; each end may have a line to the centre. `outside`: all but that."""

    start: int
    end: int
    from_start: bool
    from_end: bool
    outside: bool = False


def points_of_octant(radius: int) -> int:
    return cint(multiply(radius, OCTANT))


def arc_of(radius: int, start: float | None, end: float | None) -> Arc | None:
    """The arc between two angles, None for a whole circle; a negative angle has a line to the centre."""
    if start is end is None:
        return None
    first, last = _count(radius, start, 0), _count(radius, end, ENDLESS)
    from_start, from_end = (angle is not None and angle < 0 for angle in (start, end))
    if last < first:
        return Arc(last, first, from_end, from_start, outside=True)
    return Arc(first, last, from_start, from_end)


def _count(radius: int, angle: float | None, otherwise: int) -> int:
    """How many points it is to an angle; error 5 beyond a turn."""
    if angle is None:
        return otherwise
    turn = multiply(nearest(abs(float(angle))), TURN)
    if turn > 1:
        raise BasicError(ILLEGAL)
    return cint(multiply(turn, 8 * points_of_octant(radius)))


def circle(
    raster: Raster, clip: Clip, x: int, y: int, radius: int, colour: int, shape: Shape, arc: Arc | None = None
) -> None:
    if arc:
        for count, across, down in _counted(radius, shape):
            at_start, at_end = count == arc.start, count == arc.end and count != arc.start
            if (at_start and arc.from_start) or (at_end and arc.from_end):
                line(raster, clip, x + across, y + down, x, y, colour)
            elif at_start or at_end or (arc.start < count < arc.end) != arc.outside:
                raster.pset(clip, x + across, y + down, colour)
        return
    wide, high = shape.across(radius), shape.down(radius)
    inside = clip.has(x - wide, y - high) and clip.has(x + wide, y + high)
    pixels, width, pset = raster.pixels, raster.width, raster.pset
    for far, near in _octant(radius):
        for a, b in ((far, near), (near, far)):
            across, down = shape.across(a), shape.down(b)
            if inside:
                above, below = (y - down) * width + x, (y + down) * width + x
                pixels[above + across] = pixels[above - across] = colour
                pixels[below + across] = pixels[below - across] = colour
            else:
                for row in (y - down, y + down):
                    pset(clip, x - across, row, colour)
                    pset(clip, x + across, row, colour)


def _octant(radius: int) -> Iterator[tuple[int, int]]:
    """From the axis to the diagonal: the greater offset and the smaller one."""
    x, y, total = 2 * radius, 0, 0
    while True:
        if not y & 1:
            yield (x + 1) >> 1, (y + 1) >> 1
            if y >= x:
                return
        total += 2 * y + 1
        if total >= 0:
            total -= 2 * x - 1
            x -= 1
        y += 1


def _counted(radius: int, shape: Shape) -> Iterator[tuple[int, int, int]]:
    """All points with their counts from the right anticlockwise, in the order in which they are drawn."""
    octant = points_of_octant(radius)
    for far, near in _octant(radius):
        wide, narrow = shape.across(far), shape.across(near)
        high, low = shape.down(far), shape.down(near)
        for first, (across, down), other in (
            (0, (wide, -low), (narrow, -high)),
            (2, (-narrow, -high), (-wide, -low)),
            (4, (-wide, low), (-narrow, high)),
            (6, (narrow, high), (wide, low)),
        ):
            yield first * octant + near, across, down
            yield (first + 2) * octant - near, *other
