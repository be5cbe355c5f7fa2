"""The screen modes: what `SCREEN n` gives a program, as one table.

    10 SCREEN 9: PSET (639,349),15

Sizes, colours, pages and palettes are those of GW-BASIC 3.23 on an EGA with 256 KB and a Hercules card beside it. The
aspect is what CIRCLE and DRAW reckon with: how much shorter a line down is than one across, in 1/256ths, and the
inverse (recorded for SCREEN 1 and 2: D5h and 133h, 6Bh and 266h; 4/3 * height / width in general).
"""

from __future__ import annotations

from basic.record import record

CGA = tuple(range(16))  # the colours of the colour card by their numbers
EGA = tuple(range(64))  # two bits each of red, green and blue: rgbRGB
MONO = tuple(range(9))  # SCREEN 10: two of the levels, three times the first and the second, between which it blinks
_LEVELS = 0, 170, 255  # off, on and bright


@record
class Mode:
    """One value of `SCREEN n`."""

    number: int
    width: int  # of the picture; 0: there is only text
    height: int
    bits: int  # of a pixel
    planes: int  # how many rows of bits a row of pixels has in memory, and in the arrays of GET
    columns: int
    cell: int  # rows of pixels of a character
    pages: int
    palette: tuple[int, ...]  # the colour of each attribute
    colours: tuple[int, ...]  # those that PALETTE can choose from
    foreground: int

    @property
    def attributes(self) -> int:
        """How many colours there are at one time."""
        return 1 << self.bits

    @property
    def aspect(self) -> tuple[int, int]:
        """What a distance down is of one across, and the inverse, in 1/256ths."""
        if self.width == 0:
            return 256, 256
        ratio = 4 * self.height / (3 * self.width)
        return round(256 * ratio), round(256 / ratio)


# The palette of text is that of the EGA: its brown and its bright colours are 20 and 56 to 63 there.
_SIXTEEN = (0, 1, 2, 3, 4, 5, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63)

TEXT = Mode(0, 0, 0, 4, 1, 80, 16, 4, _SIXTEEN, EGA, 7)
MODES = {
    mode.number: mode
    for mode in (
        TEXT,
        Mode(1, 320, 200, 2, 1, 40, 8, 1, (0, 11, 13, 15), CGA, 3),
        Mode(2, 640, 200, 1, 1, 80, 8, 1, (0, 15), CGA, 1),
        Mode(3, 720, 348, 1, 1, 80, 14, 2, (0, 15), (0, 15), 1),
        Mode(7, 320, 200, 4, 4, 40, 8, 8, CGA, CGA, 15),
        Mode(8, 640, 200, 4, 4, 80, 8, 4, CGA, CGA, 15),
        Mode(9, 640, 350, 4, 4, 80, 14, 2, _SIXTEEN, EGA, 15),
        Mode(10, 640, 350, 2, 2, 80, 14, 2, (0, 4, 1, 8), MONO, 3),
    )
}
# `WIDTH 80` in SCREEN 1 is SCREEN 2.
OF_WIDTH = {40: {2: 1, 8: 7, 9: 1, 10: 1}, 80: {1: 2, 7: 8}}


def rgb(mode: Mode, colour: int, phase: int | None = None) -> tuple[int, int, int]:
    """What a colour of this mode looks like; a blinking one at first (0), then (1), or when it is brighter."""
    if mode.colours is EGA:
        return tuple(85 * (2 * (colour >> bit & 1) + (colour >> bit + 3 & 1)) for bit in (2, 1, 0))  # type: ignore[return-value]
    if mode.colours is MONO:
        places = divmod(colour, 3)
        level = _LEVELS[max(places) if phase is None else places[phase]]
        return level, level, level
    high = 85 * (colour >> 3)
    red, green, blue = (170 * (colour >> bit & 1) + high for bit in (2, 1, 0))
    return (red, 85, blue) if colour == 6 else (red, green, blue)  # brown, not dark yellow
