"""The text screen as sequences of an ANSI terminal: of each picture only what has changed since the last one."""

from __future__ import annotations

from basic import codepage
from basic.machine.page import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.screen import Screen

BACKGROUND = 0x70  # the bits of an attribute
_ANSI = (0, 4, 2, 6, 1, 5, 3, 7)  # the PC counts blue 1 and red 4; ANSI the other way round
# What the screen's memory shows: control characters too have a picture.
PICTURES = tuple(
    " " if code in (0, 255) else codepage.PICTURES[code - 1] if code < 32 else codepage.to_unicode(chr(code))
    for code in range(256)
)


def colours(attribute: int) -> str:
    """The sequence for an attribute: bits 0 to 3 the character, 4 to 6 its background, 7 blinking."""
    foreground, background = attribute & 15, attribute >> 4 & 7
    codes = ["0", str((90 if foreground & 8 else 30) + _ANSI[foreground & 7]), str(40 + _ANSI[background])]
    if attribute & 128:
        codes.append("5")
    return f"\x1b[{';'.join(codes)}m"


class Painter:
    """Draws a screen on a terminal of some size, again and again. What is too large for it follows the cursor."""

    def __init__(self) -> None:
        self._drawn: list[tuple[bytes, bytes]] = []
        self._width = 80
        self._frame = 0, 0, 0  # columns, rows, and the first row of the screen that is shown

    def forget(self) -> None:
        """The terminal shows something else: the next picture is drawn whole."""
        self._drawn = []

    def part(self, column: int, row: int, terminal: int) -> tuple[float, float]:
        """Where in the picture a cell is that was drawn: of its width and its height."""
        return (column - 0.5) / self._width, (self._frame[2] - 1 + row - 0.5) / ROWS

    def paint(self, screen: Screen, row: int, column: int, cursor: bool, size: tuple[int, int]) -> str:
        """The sequences that bring the terminal to this picture, with the cursor at a place (from 1)."""
        page = screen.shown
        self._width = page.width
        columns, rows = min(size[0], page.width) or page.width, min(size[1], ROWS) or ROWS
        first = 1 if row <= rows else row - rows + 1
        if (columns, rows, first) != self._frame:
            self._frame = columns, rows, first
            self._drawn = []
        parts = ["\x1b[?25l"]
        if not self._drawn:
            parts.append("\x1b[0m\x1b[2J")
            self._drawn = [(b"", b"")] * rows
        for line in range(rows):
            now = page.row(first + line)
            if now != self._drawn[line]:
                self._drawn[line] = now
                parts.append(f"\x1b[{line + 1};1H{_runs(*now, columns)}")
        parts.append(f"\x1b[0m\x1b[{row - first + 1};{min(column, columns)}H")
        if cursor:
            parts.append("\x1b[?25h")
        return "".join(parts)


def _runs(characters: bytes, attributes: bytes, columns: int) -> str:
    """A row: runs of one colour; black blanks at its end are erased."""
    parts: list[str] = []
    last = -1
    end = min(len(characters.rstrip(b" ")), columns)
    while end < columns and any(attribute & BACKGROUND for attribute in attributes[end:columns]):
        end = columns
    for code, attribute in zip(characters[:end], attributes[:end], strict=True):
        if attribute != last:
            parts.append(colours(attribute))
            last = attribute
        parts.append(PICTURES[code])
    if end < columns:
        parts.append("\x1b[0;40m\x1b[K")
    return "".join(parts)
