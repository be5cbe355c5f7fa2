"""Pixels as the bytes that a mode has them in: in the arrays of GET, in tiles, in memory.

Where a mode has no planes the bits of a pixel lie together, the first pixel in the highest ones; with planes a row is
there once for each bit of a pixel, the lowest first.
"""

from __future__ import annotations

from functools import lru_cache

from basic.machine.modes import Mode


def width_in_bytes(pixels: int, mode: Mode) -> int:
    """The bytes of a row in one plane."""
    return (pixels * mode.bits // mode.planes + 7) // 8


def packed(row: bytes | bytearray, mode: Mode) -> bytes:
    """The bytes of a row of pixels."""
    width = width_in_bytes(len(row), mode)
    each = mode.bits // mode.planes
    spare = 8 * width - each * len(row)
    parts = (int(row.translate(digits), 1 << each) << spare for digits in _digits(mode.bits, mode.planes))
    return b"".join(part.to_bytes(width, "big") for part in parts)


def unpacked(data: bytes, pixels: int, mode: Mode) -> bytes:
    """The row of pixels that these bytes are."""
    width = width_in_bytes(pixels, mode)
    pixels_of = spread(mode.bits // mode.planes)
    if mode.planes == 1:
        return b"".join([pixels_of[byte] for byte in data[:width]])[:pixels]
    row = 0
    for plane in range(mode.planes):
        part = b"".join([pixels_of[byte] for byte in data[plane * width : (plane + 1) * width]])
        row |= int.from_bytes(part, "big") << plane
    return row.to_bytes(8 * width, "big")[:pixels]


@lru_cache
def _digits(bits: int, planes: int) -> list[bytes]:
    """For each plane: the digit of every attribute."""
    mask = (1 << bits // planes) - 1
    return [bytes(48 + (attribute >> plane & mask) for attribute in range(256)) for plane in range(planes)]


@lru_cache
def spread(bits: int) -> list[bytes]:
    """The pixels of every byte."""
    mask = (1 << bits) - 1
    return [bytes(byte >> place & mask for place in range(8 - bits, -1, -bits)) for byte in range(256)]
