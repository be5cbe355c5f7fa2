"""Characters in a picture: the text page of a graphics screen, and the pixels that it paints.

A cell is as wide as the picture leaves it: of nine columns (Hercules) the last is the background, but for the lines and
blocks C0h to DFh, which go on into it.
"""

from __future__ import annotations

from functools import cache, lru_cache

from basic.machine.fonts import font as font_of
from basic.machine.graphics.bits import spread
from basic.machine.modes import Mode
from basic.machine.page import Page
from basic.machine.raster import Raster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from basic.machine.fonts import Font

JOINED = range(0xC0, 0xE0)
_DOTS = b"0" + b"1" * 255  # what is not the background is a dot


def draw_character(
    raster: Raster, mode: Mode, font: Font, row: int, column: int, code: int, foreground: int, background: int
) -> None:
    """One character; rows and columns count from 1."""
    width = mode.width // mode.columns
    rows = _cell(font[code], width, code in JOINED, foreground, background)
    place = (row - 1) * mode.cell * raster.width + (column - 1) * width
    for pixels in rows:
        if place < len(raster.pixels):  # the last rows of Hercules are cut
            raster.pixels[place : place + width] = pixels
        place += raster.width


def scroll(raster: Raster, mode: Mode, top: int, bottom: int) -> None:
    """The rows of text from one to the other go up by one."""
    row = mode.cell * raster.width
    start, end = (top - 1) * row, min(bottom * row, len(raster.pixels))
    raster.pixels[start : end - row] = raster.pixels[start + row : end]


@lru_cache(2048)
def _cell(glyph: bytes, width: int, joined: bool, foreground: int, background: int) -> list[bytes]:
    """The pixels of each row."""
    colours = bytes([background, foreground])
    rows = [spread(1)[dots].translate(colours.ljust(256)) for dots in glyph]
    return [row + (row[-1:] if joined else colours[:1]) * (width - 8) for row in rows]


@cache
def _codes(height: int) -> dict[bytes, int]:
    """The characters by their dots, of those that look alike the first; nothing at all is a blank."""
    font = font_of(height)
    return {font[code]: code for code in reversed(range(256))} | {bytes(height): 32}


class PicturePage(Page):
    """A page whose characters are painted as they come; what was drawn under them is gone, and scrolls with them."""

    def __init__(self, raster: Raster, mode: Mode) -> None:
        self._raster, self._mode, self._font = raster, mode, font_of(mode.cell)
        super().__init__(mode.columns, mode.foreground)

    def put(self, row: int, column: int, text: str, attribute: int) -> None:
        super().put(row, column, text, attribute)
        self._paint(row, column, column + len(text) - 1)

    def clear(self, top: int, bottom: int, attribute: int) -> None:
        super().clear(top, bottom, attribute)
        raster, height = self._raster, self._mode.cell
        colour = self._colours(attribute)[1]
        raster.fill(raster.whole, 0, (top - 1) * height, raster.width - 1, bottom * height - 1, colour)

    def clear_from(self, row: int, column: int, attribute: int) -> None:
        super().clear_from(row, column, attribute)
        self._paint(row, column, self.width)

    def scroll(self, top: int, bottom: int, attribute: int) -> None:
        scroll(self._raster, self._mode, top, bottom)
        super().scroll(top, bottom, attribute)

    def scroll_down(self, top: int, bottom: int, attribute: int) -> None:
        super().scroll_down(top, bottom, attribute)
        for row in range(top, bottom + 1):
            self._paint(row, 1, self.width)

    def insert(self, row: int, column: int, attribute: int) -> str:
        lost = super().insert(row, column, attribute)
        self._paint(row, column, self.width)
        return lost

    def delete(self, row: int, column: int, attribute: int) -> None:
        super().delete(row, column, attribute)
        self._paint(row, column, self.width)

    def character(self, row: int, column: int) -> int:
        """What the dots there look like, as the BIOS tells it; where they are no character's it is a blank."""
        raster, width = self._raster, self._mode.width // self._mode.columns
        left = (row - 1) * self._mode.cell * raster.width + (column - 1) * width
        starts = range(left, len(raster.pixels), raster.width)[: self._mode.cell]
        dots = bytes(int(raster.pixels[start : start + 8].translate(_DOTS), 2) for start in starts)
        written = super().character(row, column)
        return written if self._font[written].startswith(dots) else _codes(self._mode.cell).get(dots, 32)

    def letters(self, row: int) -> Iterator[tuple[int, int, int, int]]:
        """Columns, codes and colours of the characters in a row over which nothing was drawn, blanks left out."""
        raster, mode = self._raster, self._mode
        width = mode.width // mode.columns
        top = (row - 1) * mode.cell * raster.width
        for column, (code, attribute) in enumerate(zip(*self.row(row), strict=True)):
            if code in (0, 32, 255):
                continue
            foreground, background = self._colours(attribute)
            rows = _cell(self._font[code], width, code in JOINED, foreground, background)
            starts = range(top + column * width, len(raster.pixels), raster.width)
            if all(raster.pixels[at : at + width] == pixels for at, pixels in zip(starts, rows, strict=False)):
                yield column, code, foreground, background

    def _paint(self, row: int, first: int, last: int) -> None:
        characters, attributes = self.row(row)
        for column in range(first, last + 1):
            colours = self._colours(attributes[column - 1])
            draw_character(self._raster, self._mode, self._font, row, column, characters[column - 1], *colours)

    def _colours(self, attribute: int) -> tuple[int, int]:
        most = self._mode.attributes - 1
        return min(attribute & 15, most), min(attribute >> 4 & 7, most)
