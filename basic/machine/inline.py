"""Pictures that a terminal shows pixel by pixel: by sixels, or by the protocol of kitty."""

from __future__ import annotations

from base64 import standard_b64encode
from itertools import groupby

from basic.machine.frames import phase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.screen import Screen
    from basic.machine.video import Video

    Colour = tuple[int, int, int]

QUERY = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[c"  # can you do kitty's? and what else can you do?
_PIECE = 4096  # bytes of a picture that kitty takes at once


def understood(answer: str) -> str:
    """What a terminal can do by its answer to the query."""
    if "\x1b_Gi=31;OK" in answer:
        return "kitty"
    attributes = answer.rpartition("\x1b[?")[2].rstrip("c").split(";")
    return "sixel" if "4" in attributes else "blocks"


class Inline:
    """Draws the picture again where a pixel has changed; of sixels, the bands that are not as they were."""

    def __init__(self, kind: str) -> None:
        self._encode = kitty if kind == "kitty" else sixel
        self._drawn: tuple[int, bytes, list[Colour]] | None = None
        self._before: list[bytes] = []  # the rows that stand there, in the same colours
        self._size = 640, 400  # of the picture in pixels of the terminal

    def forget(self) -> None:
        self._drawn = None

    def part(self, column: int, row: int, terminal: int) -> tuple[float, float]:
        """Where in the picture a cell is that was drawn: of its width and its height."""
        wide, high = cell(terminal)
        return (column - 0.5) * wide / self._size[0], (row - 0.5) * high / self._size[1]

    def paint(self, screen: Screen, video: Video, row: int, column: int, cursor: bool, size: tuple[int, int]) -> str:
        raster, colours = video.shown, video.colours_in(phase())
        now = raster.width, bytes(raster.pixels), colours
        if now == self._drawn:
            return ""
        begin = "\x1b[0m\x1b[2J" if self._drawn is None else ""
        if self._drawn is None or (now[0], colours) != (self._drawn[0], self._drawn[2]):
            self._before = []
        self._drawn = now
        # Where pixels are not square a row stands twice, as in the 200 rows of the colour card.
        double = 2 if raster.width >= 2 * raster.height else 1
        rows = [now[1][start : start + raster.width] for start in range(0, len(now[1]), raster.width)]
        if raster.width < 400:
            rows = [_doubled(row) for row in rows]
            double = 2
        rows = [row for row in rows for _ in range(double)]
        self._size = len(rows[0]), len(rows)
        before, self._before = self._before, rows
        return f"\x1b[?25l{begin}\x1b[1;1H" + self._encode(rows, colours, before)


def _doubled(row: bytes) -> bytes:
    twice = bytearray(2 * len(row))
    twice[::2] = twice[1::2] = row
    return bytes(twice)


def cell(terminal: int) -> tuple[float, float]:
    """Width and height of a terminal's character in pixels, as far as it tells."""
    from fcntl import ioctl
    from struct import unpack
    from termios import TIOCGWINSZ

    try:
        rows, columns, width, height = unpack("4H", ioctl(terminal, TIOCGWINSZ, bytes(8)))
    except OSError:
        rows = columns = width = height = 0
    return (width / columns, height / rows) if width and height else (8, 16)


def kitty(rows: list[bytes], colours: list[Colour], before: list[bytes]) -> str:
    """A PNG in pieces, in the place of the one before."""
    from basic.machine.pictures import encode

    data = standard_b64encode(encode(len(rows[0]), len(rows), b"".join(rows), colours, 1)).decode()
    pieces = [data[start : start + _PIECE] for start in range(0, len(data), _PIECE)]
    parts = []
    for number, piece in enumerate(pieces):
        head = "a=T,f=100,i=1,p=1,q=2,C=1," if number == 0 else ""
        parts.append(f"\x1b_G{head}m={int(number < len(pieces) - 1)};{piece}\x1b\\")
    return "".join(parts)


def sixel(rows: list[bytes], colours: list[Colour], before: list[bytes]) -> str:
    """Bands of six rows; in each a line of dots for every colour that it has. A band without dots stays as it was."""
    stays = ";1" if before else ""
    parts = [f'\x1bP{stays}q"1;1;{len(rows[0])};{len(rows)}']
    for number, colour in enumerate(colours):
        red, green, blue = (part * 100 // 255 for part in colour)
        parts.append(f"#{number};2;{red};{green};{blue}")
    for top in range(0, len(rows), 6):
        band = rows[top : top + 6]
        for number in sorted(set(b"".join(band))) if band != before[top : top + 6] else ():
            dots = 0
            for bit, row in enumerate(band):
                table = bytes(number) + bytes([1 << bit]) + bytes(255 - number)
                dots |= int.from_bytes(row.translate(table), "big")
            line = dots.to_bytes(len(band[0]), "big")
            parts.append(f"#{number}{_runs(line)}$")
        parts.append("-")
    return "".join(parts) + "\x1b\\"


def _runs(line: bytes) -> str:
    parts = []
    for dots, run in groupby(line.rstrip(b"\0")):
        count = len(list(run))
        parts.append(f"!{count}{chr(63 + dots)}" if count > 3 else chr(63 + dots) * count)
    return "".join(parts)
