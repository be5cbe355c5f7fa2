"""Lines and boxes.

A line is drawn from top to bottom; where the next pixel lies just between two, the minor axis steps (published source:
GENGRP, LINLP3 in GWSTS). The 16 bits of a style are taken from the highest on, one a pixel, 0 leaving it as it is.
"""

from __future__ import annotations

from basic.machine.raster import Clip, Raster

SOLID = 0xFFFF


def line(raster: Raster, clip: Clip, x0: int, y0: int, x1: int, y1: int, colour: int, style: int = SOLID) -> int:
    """From the first point to the second; gives the style as it goes on.

    An end beyond the picture comes as near as the first pixel outside, which may turn the line.
    """
    x0, x1 = min(max(x0, -1), raster.width), min(max(x1, -1), raster.width)
    y0, y1 = min(max(y0, -1), raster.height), min(max(y1, -1), raster.height)
    if y1 <= y0:  # of a level line the second point is the first
        x0, y0, x1, y1 = x1, y1, x0, y0
    across, down = abs(x1 - x0), y1 - y0
    step = 1 if x0 <= x1 else -1
    inside = clip.left <= min(x0, x1) and max(x0, x1) <= clip.right and clip.top <= y0 and y1 <= clip.bottom
    if inside and style == SOLID:
        _quick(raster, x0, y0, across, down, step, colour)
        return style
    major, minor = (across, down) if down < across else (down, across)
    sum_ = major // 2
    x, y = x0, y0
    for _ in range(major + 1):
        if style & 0x8000:
            raster.pset(clip, x, y, colour)
            style = style << 1 & SOLID | 1
        else:
            style = style << 1 & SOLID
        sum_ += minor
        if sum_ >= major:
            sum_ -= major
            x, y = x + step, y + 1
        elif down < across:
            x += step
        else:
            y += 1
    return style


def _quick(raster: Raster, x: int, y: int, across: int, down: int, step: int, colour: int) -> None:
    """A solid line that can be seen as a whole."""
    pixels, width = raster.pixels, raster.width
    place = y * width + x
    if not down:
        first = min(place, place + step * across)
        pixels[first : first + across + 1] = bytes([colour]) * (across + 1)
    elif not across:
        pixels[place : place + down * width + 1 : width] = bytes([colour]) * (down + 1)
    else:
        major, minor, along = (across, down, step) if down < across else (down, across, width)
        aside = step + width
        sum_ = major // 2
        for _ in range(major + 1):
            pixels[place] = colour
            sum_ += minor
            if sum_ >= major:
                sum_ -= major
                place += aside
            else:
                place += along


def box(raster: Raster, clip: Clip, x0: int, y0: int, x1: int, y1: int, colour: int, style: int = SOLID) -> None:
    """The four sides in the order in which the style goes round: the second point's row and column come first."""
    style = line(raster, clip, x0, y1, x1, y1, colour, style)
    style = line(raster, clip, x0, y0, x1, y0, colour, style)
    style = line(raster, clip, x1, y0, x1, y1, colour, style)
    line(raster, clip, x0, y0, x0, y1, colour, style)
