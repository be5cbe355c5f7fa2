"""Single keys from a real terminal: `INKEY$`, `INPUT$(1)`.

A key is one character, or CHR$(0) and the PC's scan code for one that types none (the arrows, F1, Insert).
"""

from __future__ import annotations

import sys

from basic.errors import InputEnded
from basic.machine.scancodes import held, with_alt
from basic.record import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What a terminal is sent, so that it tells of its mouse, or no more.
MOUSE, NO_MOUSE = "\x1b[?1002h\x1b[?1006h", "\x1b[?1002l\x1b[?1006l"
_SCAN = {
    "A": "H", "B": "P", "C": "M", "D": "K", "H": "G", "F": "O",  # up down right left home end
    "P": ";", "Q": "<", "R": "=", "S": ">",  # F1 to F4
    "2~": "R", "3~": "S", "5~": "I", "6~": "Q", "1~": "G", "4~": "O",  # insert delete page-up page-down home end
    "11~": ";", "12~": "<", "13~": "=", "14~": ">", "15~": "?", "17~": "@", "18~": "A", "19~": "B", "20~": "C",
    "21~": "D",  # F1 to F10
    "Z": "\x0f",  # shift-tab
}  # fmt: skip
IDLE = 0.001  # seconds a poll waits at most, so that a program which only polls leaves the processor alone
_TYPED = {"\n": "\r", "\x7f": "\b"}


class Keyboard(Protocol):
    @property
    def echoing(self) -> bool:
        """Whether the terminal shows what is typed, Ctrl-C as ^C."""

    pointed: Callable[[int, int, bool], object] | None  # is told of the mouse: column, row, whether its button is down

    def read(self) -> str:
        """The next key, waited for."""

    def poll(self, idle: float = IDLE) -> str:
        """A key that has been pressed within so many seconds, or ""."""

    def line_mode(self) -> None:
        """Whole lines with the terminal's own editing again."""

    def answer(self, end: str, seconds: float) -> tuple[str, str]:
        """What the terminal answers to a question, up to a letter, and what was typed in the meantime."""


def extended(sequence: str) -> str:
    """The key behind an ANSI sequence (without its ESC [ or ESC O), or "" for one the PC did not have.

    `1;5D` is the left arrow with Ctrl: xterm adds 1 for shift, 2 for Alt and 4 for Ctrl, and counts from 1.
    """
    number, _, modifiers = sequence[:-1].partition(";")
    scan = _SCAN.get(number + "~" if sequence[-1] == "~" else sequence[-1])
    if scan is None:
        return ""
    down = int(modifiers) - 1 if modifiers.isdecimal() else 0
    return held(ord(scan), shift=bool(down & 1), ctrl=bool(down & 4), alt=bool(down & 2))


if sys.platform == "win32":
    import msvcrt

    class WindowsKeyboard:
        echoing = False
        pointed: Callable[[int, int, bool], object] | None = None

        def read(self) -> str:
            char = msvcrt.getwch()
            if char in "\0\xe0":
                return "\0" + msvcrt.getwch()
            if char == "\x03":
                raise KeyboardInterrupt
            return char

        def poll(self, idle: float = IDLE) -> str:
            return self.read() if msvcrt.kbhit() else ""

        def line_mode(self) -> None:
            """The console's line editing is always there."""

        def answer(self, end: str, seconds: float) -> tuple[str, str]:
            return "", ""

    def open_keyboard(descriptor: int) -> Keyboard:
        return WindowsKeyboard()

else:
    import codecs
    import os
    import select
    import termios
    import tty

    class PosixKeyboard:
        """A POSIX terminal: single keys in cbreak mode without echo, left as soon as a line is wanted."""

        def __init__(self, descriptor: int) -> None:
            self._descriptor = descriptor
            self.pointed: Callable[[int, int, bool], object] | None = None
            self._found: list[Any] | None = None  # the terminal's own mode while single keys are read
            self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

        @property
        def echoing(self) -> bool:
            return self._found is None

        def _key_mode(self) -> None:
            if self._found is None:
                self._found = termios.tcgetattr(self._descriptor)
                tty.setcbreak(self._descriptor, termios.TCSANOW)

        def line_mode(self) -> None:
            if self._found is not None:
                termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._found)
                self._found = None

        def _waiting(self, seconds: float) -> bool:
            return bool(select.select([self._descriptor], [], [], seconds)[0])

        def _char(self) -> str:
            while True:
                data = os.read(self._descriptor, 1)
                if not data or data == b"\x04":
                    raise InputEnded
                if char := self._decoder.decode(data):
                    return char

        def answer(self, end: str, seconds: float) -> tuple[str, str]:
            self._key_mode()
            text = ""
            while self._waiting(seconds):
                text += self._char()
                begin = text.rfind("\x1b[?")
                if begin >= 0 and text.endswith(end):
                    first = text.find("\x1b_G")
                    typed = text[: begin if first < 0 else first]
                    return text[len(typed) :], typed
            return "", text

        def read(self) -> str:
            self._key_mode()
            while not (key := self._key()):
                pass
            return key

        def poll(self, idle: float = IDLE) -> str:
            self._key_mode()
            return self._key() if self._waiting(idle) else ""

        def _key(self) -> str:
            char = self._char()
            if char != "\x1b" or not self._waiting(0.03):
                return _TYPED.get(char, char)
            if (char := self._char()) not in "[O":
                return with_alt(char.lower())
            sequence = ""
            while sequence in ("", "<") or sequence[-1] in "0123456789;":
                sequence += self._char()
            return self._point(sequence) if sequence[0] == "<" else extended(sequence)

        def _point(self, sequence: str) -> str:
            """`<0;40;12M`: which button, column and row; it is let go with a small m."""
            button, column, row = (int(number or 0) for number in (sequence[1:-1] + ";;").split(";")[:3])
            if self.pointed is not None and button & ~32 == 0:  # the first one, moving or not
                self.pointed(column, row, sequence[-1] == "M")
            return ""

    def open_keyboard(descriptor: int) -> Keyboard:
        return PosixKeyboard(descriptor)
