"""DRAW: a pen that is told where to go.

    DRAW "BM100,100 C2 U50 R20 TA45 D10"

Distances are in quarters of the scale, cut towards zero. A turn of 90 or 270 degrees keeps the look of a figure: what
was across becomes shorter, what was down longer, by the mode's aspect in 1/256ths (published source: DOMOVR in ADVGRP).
Turns by TA, which came later, do the same with the aspect itself.
"""

from __future__ import annotations

from math import cos, radians, sin

from basic.errors import ILLEGAL, BasicError
from basic.machine.graphics.canvas import Canvas
from basic.machine.graphics.line import line
from basic.machine.graphics.paint import Fill, solid
from basic.machine.macro import Macro
from basic.machine.raster import Raster

WAYS = {
    "U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0), "E": (1, -1), "F": (1, 1), "G": (-1, 1), "H": (-1, -1),
}  # fmt: skip


def draw(raster: Raster, canvas: Canvas, macro: Macro) -> None:
    """Carry out all commands. B moves without a line, N comes back; both count for the next movement."""
    blind = back = False
    while letter := macro.command():
        if letter == "B":
            blind = True
        elif letter == "N":
            back = True
        elif letter in WAYS or letter == "M":
            target = _moved(canvas, letter, macro)
            if not blind:
                _line(raster, canvas, target)
            if not back:
                canvas.last = target
            blind = back = False
        else:
            _setting(raster, canvas, letter, macro)


def _moved(canvas: Canvas, letter: str, macro: Macro) -> tuple[int, int]:
    """Where a movement ends."""
    if letter == "M":
        relative = macro.peek() in ("+", "-")
        x = macro.needed()
        if not macro.take(","):
            raise BasicError(ILLEGAL)
        y = macro.needed()
        if not relative:
            return x, y
    else:
        length = macro.number()
        x, y = ((1 if length is None else length) * part for part in WAYS[letter])
    across, down = _turned(canvas, _scaled(x, canvas.scale), _scaled(y, canvas.scale))
    return wrapped(canvas.last[0] + across), wrapped(canvas.last[1] + down)


def _scaled(distance: int, scale: int) -> int:
    distance = wrapped(distance * scale)
    return distance // 4 if distance >= 0 else -(-distance // 4)


def _turned(canvas: Canvas, x: int, y: int) -> tuple[int, int]:
    flatter, higher = canvas.mode.aspect
    angle = canvas.angle % 360
    if angle in (90, 270):
        x, y = _times(y, higher), -_times(x, flatter)
    elif angle not in (0, 180):
        ratio = flatter / 256
        sine, cosine = sin(radians(angle)), cos(radians(angle))
        return round(x * cosine + y * sine / ratio), round(y * cosine - x * sine * ratio)
    return (x, y) if angle < 180 else (-x, -y)


def _times(distance: int, factor: int) -> int:
    """In 1/256ths, the nearest, of either sign."""
    product = (abs(distance) * factor + 128) >> 8
    return product if distance >= 0 else -product


def _line(raster: Raster, canvas: Canvas, target: tuple[int, int]) -> None:
    left, top = canvas.origin
    x, y = canvas.place
    line(raster, canvas.clip, target[0] + left, target[1] + top, x, y, canvas.colour)


def _setting(raster: Raster, canvas: Canvas, letter: str, macro: Macro) -> None:
    """C, S, A, TA and P; anything else is error 5."""
    if letter == "C":
        canvas.attribute(macro.needed() & 255, 0)
    elif letter == "S":
        scale = macro.needed()
        if not 0 <= scale <= 255:
            raise BasicError(ILLEGAL)
        canvas.scale = scale or 4
    elif letter == "A":
        turn = macro.needed()
        if not 0 <= turn <= 3:
            raise BasicError(ILLEGAL)
        canvas.angle = 90 * turn
    elif letter == "T" and macro.take("A"):
        angle = macro.needed()
        if not -360 <= angle <= 360:
            raise BasicError(ILLEGAL)
        canvas.angle = angle
    elif letter == "P":
        colour = macro.needed()
        if not macro.take(","):
            raise BasicError(ILLEGAL)
        border, paint = canvas.limited(macro.needed()), canvas.attribute(colour, 0)
        if canvas.clip.has(*canvas.place):
            Fill(raster, canvas.clip, border, solid(raster, paint)).from_(*canvas.place)
    else:
        raise BasicError(ILLEGAL)


def wrapped(number: int) -> int:
    """In 16 bits, as sums of coordinates are."""
    return (number + 0x8000 & 0xFFFF) - 0x8000
