"""The light pen and the joysticks as models: what a front has told of them, and what a program asks.

A front that has a mouse calls `pen.move` and `pen.press` in pixels of the picture, one with a game pad `sticks.move`
and `sticks.press`.
"""

from __future__ import annotations


class Pen:
    """`PEN(n)`; a place is in pixels, and in characters from 1."""

    STATE = "down", "cell", "_pressed", "_event", "_press", "_place"

    def __init__(self) -> None:
        self.down = False
        self.cell = 8, 8  # of a character
        self._pressed = False  # since PEN(0) was asked
        self._event = False
        self._press = self._place = 0, 0

    def move(self, x: int, y: int) -> None:
        self._place = x, y

    def press(self, x: int, y: int) -> None:
        self.down = self._pressed = self._event = True
        self._press = self._place = x, y

    def release(self) -> None:
        self.down = False

    def take_press(self) -> bool:
        """Whether it was pressed since the last time."""
        event, self._event = self._event, False
        return event

    def value(self, question: int) -> int:
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
        across, down = self.cell
        return (place[1] // down if question in (6, 8) else place[0] // across) + 1


class Sticks:
    """`STICK(n)`, `STRIG(n)`: two sticks, each with two triggers: first those above, then those below."""

    STATE = "axes", "_read", "_down", "_pressed", "_events"

    def __init__(self) -> None:
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
            self._read = self.axes[:]
        return self._read[axis]

    def strig(self, question: int) -> int:
        """Even: pressed since the last time; odd: down now."""
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
