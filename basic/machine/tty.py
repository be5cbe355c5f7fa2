"""A real terminal: lines typed with the terminal's own editing, single keys for INKEY$ and INPUT$, ANSI sequences for
CLS, LOCATE and COLOR.

A program that only prints leaves the terminal alone. The first CLS, LOCATE or VIEW PRINT makes a page of it: rows 1 to
24 scroll as on the PC, row 25 stays; `close` gives the terminal back as it was.
"""

from __future__ import annotations

import atexit
import re
import sys
from typing import TextIO

from basic.errors import InputEnded
from basic.machine import codepage
from basic.machine.keyboard import Keyboard, open_keyboard
from basic.machine.terminal import PipeTerminal, Terminal

# What acts on the cursor goes out as the terminal's own sequence.
_SEQUENCES = {
    "\n": "\r\n",
    "\r": "\r\n",
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
}
_SPECIAL = re.compile("[\x00\x08\n\x0b-\r\x1a-\x1f]")
_ANSI = (0, 4, 2, 6, 1, 5, 3, 7)  # the PC counts blue 1 and red 4; ANSI the other way round


def _colour_sequence(foreground: int, background: int) -> str:
    codes = ["0", str((90 if foreground & 8 else 30) + _ANSI[foreground & 7]), str(40 + _ANSI[background & 7])]
    if foreground & 16:
        codes.append("5")  # blinking
    return f"\x1b[{';'.join(codes)}m"


class TtyTerminal:
    """Standard input and output where both are a terminal."""

    echoes = True

    def __init__(
        self, source: TextIO | None = None, target: TextIO | None = None, keyboard: Keyboard | None = None
    ) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self._keyboard = keyboard or open_keyboard(self._source.fileno())
        self._page = False
        self._coloured = False
        atexit.register(self.close)

    def _send(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    # ---- output -----------------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        if _SPECIAL.search(text):
            if "\x0b" in text or "\x0c" in text:
                self._make_page()
            parts = re.split(f"({_SPECIAL.pattern})", text)
            text = "".join(_SEQUENCES.get(part) or codepage.to_unicode(part) for part in parts)
        else:
            text = codepage.to_unicode(text)
        self._send(text)

    def flush(self) -> None:
        self._target.flush()

    def wrap(self) -> None:
        self._send("\r\n")

    def _make_page(self) -> None:
        if not self._page:
            self._page = True
            self._send("\x1b[2J\x1b[1;24r\x1b[H")

    def locate(self, row: int, column: int) -> None:
        self._make_page()
        self._send(f"\x1b[{row};{column}H")

    def clear(self, top: int, bottom: int) -> None:
        self._make_page()
        erased = "".join(f"\x1b[{row};1H\x1b[2K" for row in range(top, bottom + 1))
        self._send(f"{erased}\x1b[{top};1H")

    def window(self, top: int, bottom: int) -> None:
        self._make_page()
        self._send(f"\x1b[{top};{bottom}r\x1b[{top};1H")

    def colour(self, foreground: int, background: int) -> None:
        self._coloured = True
        self._send(_colour_sequence(foreground, background))

    # ---- input ------------------------------------------------------------------------------------------------------

    def read_line(self) -> str:
        self._keyboard.line_mode()
        line = self._source.readline()
        if not line:
            raise InputEnded
        return codepage.to_bytes(line.rstrip("\r\n"))

    def read_key(self) -> str:
        self.flush()
        return codepage.to_bytes(self._keyboard.read())

    def poll_key(self) -> str:
        return codepage.to_bytes(self._keyboard.poll())

    def close(self) -> None:
        self._keyboard.line_mode()
        if self._coloured:
            self._send("\x1b[0m")
        if self._page:
            self._page = False
            self._send("\x1b[r\x1b[25;1H\r\n")
        self._coloured = False
        atexit.unregister(self.close)


def standard_terminal(raw: bool = False) -> Terminal:
    """The terminal of this process: a real one, or the redirected streams."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not raw:
        return TtyTerminal()
    return PipeTerminal(raw=raw)
