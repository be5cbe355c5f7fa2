"""Characters in a picture: what PRINT shows on a graphics screen.

A cell is as wide as the picture leaves it: of nine columns (Hercules) the last is the background, but for the lines and
blocks C0h to DFh, which go on into it.
"""

from __future__ import annotations

from functools import lru_cache

from basic.machine.graphics.bits import spread
from basic.machine.modes import Mode
from basic.machine.raster import Raster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.fonts import Font

JOINED = range(0xC0, 0xE0)


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


def scroll(raster: Raster, mode: Mode, top: int, bottom: int, background: int) -> None:
    """The rows of text from one to the other go up by one; the last becomes blank."""
    row = mode.cell * raster.width
    end = min(bottom * row, len(raster.pixels))
    start = (top - 1) * row
    raster.pixels[start:end] = raster.pixels[start + row : end] + bytes([background]) * row


@lru_cache(2048)
def _cell(glyph: bytes, width: int, joined: bool, foreground: int, background: int) -> list[bytes]:
    """The pixels of each row."""
    colours = bytes([background, foreground])
    rows = [spread(1)[dots].translate(colours.ljust(256)) for dots in glyph]
    return [row + (row[-1:] if joined else colours[:1]) * (width - 8) for row in rows]
