"""Memory and ports as far as programs look into them: PEEK, POKE, DEF SEG, INP, OUT, WAIT.

    10 DEF SEG=0: PRINT PEEK(&H417): POKE &H417,64

Areas of memory that mean something are kept by those who know what: BASIC's own data by the engine, the text screen in
segment B800 by the console, where a program may look there. Elsewhere there is nothing behind an address. What a
program pokes (or loads with BLOAD) it can peek again, also in the segment of the other screen, B000; a few bytes of the
BIOS work area tell the truth (screen mode, cursor, clock); everything else is 0. The port of the video card's retrace
alternates, so that programs which wait for it go on; other ports give back what was sent to them.
"""

from __future__ import annotations

from basic.errors import DEVICE_TIMEOUT, BasicError, Unsupported
from basic.machine.clock import Clock
from basic.machine.console import Console
from basic.machine.page import ROWS
from basic.record import Protocol
from basic.sizes import FIRST_LINE, SCREEN, SCREEN_SIZE, SEGMENT_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.graphics.memory import VideoMemory
    from basic.machine.state import State

DATA_SEGMENT = 0x1000  # where DEF SEG without a segment points: BASIC's own data
RETRACE = 0x3DA
BUFFER = 0x1E, 0x3E  # where that of the keyboard begins and ends
WORK_AREA = {  # what never changes of the BIOS's data at 40:0
    0x410: 0x21,  # equipment: a disk drive, a colour card with 80 columns
    0x413: 640 & 255,  # kilobytes of memory
    0x414: 640 >> 8,
    0x41A: BUFFER[0],  # the next key and the end of those that wait: there are none
    0x41C: BUFFER[0],
    0x463: 0xD4,  # the address of the video card's registers, 3D4
    0x464: 0x03,
    0x480: BUFFER[0],
    0x482: BUFFER[1],
    0x484: ROWS - 1,
}
KEPT = (0x2E, 0x2F, 0x30, 0x31, 0x347, 0x348, 0x358, 0x359)  # words about lines and variables


class Area(Protocol):
    """A part of the memory that somebody keeps, by the offsets from its beginning."""

    def peek(self, offset: int) -> int | None:
        """The byte, or None where nothing in particular is."""

    def poke(self, offset: int, value: int) -> bool:
        """Change the byte; False where nothing in particular is."""


class NobodysData:
    """BASIC's own data segment where no interpreter is: what a program's lines would be is not there."""

    def __init__(self, lines: int = 0) -> None:
        """`lines`: how many bytes the program takes."""
        self._lines = range(FIRST_LINE, FIRST_LINE + lines)

    def peek(self, offset: int) -> None:
        if offset in KEPT or offset in self._lines:
            raise Unsupported("BASIC's own memory")

    def poke(self, offset: int, value: int) -> bool:
        if offset in self._lines:
            raise Unsupported("POKE into the program")
        return False


class Memory:
    STATE = "_poked", "_ports", "_retrace", "segment"

    def __init__(self, console: Console, clock: Clock) -> None:
        self._console = console
        self._clock = clock
        self._poked: dict[int, int] = {}
        self._ports: dict[int, int] = {}
        self._retrace = 0
        self.segment = DATA_SEGMENT
        self._card: VideoMemory | None = None
        self._areas: dict[range, Area] = {range(SCREEN, SCREEN + SCREEN_SIZE): console}
        self.closed: Callable[[], bool] = lambda: False  # PEEK and its kin typed while a protected program is there

    def keep_pixels(self, places: range, card: VideoMemory) -> None:
        """There is a graphics card: where it has pixels no text is."""
        self._areas = {places: card, **self._areas}
        self._card = card

    def forget_pixels(self) -> None:
        """The card is gone."""
        self._areas = {places: area for places, area in self._areas.items() if area is not self._card}
        self._card = None

    def state(self) -> State:
        from basic.machine.state import fields

        return fields(self), None if self._card is None else fields(self._card)

    def restore(self, state: State) -> None:
        from basic.machine.state import put_fields

        own, card = state
        put_fields(self, own)
        if self._card is not None:
            put_fields(self._card, card)

    def keep_data(self, area: Area) -> None:
        """Somebody keeps BASIC's own data from now on."""
        first = DATA_SEGMENT * 16
        self._areas[range(first, first + SEGMENT_SIZE)] = area

    def enter(self, segment: int) -> None:
        """`DEF SEG=&HB800`"""
        self.segment = segment

    def _address(self, offset: int) -> int:
        return (self.segment * 16 + offset) & 0xFFFFF

    def peek(self, offset: int) -> int:
        address = self._address(offset)
        for places, area in self._areas.items():
            if address in places:
                byte = area.peek(address - places.start)
                if byte is not None:
                    return byte
        if address in self._poked:
            return self._poked[address]
        return self._work_area(address) if 0x400 <= address < 0x500 else 0

    def poke(self, offset: int, value: int) -> None:
        address = self._address(offset)
        for places, area in self._areas.items():
            if address in places and area.poke(address - places.start, value):
                return
        self._poked[address] = value

    def _work_area(self, address: int) -> int:
        """The BIOS data at 40:0 that old programs read."""
        console = self._console
        match address:
            case 0x449:
                pixels = self._card.bios_mode if self._card else None
                return pixels or (3 if console.width == 80 else 1)
            case 0x44A:
                return console.width
            case 0x44C | 0x44D:
                return self._page_size >> 8 * (address - 0x44C) & 255
            case 0x44E | 0x44F:
                return self._page_size * console.screen.visible >> 8 * (address - 0x44E) & 255
            case 0x450:
                return console.pos - 1
            case 0x451:
                return console.csrlin - 1
            case 0x460 | 0x461:
                return console.screen.cursor_shape[0x461 - address]  # its last row, then its first
            case 0x462:
                return console.screen.visible
            case 0x46C | 0x46D | 0x46E:
                return self._clock.ticks() >> 8 * (address - 0x46C) & 255
            case 0x485:
                return self._card.cell if self._card else 16  # rows of dots of a character
        return WORK_AREA.get(address, 0)

    @property
    def _page_size(self) -> int:
        return (self._card and self._card.page_size) or self._console.screen.page_size

    def inp(self, port: int) -> int:
        if port == RETRACE:
            self._retrace ^= 9
            if self._card:
                self._card.retrace_read()
            return self._retrace
        return self._ports.get(port, 0)

    def out(self, port: int, value: int) -> None:
        self._ports[port] = value
        if self._card:
            self._card.out(port, value)

    def wait(self, port: int, mask: int, inverted: int) -> None:
        """Until a masked bit is set. No port changes but the retrace, so what is not there soon never comes."""
        if not any((self.inp(port) ^ inverted) & mask for _ in range(2)):
            raise BasicError(DEVICE_TIMEOUT)
