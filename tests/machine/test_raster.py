"""The parts of pictures by themselves: rasters, bits, copies."""

from __future__ import annotations

from random import Random

import pytest

from basic.machine.graphics.bits import packed, unpacked, width_in_bytes
from basic.machine.graphics.circle import Shape, circle
from basic.machine.graphics.line import line
from basic.machine.graphics.paint import Fill, solid
from basic.machine.modes import MODES, Mode, rgb
from basic.machine.raster import Clip, Raster
from basic.machine.video import Video

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.graphics.paint import Rows

PIXELS = [mode for mode in MODES.values() if mode.width]


@pytest.mark.parametrize("mode", PIXELS, ids=lambda mode: str(mode.number))
def test_pixels_as_bytes_and_back(mode: Mode) -> None:
    random = Random(mode.number)
    for width in (1, 3, 7, 8, 9, 40, mode.width):
        row = bytes(random.randrange(mode.attributes) for _ in range(width))
        data = packed(row, mode)
        assert len(data) == width_in_bytes(width, mode) * mode.planes
        assert unpacked(data, width, mode) == row


def test_pixels_of_each_mode() -> None:
    assert packed(bytes([0, 1, 2, 3]), MODES[1]) == b"\x1b"
    assert packed(bytes([1, 0, 0, 0, 0, 0, 0, 1, 1]), MODES[2]) == b"\x81\x80"
    assert packed(bytes(range(8)), MODES[9]) == b"\x55\x33\x0f\0"
    assert unpacked(b"\xff\0\xff\0", 8, MODES[7]) == bytes([5] * 8)


def test_the_aspects_are_those_recorded() -> None:
    assert [MODES[number].aspect for number in (1, 2, 7, 8)] == [(0xD5, 0x133), (0x6B, 0x266)] * 2
    assert MODES[9].aspect == (187, 351)


def test_colours() -> None:
    assert [rgb(MODES[7], colour) for colour in (0, 4, 6, 8, 15)] == [
        (0, 0, 0), (170, 0, 0), (170, 85, 0), (85, 85, 85), (255, 255, 255),
    ]  # fmt: skip
    assert [rgb(MODES[9], colour) for colour in (0, 4, 20, 36, 63)] == [
        (0, 0, 0), (170, 0, 0), (170, 85, 0), (255, 0, 0), (255, 255, 255),
    ]  # fmt: skip


def pixels(raster: Raster) -> set[tuple[int, int]]:
    return {divmod(place, raster.width)[::-1] for place, pixel in enumerate(raster.pixels) if pixel}


def test_a_clipped_line_is_part_of_the_whole_one() -> None:
    random = Random(3)
    for _ in range(200):
        ends = [random.randrange(50) for _ in range(4)]
        whole, part, clip = Raster(50, 50), Raster(50, 50), Clip(10, 15, 33, 40)
        line(whole, whole.whole, *ends, 1)
        line(part, clip, *ends, 1)
        assert pixels(part) == {point for point in pixels(whole) if clip.has(*point)}
        assert len(pixels(whole)) == max(abs(ends[0] - ends[2]), abs(ends[1] - ends[3])) + 1


def test_a_circle_is_alike_on_all_sides() -> None:
    for radius in range(40):
        for shape in (Shape(0), Shape(100), Shape(213), Shape(256), Shape(100, upright=True)):
            raster = Raster(101, 101)
            circle(raster, raster.whole, 50, 50, radius, 1, shape)
            points = pixels(raster)
            assert points == {(100 - x, y) for x, y in points} == {(x, 100 - y) for x, y in points}
            assert (50 + shape.across(radius), 50) in points and (50, 50 + shape.down(radius)) in points


def test_a_state_stays_what_it_was() -> None:
    video = Video()
    video.set_mode(MODES[9])
    video.raster.fill(video.canvas.clip, 0, 0, 9, 9, 3)
    video.canvas.move(5, 6)
    first = video.state()
    video.raster.fill(video.canvas.clip, 0, 100, 9, 109, 5)
    video.palette[1] = 63
    video.canvas.move(7, 8)
    second = video.state()
    assert second[2][0][0] is first[2][0][0]  # pixels that stay are there once
    video.set_mode(MODES[1])
    for kept, state, colour, row in ((Video(), first, 3, 5), (video, second, 5, 105), (video, first, 3, 5)):
        kept.restore(state)
        assert kept.mode is MODES[9] and kept.shown.width == 640 and kept.raster.point(5, row) == colour
        assert (kept.palette[1], kept.canvas.last) == ((1, (5, 6)) if state is first else (63, (7, 8)))
    assert video.raster.point(5, 105) == 0
    video.raster.pset(video.canvas.clip, 0, 0, 9)
    assert video.state()[2][0][0] != first[2][0][0] == second[2][0][0]


# ---- PAINT -----------------------------------------------------------------------------------------------------------


class Counting(Fill):
    looks = 0

    def _run(self, x: int, last: int, y: int) -> tuple[int, int] | None:
        self.looks += 1
        return super()._run(x, last, y)


class Plainly(Fill):
    """Each run is looked at whenever it is come to."""

    def _spread(self, left: int, right: int, y: int, way: int) -> None:
        self.passed.clear()
        super()._spread(left, right, y, way)


def scene(random: Random) -> tuple[Raster, Rows, Rows | None, int]:
    """Dots and dotted lines, on what is painted over."""
    raster = Raster(32, 24)
    for _ in range(random.randrange(25)):
        start, step = random.randrange(32 * 24), random.choice([1, 2, 3, 32, 64])
        for place in range(start, random.randrange(start, 32 * 24), step):
            raster.pixels[place] = random.randrange(4)

    def rows() -> Rows:
        tile = [bytes(random.randrange(3) for _ in range(random.choice([1, 2, 8]))) * 32 for _ in range(3)]
        count = random.randint(1, 3)
        return lambda y: tile[y % count][:32]

    paint = rows()
    return raster, paint, random.choice([None, paint, rows()]), random.randrange(4)


def bordering(random: Random) -> tuple[Raster, Rows, Rows | None, int]:
    """Dots, and a tile that makes borders in every other row, which is there already."""
    raster = Raster(32, 24)
    for _ in range(64):
        raster.pixels[random.randrange(32 * 24)] = 1
    other = bytes(random.randrange(2) for _ in range(8)) * 4
    return raster, lambda y: (b"\1\0" * 16, bytes(32))[y % 2], lambda y: (b"\1\0" * 16, other)[y % 2], 1


@pytest.mark.parametrize("made", [scene, bordering])
def test_what_is_passed_over_adds_nothing(made: Callable[[Random], tuple[Raster, Rows, Rows | None, int]]) -> None:
    random = Random(5)
    for _ in range(500):
        raster, paint, ground, border = made(random)
        other = Raster(32, 24, raster.pixels)
        for fill, on in ((Fill, raster), (Plainly, other)):
            fill(on, on.whole, border, paint, ground).from_(16, 12)
        assert raster.pixels == other.pixels


def test_a_comb_is_painted_tooth_by_tooth() -> None:
    """So many looks at runs as there are gaps, whether or not the paint looks like what it is put on."""
    for paint in (0, 2):
        raster = Raster(640, 41)
        for y in range(1, 41, 2):
            raster.pixels[640 * y : 640 * (y + 1)] = bytes([1, 0]) * 320
        fill = Counting(raster, raster.whole, 1, solid(raster, paint), solid(raster, 0))
        fill.from_(3, 0)
        assert raster.pixels.count(paint) == 21 * 640 + 20 * 320
        assert fill.looks < 25 * 20 * 320
