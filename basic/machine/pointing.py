"""The light pen and the joysticks as models: what a front has told of them, and what a program asks.

A front that has a mouse calls `pen.point` with where it is in the picture while the pen is `on`, one with a game pad
`sticks.move` and `sticks.press`. A program that asks has it `look` for what has come first.
"""

from __future__ import annotations

from basic.machine.page import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CENTRE = 100  # of an axis from 1 to 200


class Pen:
    """`PEN(n)`; a place is in pixels, and in characters from 1."""

    STATE = "on", "down", "_pressed", "_event", "_press", "_place"

    def __init__(self, extent: Callable[[], tuple[int, int, int]], look: Callable[[], object]) -> None:
        """`extent`: the picture's width and height in pixels, and its columns of characters."""
        self._extent = extent
        self._look = look
        self.on = False  # PEN ON
        self.down = False
        self._pressed = False  # since PEN(0) was asked
        self._event = False
        self._press = self._place = 0, 0

    def point(self, across: float, down: float, pressed: bool) -> None:
        """A mouse is at this part of the picture's width and height, its button up or down."""
        width, height, _ = self._extent()
        place = min(int(across * width), width - 1), min(int(down * height), height - 1)
        if pressed and not self.down:
            self.press(*place)
        self.move(*place)
        self.down = pressed

    def move(self, x: int, y: int) -> None:
        self._place = x, y

    def press(self, x: int, y: int) -> None:
        self.down = self._pressed = self._event = True
        self._press = self._place = x, y

    def take_press(self) -> bool:
        """Whether it was pressed since the last time."""
        event, self._event = self._event, False
        return event

    def value(self, question: int) -> int:
        if question in (0, 3, 4, 8):  # the others belong to what these have told
            self._look()
        if question == 0:
            pressed, self._pressed = self._pressed, False
            return -int(pressed)
        if question == 3:
            return -int(self.down)
        place = self._press if question in (1, 2, 6, 7) else self._place
        if question in (1, 4):
            return place[0]
        if question in (2, 5):
            return place[1]
        width, height, columns = self._extent()
        return place[1] * ROWS // height + 1 if question in (6, 8) else place[0] * columns // width + 1


class Sticks:
    """`STICK(n)`, `STRIG(n)`: two sticks, each with two triggers: first those above, then those below."""

    STATE = "axes", "_read", "_down", "_pressed", "_events"

    def __init__(self, look: Callable[[], object]) -> None:
        self._look = look
        self.axes = [0, 0, 0, 0]  # 1 to 200 where there is one
        self._read = [0, 0, 0, 0]
        self._down = [False] * 4
        self._pressed = [False] * 4
        self._events = [False] * 4

    def move(self, axis: int, value: int) -> None:
        self.axes[axis] = value

    def press(self, trigger: int, down: bool = True) -> None:
        self._down[trigger] = down
        if down:
            self._pressed[trigger] = self._events[trigger] = True

    def stick(self, axis: int) -> int:
        """The others tell what was there when the first was asked."""
        if axis == 0:
            self._look()
            self._read = self.axes[:]
        return self._read[axis]

    def strig(self, question: int) -> int:
        """Even: pressed since the last time; odd: down now."""
        self._look()
        trigger = question // 2
        if question % 2:
            return -int(self._down[trigger])
        pressed, self._pressed[trigger] = self._pressed[trigger], False
        return -int(pressed)

    def take_press(self, number: int) -> bool:
        """Of `ON STRIG(n)`: 0, 2, 4 or 6."""
        trigger = number // 2
        event, self._events[trigger] = self._events[trigger], False
        return event
