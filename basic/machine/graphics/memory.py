"""The memory of the graphics card, as PEEK, POKE, BLOAD and BSAVE find it from A000:0 on.

    10 SCREEN 1: DEF SEG=&HB800: POKE 0,&H1B: BSAVE "PICTURE",0,16384

The colour card (SCREEN 1 and 2) has even rows of pixels at B800:0 and odd ones 8 KB on, Hercules four such banks at
B000:0. The EGA has its planes at the same addresses: port 3C5 says which of them a POKE changes, 3CF which one a PEEK
sees. Its port 3C0 takes the number of a palette register and its colour in turn; reading the retrace begins with the
number again. An EGA has no port 3C8 and 3C9, by which a VGA's colours are mixed.
"""

from __future__ import annotations

from basic.machine.graphics.bits import packed, unpacked
from basic.machine.modes import EGA
from basic.machine.raster import Raster
from basic.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.video import Video

START = 0xA0000
PLACES = range(START, 0xC0000)
BANK = 0x2000
ATTRIBUTES, SEQUENCER, CONTROLLER, COLOUR_SELECT = 0x3C0, 0x3C4, 0x3CE, 0x3D9
MAP_MASK, READ_MAP = 2, 4  # their registers


@record
class Layout:
    """Where a mode has its pixels."""

    start: int  # from A000:0 on
    banks: int
    page: int  # the size of one


COLOUR = Layout(0x18000, 2, 2 * BANK)
HERCULES = Layout(0x10000, 4, 4 * BANK)
LAYOUTS = {
    1: COLOUR,
    2: COLOUR,
    3: HERCULES,
    7: Layout(0, 1, BANK),
    8: Layout(0, 1, 2 * BANK),
    9: Layout(0, 1, 4 * BANK),
    10: Layout(0, 1, 4 * BANK),
}
BIOS_MODES = {1: 4, 2: 6, 3: 7, 7: 13, 8: 14, 9: 16, 10: 15}


class VideoMemory:
    STATE = "_registers", "_chosen", "_entry"

    def __init__(self, video: Video) -> None:
        self._video = video
        self._registers = {(SEQUENCER, MAP_MASK): 15, (CONTROLLER, READ_MAP): 0}
        self._chosen = {SEQUENCER: 0, CONTROLLER: 0}
        self._entry: int | None = None  # of the palette, whose colour comes next

    def retrace_read(self) -> None:
        """The next number for 3C0 is a register's."""
        self._entry = None

    @property
    def bios_mode(self) -> int | None:
        """The mode by the BIOS's number; None for text."""
        return BIOS_MODES.get(self._video.mode.number)

    @property
    def page_size(self) -> int | None:
        """The bytes from one page of pixels to the next."""
        layout = LAYOUTS.get(self._video.mode.number)
        return layout.page if layout else None

    @property
    def cell(self) -> int:
        """The rows of dots of a character."""
        return self._video.mode.cell

    def _find(self, offset: int) -> tuple[Raster, int] | None:
        """The page and the first pixel of a byte; None where no pixels are."""
        mode = self._video.mode
        layout = LAYOUTS.get(mode.number)
        if layout is None or offset < layout.start:
            return None
        self._video.settle()
        page, within = divmod(offset - layout.start, layout.page)
        row, column = divmod(within % BANK if layout.banks > 1 else within, mode.width // self._pixels)
        row = row * layout.banks + within // BANK if layout.banks > 1 else row
        if page >= mode.pages or row >= mode.height:
            return None
        return self._video.pages[page], row * mode.width + column * self._pixels

    @property
    def _pixels(self) -> int:
        """How many a byte has."""
        return 8 * self._video.mode.planes // self._video.mode.bits

    def peek(self, offset: int) -> int | None:
        found = self._find(offset)
        if found is None:
            return None
        raster, place = found
        planes = packed(raster.pixels[place : place + self._pixels], self._video.mode)
        return planes[self._registers[CONTROLLER, READ_MAP] % len(planes)]

    def poke(self, offset: int, value: int) -> bool:
        found = self._find(offset)
        if found is None:
            return False
        raster, place = found
        mode, count = self._video.mode, self._pixels
        planes = bytearray(packed(raster.pixels[place : place + count], mode))
        for plane in range(len(planes)):
            if len(planes) == 1 or self._registers[SEQUENCER, MAP_MASK] >> plane & 1:
                planes[plane] = value
        raster.pixels[place : place + count] = unpacked(bytes(planes), count, mode)
        self._video.touched()
        return True

    def out(self, port: int, value: int) -> None:
        """Registers that programs set themselves: the planes, the palette, and that of SCREEN 1 with its background."""
        if port in self._chosen:
            self._chosen[port] = value
        elif port - 1 in self._chosen:
            self._registers[port - 1, self._chosen[port - 1]] = value
        elif port == ATTRIBUTES:
            entry, self._entry = self._entry, value & 31 if self._entry is None else None
            if entry is not None:
                self._set_palette(entry, value)
        elif port == COLOUR_SELECT and self._video.mode.number == 1:
            bright = 8 * (value >> 4 & 1)
            first = 3 if value & 32 else 2
            self._video.palette[:] = [value & 15, *(colour + bright for colour in range(first, first + 5, 2))]

    def _set_palette(self, entry: int, value: int) -> None:
        """In SCREEN 7 to 9; with 200 rows bit 4 is the intensity, and bits 3 and 5 count for nothing."""
        mode, palette = self._video.mode, self._video.palette
        if mode.planes == 4 and entry < len(palette):
            palette[entry] = value & 63 if mode.colours is EGA else value & 7 | value >> 1 & 8
            self._video.touched()
