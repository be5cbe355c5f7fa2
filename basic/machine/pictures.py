"""The screen as a file: its pixels as numbers, or as a PNG picture.

basic run --headless --screenshot HOUSE.png HOUSE.BAS
"""

from __future__ import annotations

from basic.machine.fonts import font
from basic.machine.graphics.text import draw_character
from basic.machine.machine import Machine
from basic.machine.modes import TEXT
from basic.machine.page import ROWS
from basic.machine.raster import Raster
from basic.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.film import Film


def dump(machine: Machine) -> bytes:
    """Width and height in a line, then a byte for each pixel, row by row: its attribute."""
    raster, _ = Sight(machine).look()
    return b"%d %d\n" % (raster.width, raster.height) + raster.pixels


def text(machine: Machine) -> bytes:
    """The rows of the text screen in code page 437, and a line that says where the cursor is, from 1."""
    console = machine.console
    rows = [console.screen.shown.row(row)[0].replace(b"\xff", b" ") for row in range(1, ROWS + 1)]
    return b"\n".join([*rows, b"cursor %d %d\n" % (console.row, console.column + 1)])


def attributes(machine: Machine) -> bytes:
    """A byte for each character of the text screen, row by row."""
    return machine.console.screen.shown.attributes


def png(machine: Machine) -> bytes:
    """The picture that is seen."""
    raster, colours = Sight(machine).look()
    return encode(raster.width, raster.height, bytes(raster.pixels), colours)


class Sight:
    """The screen of a machine, to be looked at again and again: a row of text is painted where it has changed."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._raster = Raster(0, 0)  # of the text
        self._rows: list[object] = []

    def look(self, phase: int | None = None) -> tuple[Raster, list[tuple[int, int, int]]]:
        """The pixels that can be seen, and the colours of their attributes; `phase`: in which half of its blinking."""
        video = self._machine.drawing
        return video.shown if video else self._text(phase == 1), self._machine.video.colours_in(phase)

    def _text(self, dark: bool) -> Raster:
        """The text screen in dots."""
        page = self._machine.console.screen.shown
        mode = replace(TEXT, width=8 * page.width, height=ROWS * TEXT.cell, columns=page.width)
        if self._raster.width != mode.width:
            self._raster, self._rows = Raster(mode.width, mode.height), [None] * ROWS
        for row in range(1, ROWS + 1):
            characters, attributes = page.row(row)
            if dark and max(attributes) > 127:
                places = zip(characters, attributes, strict=True)
                characters = bytes(32 if attribute > 127 else code for code, attribute in places)
            if self._rows[row - 1] != (now := (characters, attributes)):
                self._rows[row - 1] = now
                for column, (code, attribute) in enumerate(zip(*now, strict=True), 1):
                    colours = attribute & 15, attribute >> 4 & 7
                    draw_character(self._raster, mode, font(mode.cell), row, column, code, *colours)
        return self._raster


def encode(
    width: int, height: int, pixels: bytes, colours: list[tuple[int, int, int]], effort: int = 9
) -> bytes:
    """A PNG with a palette, of one byte for each pixel."""
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 3, 0, 0, 0])
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, len(pixels), width))
    palette = bytes(part for colour in colours for part in colour)
    chunks = (b"IHDR", header), (b"PLTE", palette), (b"IDAT", zlib.compress(rows, effort)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in chunks)


def recording(machine: Machine) -> bytes:
    """What was seen, as a GIF, or heard, as a WAV file."""
    film: Film | None = getattr(machine.console.terminal, "film", None)
    if film is not None:
        return film.gif()
    from basic.machine.wave import wave

    return wave(machine.speaker.heard or ())
