"""A picture in the cells of a terminal: two pixels in each, one above the other, as a half block in two colours.

A cell of the terminal stands for a character's place on the screen, or for part of one where the terminal has room.
Characters that stand on the picture are shown as such, since two pixels tell nothing of them.
"""

from __future__ import annotations

import os

from basic.machine.ansi import PICTURES
from basic.machine.frames import phase
from basic.machine.graphics.text import PicturePage
from basic.machine.page import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.raster import Raster
    from basic.machine.screen import Screen
    from basic.machine.video import Video

    Colour = tuple[int, int, int]
    Letter = tuple[str, int, int]  # and its two colours

_CUBE = (0, 95, 135, 175, 215, 255)  # the levels of the 256 colours from 16 on


class Blocks:
    """Draws pictures one after the other, of each what has changed."""

    def __init__(self) -> None:
        self._full = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
        self._drawn: list[object] = []
        self._size = 80, ROWS  # columns and rows of the picture
        self._frame: object = None

    def forget(self) -> None:
        self._frame = None

    def part(self, column: int, row: int, terminal: int) -> tuple[float, float]:
        """Where in the picture a cell is that was drawn: of its width and its height."""
        return (column - 0.5) / self._size[0], (row - 0.5) / self._size[1]

    def paint(self, screen: Screen, video: Video, row: int, column: int, cursor: bool, size: tuple[int, int]) -> str:
        raster, colours = video.shown, video.colours_in(phase())
        across, down = max(size[0] // screen.width, 1), max(size[1] // ROWS, 1)
        columns, rows = min(screen.width * across, size[0] or 80), min(ROWS * down, size[1] or ROWS)
        self._size = columns, rows
        frame = (raster.width, raster.height, columns, rows, colours)
        parts = ["\x1b[?25l"]
        if frame != self._frame:
            self._frame, self._drawn = frame, [None] * rows
            parts.append("\x1b[0m\x1b[2J")
        lefts = [place * raster.width // columns for place in range(columns + 1)]
        for line in range(rows):
            top, middle, bottom = (raster.height * (2 * line + half) // (2 * rows) for half in (0, 1, 2))
            band = raster.pixels[top * raster.width : bottom * raster.width]
            if band != self._drawn[line]:
                self._drawn[line] = band
                text = _letters(screen, line // down + 1, across) if line % down == 0 else {}
                upper, lower = (_sampled(raster, lefts, *half) for half in ((top, middle), (middle, bottom)))
                parts.append(f"\x1b[{line + 1};1H{self._cells(upper, lower, text, colours)}")
        parts.append(f"\x1b[0m\x1b[{(row - 1) * down + 1};{(column - 1) * across + 1}H")
        if cursor:
            parts.append("\x1b[?25h")
        return "".join(parts)

    def _cells(self, upper: bytes, lower: bytes, letters: dict[int, Letter], colours: list[Colour]) -> str:
        parts: list[str] = []
        now: tuple[int, int] | None = None
        for place, pair in enumerate(zip(upper, lower, strict=True)):
            character = "▀"
            if place in letters:
                character, pair = letters[place][0], letters[place][1:]
            elif pair[0] == pair[1]:
                character, pair = " ", (now[0] if now else 0, pair[1])
            if pair != now:
                parts.append(self._colour(38, colours[pair[0]]) * (now is None or pair[0] != now[0]))
                parts.append(self._colour(48, colours[pair[1]]) * (now is None or pair[1] != now[1]))
                now = pair
            parts.append(character)
        return "".join(parts)

    def _colour(self, layer: int, colour: Colour) -> str:
        if self._full:
            return f"\x1b[{layer};2;{colour[0]};{colour[1]};{colour[2]}m"
        red, green, blue = (min(range(6), key=lambda level: abs(_CUBE[level] - part)) for part in colour)
        return f"\x1b[{layer};5;{16 + 36 * red + 6 * green + blue}m"


def _letters(screen: Screen, row: int, across: int) -> dict[int, Letter]:
    """The characters of a row by the columns of the terminal, with their colours."""
    page = screen.shown
    found: dict[int, Letter] = {}
    if isinstance(page, PicturePage):
        for column, code, foreground, background in page.letters(row):
            for place in range(across):
                found[column * across + place] = " " if place else PICTURES[code], foreground, background
    return found


def _sampled(raster: Raster, lefts: list[int], top: int, bottom: int) -> bytes:
    """For each column the first pixel between two rows that is not the background, so that thin lines are seen."""
    rows = [raster.pixels[y * raster.width : (y + 1) * raster.width] for y in range(top, max(bottom, top + 1))]
    if not any(map(any, rows)):
        return bytes(len(lefts) - 1)
    found = bytearray()
    for place in range(len(lefts) - 1):
        left, right = lefts[place], max(lefts[place + 1], lefts[place] + 1)
        drawn = b"".join([row[left:right] for row in rows]).lstrip(b"\0")
        found.append(drawn[0] if drawn else 0)
    return bytes(found)
