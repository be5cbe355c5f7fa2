"""Event traps, light pen and joysticks.

    10 ON KEY(1) GOSUB 500: KEY(1) ON

Traps come later; their arguments are checked, and taking a trap away or switching it off, which has nothing to undo,
works. The pen and the joysticks answer as on a PC that has none.
"""

from __future__ import annotations

from basic.errors import BasicError
from basic.library.later import not_yet
from basic.library.registry import Words, function, helper

_RANGES = {"KEY": (1, 20), "TIMER": (1, 86400), "COM": (1, 2), "STRIG": (0, 6), "PLAY": (1, 32)}


def _check(event: str, argument: float | None) -> None:
    low, high = _RANGES.get(event, (0, 0))
    if argument is not None and (not low <= argument <= high or (event == "STRIG" and argument % 2)):
        raise BasicError(5)


def on_event(event: str, argument: float | None, line: int) -> None:
    """`ON KEY(1) GOSUB 500`, `ON TIMER(60) GOSUB 0`"""
    _check(event, argument)
    if line:
        not_yet(f"ON {event}")


@helper("event_switch")
def event_switch(event: str, argument: float | None, state: str) -> None:
    """`KEY(1) ON`, `TIMER OFF`, `PEN STOP`; KEY(0) is all keys, for STRIG ON no number is given."""
    if not (event == "KEY" and argument == 0):
        _check(event, argument)
    if state == "ON":
        not_yet(f"{event} ON")


@function("PEN", "byte -> integer")
def pen(question: int) -> int:
    """`PEN(0)`: 0 while no pen was pressed; the character positions (6 to 9) are at the corner."""
    if question > 9:
        raise BasicError(5)
    return int(question > 5)


@function("STICK", "byte -> integer")
def stick(axis: int) -> int:
    """`STICK(0)`: 0 without a joystick."""
    if axis > 3:
        raise BasicError(5)
    return 0


@function("STRIG", "byte -> integer")
def strig(question: int) -> int:
    """`STRIG(1)`: 0, no trigger is pressed."""
    if question > 7:
        raise BasicError(5)
    return 0


class Events(Words):
    """`gw.events` in a ported program: event traps, light pens and joysticks."""

    on_event = staticmethod(on_event)
    event_switch = staticmethod(event_switch)
    pen = staticmethod(pen)
    stick = staticmethod(stick)
    strig = staticmethod(strig)
