"""Where a program draws: its coordinates, the part of the picture it may draw on, and what statements leave behind.

    10 VIEW (100,50)-(219,149): WINDOW (-1,-1)-(1,1): LINE (-1,0)-(1,0)

The last point is kept in pixels from the corner of VIEW. A coordinate of WINDOW becomes such pixels by a factor and a
distance for each axis; pixels that lie just between two go away from zero.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.machine.modes import Mode
from basic.machine.raster import Clip
from basic.record import record
from basic.values.convert import cint
from basic.values.single import nearest


@record
class Axis:
    """One axis of WINDOW: pixels are `coordinate * factor + start`."""

    factor: float
    start: float

    def pixel(self, coordinate: float) -> int:
        return cint(coordinate * self.factor + self.start)

    def coordinate(self, pixel: float) -> float:
        return (pixel - self.start) / self.factor


class Canvas:
    STATE = "mode", "origin", "clip", "viewed", "framed", "window", "colour", "scale", "angle", "last"

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self.reset()

    def reset(self) -> None:
        """As CLEAR, RUN and SCREEN leave it."""
        self.origin = 0, 0  # the corner of VIEW
        self.clip = Clip(0, 0, self.mode.width - 1, self.mode.height - 1)
        self.viewed = False
        self.framed: tuple[float, float, float, float, bool] | None = None  # what WINDOW said
        self.window: tuple[Axis, ...] = ()  # and what that makes of each axis
        self.colour = self.mode.foreground  # what was drawn with last: DRAW goes on with it
        self.scale, self.angle = 4, 0  # of DRAW
        self.centre()

    def centre(self) -> None:
        """The last point goes to the middle, as CLS puts it."""
        clip, (left, top) = self.clip, self.origin
        self.last = (clip.left + clip.right + 1) // 2 - left, (clip.top + clip.bottom + 1) // 2 - top

    # ---- coordinates ------------------------------------------------------------------------------------------------

    def pixel(self, x: float, y: float, step: bool = False) -> tuple[int, int]:
        """A point as a program says it, in pixels from the corner of VIEW; error 6 beyond 16 bits."""
        if self.window:
            across, down = self.window
            x, y = nearest(float(x)), nearest(float(y))
            if step:
                x, y = across.coordinate(self.last[0]) + x, down.coordinate(self.last[1]) + y
            return across.pixel(x), down.pixel(y)
        if step:
            return cint(self.last[0] + cint(x)), cint(self.last[1] + cint(y))
        return cint(x), cint(y)

    def move(self, x: float, y: float, step: bool = False) -> tuple[int, int]:
        """The same, which becomes the last point; in pixels of the picture."""
        self.last = x, y = self.pixel(x, y, step)
        return x + self.origin[0], y + self.origin[1]

    @property
    def place(self) -> tuple[int, int]:
        """The last point in pixels of the picture."""
        return self.last[0] + self.origin[0], self.last[1] + self.origin[1]

    # ---- what is seen of them ---------------------------------------------------------------------------------------

    def view(self, clip: Clip, screen: bool = False) -> None:
        """`VIEW`: the part that may be drawn on; its corner is (0,0), or with SCREEN that of the picture still is."""
        self.clip, self.viewed = clip, True
        self.origin = (0, 0) if screen else (clip.left, clip.top)
        self.centre()
        if self.framed:
            self.frame(*self.framed)

    def frame(self, x0: float, y0: float, x1: float, y1: float, screen: bool) -> None:
        """`WINDOW`: the coordinates of the view's edges; without SCREEN they grow upwards."""
        if x0 == x1 or y0 == y1:
            raise BasicError(ILLEGAL)
        x0, y0, x1, y1 = (nearest(float(number)) for number in (x0, y0, x1, y1))
        self.framed = x0, y0, x1, y1, screen
        clip = self.clip
        x0, x1, y0, y1 = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
        if not screen:
            y0, y1 = y1, y0
        self.window = tuple(
            Axis(factor := (last - first) / (beyond - begin), first - origin - begin * factor)
            for first, last, begin, beyond, origin in (
                (clip.left, clip.right, x0, x1, self.origin[0]),
                (clip.top, clip.bottom, y0, y1, self.origin[1]),
            )
        )

    # ---- colours ----------------------------------------------------------------------------------------------------

    def attribute(self, colour: float | None, otherwise: int) -> int:
        """An operand that says a colour: those beyond the last are the last."""
        self.colour = otherwise if colour is None else self.limited(colour)
        return self.colour

    def limited(self, colour: float) -> int:
        number = cint(colour)
        if not 0 <= number <= 255:
            raise BasicError(ILLEGAL)
        return min(number, self.mode.attributes - 1)
