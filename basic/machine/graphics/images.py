"""Pieces of a picture in an array, as GET takes and PUT draws them.

Two words, the width in bits of a plane and the height in rows, and then the rows, each from a new byte on.
"""

from __future__ import annotations

from functools import lru_cache

from basic.errors import ILLEGAL, BasicError
from basic.machine.graphics.bits import packed, unpacked, width_in_bytes
from basic.machine.modes import MODES, Mode
from basic.machine.raster import Clip, Raster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

HEADER = 4

ACTIONS: dict[str, Callable[[int, int, int], int]] = {  # what is there, what is put, all bits of an attribute
    "PSET": lambda there, put, all_: put,
    "PRESET": lambda there, put, all_: put ^ all_,
    "AND": lambda there, put, all_: there & put,
    "OR": lambda there, put, all_: there | put,
    "XOR": lambda there, put, all_: there ^ put,
}


def size_of(width: int, height: int, mode: Mode) -> int:
    """The bytes that a piece takes."""
    return HEADER + width_in_bytes(width, mode) * mode.planes * height


def taken(raster: Raster, mode: Mode, left: int, top: int, width: int, height: int) -> bytes:
    """The array's bytes for a piece of the picture."""
    header = (width * mode.bits // mode.planes).to_bytes(2, "little") + height.to_bytes(2, "little")
    return header + b"".join(packed(row, mode) for row in raster.rows(left, top, width, height))


def size_in(header: bytes, mode: Mode) -> tuple[int, int]:
    """Width and height of the piece that an array has."""
    width = int.from_bytes(header[:2], "little") // (mode.bits // mode.planes)
    return width, int.from_bytes(header[2:HEADER], "little")


def put(raster: Raster, clip: Clip, mode: Mode, x: int, y: int, data: bytes, action: str) -> None:
    """Draw what an array has; error 5 if it does not fit."""
    width, height = size_in(data, mode)
    if not (width and height and clip.has(x, y) and clip.has(x + width - 1, y + height - 1)):
        raise BasicError(ILLEGAL)
    pixels = _pixels(data[: size_of(width, height, mode)], mode.number)
    if action != "PSET":
        there, all_ = b"".join(raster.rows(x, y, width, height)), bytes([mode.attributes - 1]) * len(pixels)
        result = ACTIONS[action](*(int.from_bytes(part, "big") for part in (there, pixels, all_)))
        pixels = result.to_bytes(len(pixels), "big")
    place = y * raster.width + x
    for start in range(0, len(pixels), width):
        raster.pixels[place : place + width] = pixels[start : start + width]
        place += raster.width


@lru_cache(64)
def _pixels(data: bytes, number: int) -> bytes:
    """All pixels of what an array has, row by row: sprites are drawn again and again."""
    mode = MODES[number]
    width, height = size_in(data, mode)
    length = width_in_bytes(width, mode) * mode.planes
    data = data.ljust(HEADER + length * height, b"\0")
    starts = range(HEADER, HEADER + length * height, length)
    return b"".join([unpacked(data[start : start + length], width, mode) for start in starts])
