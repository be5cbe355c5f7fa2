"""A recording of the screen: the pictures that could be seen, each with its time, as a GIF (extra `window`, Pillow).

basic run --headless --record GAME.gif --keys keys.txt GAME.BAS
"""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise

from basic.machine.pictures import Sight

TYPE_CHECKING = False
if TYPE_CHECKING:
    from basic.machine.machine import Machine

FRAME = 1 / 15  # seconds of the machine's clock between two pictures
SHORTEST, LONGEST = 20, 5000  # milliseconds that a picture stands
LAST = 1000
MOST = 3000  # pictures; then the film is full


class Film:
    STATE = "_due", "frames"

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._sight = Sight(machine)
        self._due = 0.0
        self.frames: list[tuple[float, int, int, bytes, bytes]] = []  # when, width, height, pixels, palette

    def look(self) -> None:
        """There may be something new to see."""
        if self._machine.clock.elapsed() >= self._due:
            self.take()

    def take(self) -> None:
        """Another picture, if it is another."""
        now = self._machine.clock.elapsed()
        self._due = now + FRAME
        raster, colours = self._sight.look()
        palette = bytes(part for colour in colours for part in colour)
        frame = now, raster.width, raster.height, bytes(raster.pixels), palette
        if len(self.frames) < MOST and (not self.frames or self.frames[-1][1:] != frame[1:]):
            self.frames.append(frame)

    def gif(self) -> bytes:
        from PIL import Image

        self.take()
        width, height = max(frame[1] for frame in self.frames), max(frame[2] for frame in self.frames)
        images = []
        for _, across, down, pixels, palette in self.frames:
            image = Image.frombytes("P", (across, down), pixels)
            image.putpalette(palette)
            images.append(image if (across, down) == (width, height) else image.resize((width, height)))
        starts = [frame[0] for frame in self.frames]
        lengths = [round(1000 * (after - start)) for start, after in pairwise(starts)]
        lengths = [min(max(length, SHORTEST), LONGEST) for length in lengths] + [LAST]
        file = BytesIO()
        images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=lengths, loop=0)
        return file.getvalue()
