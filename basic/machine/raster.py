"""A picture of pixels: one page of a graphics screen, a byte for each pixel, its attribute.

It knows neither BASIC nor a screen: what draws on it is in `graphics/`, how it looks in `modes.py`.
"""

from __future__ import annotations

from basic.record import record

BAND = 16  # rows of pixels that a state has as one piece: those that stay as they were are the same in the next state


@record
class Clip:
    """The part that may be drawn on, its edges included."""

    left: int
    top: int
    right: int
    bottom: int

    def has(self, x: int, y: int) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class Raster:
    def __init__(self, width: int, height: int, pixels: bytes | bytearray = b"") -> None:
        self.width, self.height = width, height
        self.pixels = bytearray(pixels or width * height)
        self._bands: tuple[bytes, ...] = ()

    def state(self) -> tuple[bytes, ...]:
        """All pixels."""
        pixels, size = self.pixels, BAND * self.width
        starts = range(0, len(pixels), size)
        known = self._bands or (b"-",) * len(starts)
        self._bands = tuple(
            [
                band if pixels.startswith(band, start) else bytes(pixels[start : start + size])
                for band, start in zip(known, starts, strict=True)
            ]
        )
        return self._bands

    def restore(self, state: tuple[bytes, ...]) -> None:
        self.pixels[:] = b"".join(state)
        self._bands = state

    @property
    def whole(self) -> Clip:
        return Clip(0, 0, self.width - 1, self.height - 1)

    def point(self, x: int, y: int) -> int:
        return self.pixels[y * self.width + x]

    def pset(self, clip: Clip, x: int, y: int, colour: int) -> None:
        if clip.left <= x <= clip.right and clip.top <= y <= clip.bottom:
            self.pixels[y * self.width + x] = colour

    def fill(self, clip: Clip, left: int, top: int, right: int, bottom: int, colour: int) -> None:
        """A rectangle, its edges included, as far as the clip lets it be seen."""
        left, right = max(left, clip.left), min(right, clip.right)
        top, bottom = max(top, clip.top), min(bottom, clip.bottom)
        if left > right:
            return
        run = bytes([colour]) * (right - left + 1)
        for start in range(top * self.width + left, bottom * self.width + left + 1, self.width):
            self.pixels[start : start + len(run)] = run

    def rows(self, left: int, top: int, width: int, height: int) -> list[bytes]:
        """The pixels of a rectangle within the picture, row by row."""
        starts = range(top * self.width + left, (top + height) * self.width + left, self.width)
        return [bytes(self.pixels[start : start + width]) for start in starts]
