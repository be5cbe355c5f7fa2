"""A real terminal. A program that only prints leaves it alone: lines go by, and are typed with the terminal's own
editing. From the first statement that uses the screen as one (CLS, LOCATE, COLOR ...) it shows the screen: rows 1 to 25
in their colours, edited as GW-BASIC's were; `close` gives the terminal back as it was.
"""

from __future__ import annotations

import atexit
import os
import sys

from basic import codepage
from basic.errors import InputEnded
from basic.machine.frames import Frames
from basic.machine.keyboard import MOUSE, NO_MOUSE, Keyboard, open_keyboard
from basic.machine.page import ROWS
from basic.machine.terminal import LINE_FEED, MARGIN, unbuffered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import TextIO

    from basic.machine.ansi import Painter
    from basic.machine.blocks import Blocks
    from basic.machine.console import Console
    from basic.machine.inline import Inline
    from basic.machine.pointing import Pen, Sticks

ANSWERS = 0.3  # seconds that a terminal may take to answer

# What acts on the cursor goes out as the terminal's own sequence.
_SEQUENCES = str.maketrans({
    "\n": "\r\n",
    "\x1b": "←",
    "\x00": " ",
    "\x1a": "→",
    "\b": "◘",
})


class TtyTerminal:
    """Standard input and output where both are a terminal."""

    echoes = True
    watched = True

    def __init__(
        self,
        source: TextIO | None = None,
        target: TextIO | None = None,
        keyboard: Keyboard | None = None,
        graphics: str = "auto",
    ) -> None:
        """`graphics`: how pictures are shown: blocks, sixel or kitty; auto asks the terminal."""
        self._source = source or sys.stdin
        self._target = target or _standard_output()
        self._keyboard = keyboard or open_keyboard(self._source.fileno())
        self.noted: Callable[[str], object] = lambda text: None
        self.ahead = ""  # typed already (a paste, a function key) but not yet asked for; lines end with CHR$(13)
        self.live = False
        self._console: Console | None = None
        self._frames = Frames(self._draw)
        self._graphics = graphics
        self._painter: Painter | None = None
        self._pictures: Blocks | Inline | None = None
        self._pen: Pen | None = None  # while it is on
        atexit.register(self.close)

    @property
    def reads_lines(self) -> bool:
        return not self.live

    def _send(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    # ---- output -----------------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        self.noted(text)
        self.control(text.replace(MARGIN, "\n").replace(LINE_FEED, "\n"))

    def gather(self) -> None:
        """It is noted at once."""

    def control(self, char: str) -> None:
        if not self.live:
            self._send(codepage.to_unicode(char).translate(_SEQUENCES))

    def beep(self) -> None:
        self._send("\a")

    def flush(self) -> None:
        if self.live:
            self._frames.draw()
        self._target.flush()

    # ---- the screen -------------------------------------------------------------------------------------------------

    def use_screen(self) -> bool:
        self.live = os.environ.get("TERM") != "dumb"
        return self.live

    def use_pen(self, pen: Pen) -> None:
        on = pen.on and self.live
        if on != (self._pen is not None):
            self._pen = pen if on else None
            self._keyboard.pointed = self._pointed if on else None
            self._send(MOUSE if on else NO_MOUSE)

    def use_sticks(self, sticks: Sticks) -> None:
        """A terminal has none, and does not tell when a key is let go."""

    def _pointed(self, column: int, row: int, pressed: bool) -> None:
        painter = self._pictures or self._painter
        if painter is not None and self._pen is not None:
            across, down = painter.part(column, row, self._target.fileno())
            if 0 <= across < 1 and 0 <= down < 1:
                self._pen.point(across, down, pressed)

    def show(self, console: Console) -> None:
        self._console = console
        self._frames.touch()

    def _draw(self) -> None:
        console = self._console
        if console is None:
            return
        screen = console.screen
        self._frames.always = screen.video is not None and screen.video.blinks
        where = console.csrlin, console.pos, console.waiting or screen.cursor_shown, self._size()
        if screen.video is None:
            if self._painter is None:
                from basic.machine.ansi import Painter

                self._painter = Painter()
            if self._pictures is not None:
                self._painter.forget()
                self._pictures = None
            self._send(self._painter.paint(screen, *where))
        else:
            if self._pictures is None:
                self._pictures = self._picture_painter()
                if self._painter is not None:
                    self._painter.forget()
            self._send(self._pictures.paint(screen, screen.video, *where))

    def _picture_painter(self) -> Blocks | Inline:
        kind = self._graphics
        if kind == "auto":
            kind = "blocks" if os.environ.get("TMUX") or os.environ.get("STY") else self._ask()
        if kind == "blocks":
            from basic.machine.blocks import Blocks

            return Blocks()
        from basic.machine.inline import Inline

        return Inline(kind)

    def _ask(self) -> str:
        """What the terminal says that it can do."""
        from basic.machine.inline import QUERY, understood

        self._send(QUERY)
        answer, typed = self._keyboard.answer("c", ANSWERS)
        self.ahead += codepage.to_bytes(typed)
        return understood(answer)

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
        self._frames.draw_if_due()
        return self._key_ahead() or codepage.to_bytes(self._keyboard.poll())

    def pressed_key(self) -> str:
        return self._key_ahead() or codepage.to_bytes(self._keyboard.poll(0))

    def _key_ahead(self) -> str:
        key, self.ahead = self.ahead[:1], self.ahead[1:]
        return key

    def interrupted(self) -> str:
        self.ahead = ""
        return "^C" if self._keyboard.echoing else ""

    def lent(self) -> AbstractContextManager[object]:
        from contextlib import ExitStack

        self.flush()
        self._keyboard.line_mode()
        lent = ExitStack()
        painter = self._pictures or self._painter
        if self.live and painter is not None:
            self._send("\x1b[0m\x1b[?25h")
            lent.callback(painter.forget)
        if self._pen is not None:
            self._send(NO_MOUSE)
            lent.callback(self._send, MOUSE)
        return lent

    def close(self) -> None:
        self._keyboard.line_mode()
        self._frames.stop()
        if self._pen is not None:
            self._send(NO_MOUSE)
            self._pen = None
        if self._frames.stale:
            self._draw()
        if self._painter is not None or self._pictures is not None:
            # The row below what was written or drawn, or the one the function keys had.
            drawn = self._pictures is not None
            shown = not drawn and self._console is not None and self._console.screen.keys_shown
            row = max(ROWS, self._size()[1]) if drawn else ROWS
            self._send(f"\x1b[0m\x1b[?25h\x1b[{row};1H" + ("\x1b[2K" if shown else "\r\n"))
            self._painter = self._pictures = None
        self.live = self._frames.stale = False
        atexit.unregister(self.close)


def _standard_output() -> TextIO:
    out = sys.stdout
    if not unbuffered(out):
        return out
    return open(out.fileno(), "w", encoding=out.encoding, errors=out.errors, closefd=False)
