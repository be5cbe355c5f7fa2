"""A real terminal: lines typed with the terminal's own editing, single keys for INKEY$ and INPUT$, ANSI sequences for
CLS, LOCATE and COLOR.

A program that only prints leaves the terminal alone. The first CLS, LOCATE or VIEW PRINT makes a page of it: rows 1 to
24 scroll as on the PC, row 25 stays and shows the function keys where the terminal has as many rows; `close` gives the
terminal back as it was.
"""

from __future__ import annotations

import atexit
import os
import sys

from basic import codepage
from basic.errors import InputEnded
from basic.machine.keyboard import Keyboard, open_keyboard
from basic.machine.page import ROWS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from typing import TextIO

# What acts on the cursor goes out as the terminal's own sequence.
_SEQUENCES = str.maketrans({
    "\n": "\r\n",
    "\x0b": "\x1b[H",
    "\x0c": "\x1b[2J\x1b[H",
    "\x1c": "\x1b[C",
    "\x1d": "\x1b[D",
    "\x1e": "\x1b[A",
    "\x1f": "\x1b[B",
    "\x1b": "←",
    "\x00": " ",
    "\x1a": "→",
    "\b": "◘",
})
_ANSI = (0, 4, 2, 6, 1, 5, 3, 7)  # the PC counts blue 1 and red 4; ANSI the other way round


def _colour_sequence(foreground: int, background: int) -> str:
    codes = ["0", str((90 if foreground & 8 else 30) + _ANSI[foreground & 7]), str(40 + _ANSI[background & 7])]
    if foreground & 16:
        codes.append("5")  # blinking
    return f"\x1b[{';'.join(codes)}m"


def _picture(character: str) -> str:
    """What the screen's memory would show: control characters too have a picture."""
    code = ord(character)
    return codepage.PICTURES[code - 1] if 0 < code < 32 else codepage.to_unicode(character)


class TtyTerminal:
    """Standard input and output where both are a terminal."""

    echoes = True

    def __init__(
        self, source: TextIO | None = None, target: TextIO | None = None, keyboard: Keyboard | None = None
    ) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self._keyboard = keyboard or open_keyboard(self._source.fileno())
        self.ahead = ""  # typed already (a paste, a function key) but not yet asked for; lines end with CHR$(13)
        self.paged = False
        self._colours = ""  # the sequence of the last COLOR
        self._keys: Sequence[str] = ()
        atexit.register(self.close)

    def _send(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    # ---- output -----------------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        if "\x0b" in text or "\x0c" in text:
            self._make_page()
        shown = codepage.to_unicode(text).translate(_SEQUENCES)
        self._send(shown + self.keys_line() if "\x0c" in text else shown)

    def flush(self) -> None:
        self._target.flush()

    def wrap(self) -> None:
        self._send("\r\n")

    def _make_page(self) -> None:
        if not self.paged:
            self.paged = True
            self._send(f"\x1b[2J\x1b[1;{ROWS - 1}r\x1b[H{self.keys_line()}")

    def locate(self, row: int, column: int) -> None:
        self._make_page()
        self._send(f"\x1b[{row};{column}H")

    def clear(self, top: int, bottom: int) -> None:
        self._make_page()
        whole = (top, bottom) == (1, ROWS - 1)
        erased = "".join(f"\x1b[{row};1H\x1b[2K" for row in range(top, bottom + 1 + whole))
        self._send(f"{erased}\x1b[{top};1H{self.keys_line() if whole else ''}")

    def window(self, top: int, bottom: int) -> None:
        self._make_page()
        self._send(f"\x1b[{top};{bottom}r\x1b[{top};1H")

    def colour(self, foreground: int, background: int) -> None:
        self._colours = _colour_sequence(foreground, background)
        self._send(self._colours)

    def draw(self, row: int, column: int, character: str, foreground: int, background: int) -> None:
        self._make_page()
        shown = _picture(character) if character != "\0" else " "
        self._send(f"\x1b7\x1b[{row};{column}H{_colour_sequence(foreground, background)}{shown}\x1b8")

    def beep(self) -> None:
        self._send("\a")

    def show_keys(self, texts: Sequence[str]) -> None:
        self._keys = texts
        self._send(self.keys_line())

    def keys_line(self) -> str:
        """What draws row 25 with the function keys and leaves the cursor where it is; "" where there is no such row."""
        columns, rows = self._size()
        if not (self.paged and rows >= ROWS):
            return ""
        shown = "".join(
            f"\x1b[0m{number % 10}\x1b[7m{''.join(map(_picture, text))}\x1b[0m "
            for number, text in enumerate(self._keys[: columns // 8], 1)
        )
        return f"\x1b7\x1b[{ROWS};1H\x1b[0m\x1b[2K{shown}\x1b8"

    def _size(self) -> tuple[int, int]:
        try:
            return os.get_terminal_size(self._target.fileno())
        except (OSError, ValueError):  # no terminal at all
            return 0, 0

    # ---- input ------------------------------------------------------------------------------------------------------

    def read_line(self) -> str:
        self._keyboard.line_mode()
        typed, end, self.ahead = self.ahead.partition("\r")
        self._send(codepage.to_unicode(typed) + ("\r\n" if end else ""))
        if end:
            return typed
        line = self._source.readline()
        if not line:
            raise InputEnded
        return typed + codepage.to_bytes(line.rstrip("\r\n"))

    def read_key(self) -> str:
        self.flush()
        return self._key_ahead() or codepage.to_bytes(self._keyboard.read())

    def poll_key(self) -> str:
        return self._key_ahead() or codepage.to_bytes(self._keyboard.poll())

    def _key_ahead(self) -> str:
        key, self.ahead = self.ahead[:1], self.ahead[1:]
        return key

    def interrupted(self) -> str:
        self.ahead = ""
        return "^C" if self._keyboard.echoing else ""

    def lent(self) -> AbstractContextManager[object]:
        from contextlib import ExitStack

        self._keyboard.line_mode()
        self.flush()
        lent = ExitStack()
        lent.callback(lambda: self._send(self._colours + self.keys_line()))
        return lent

    def close(self) -> None:
        self._keyboard.line_mode()
        if self._colours:
            self._send("\x1b[0m")
        if self.paged:
            # The row below what was written, or the one the function keys had.
            self._send(f"\x1b[r\x1b[{ROWS};1H" + ("\x1b[2K" if self.keys_line() else "\r\n"))
            self.paged = False
        self._colours = ""
        atexit.unregister(self.close)
