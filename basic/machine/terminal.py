"""Where the console's characters come from and go to.

A terminal knows nothing of rows and columns; it moves characters. `PipeTerminal` is the character stream of a program
whose input and output are redirected, `MemoryTerminal` the same for tests and the programming interface; a real
terminal is in `tty.py`.

INKEY$ on a stream: it gives one character at a time, Enter being CHR$(13). After the end of the input it gives ""; a
program that then polls POLLS times without writing anything waits for a key that cannot come, and is stopped as if it
had read past the end. (The original machine polled a few hundred times a second: POLLS is minutes of its time.)
"""

from __future__ import annotations

import atexit
import sys
from io import FileIO
from os import devnull, environ

from basic import codepage
from basic.errors import InputEnded
from basic.record import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from typing import BinaryIO, Literal, TextIO

    from basic.machine.console import Console
    from basic.machine.frames import Frames
    from basic.machine.pointing import Pen, Sticks
    from basic.machine.state import State

POLLS = 100_000
# How a row is left in what is written: by the end of the line, at the margin (the line goes on), or by a line feed
# within it. The last two are no characters of BASIC's.
LINE_END, MARGIN, LINE_FEED = "\n", "\ue000", "\ue001"
GATHERED = 1000  # pieces of output kept before they are sent
HELD = 0.2  # seconds that they are kept at most


class Terminal(Protocol):
    """What the console needs. Text is BASIC's: code points 0 to 255."""

    echoes: bool  # whether typed lines are shown without our doing
    watched: bool  # somebody sits at it, for whom time passes
    noted: Callable[[str], object]  # is told sooner or later of all that `write` gets

    @property
    def live(self) -> bool:
        """It shows the console's screen, and not what is written."""

    @property
    def reads_lines(self) -> bool:
        """Lines come whole; else keys do, and the console edits on its screen."""

    def write(self, text: str) -> None: ...

    def gather(self) -> None:
        """What was written has been noted."""

    def control(self, char: str) -> None:
        """A character that acts on the cursor: the screen has heeded it."""

    def flush(self) -> None: ...

    def read_line(self) -> str:
        """The next line without its end; InputEnded if there is none."""

    def read_key(self) -> str:
        """The next key, waited for: one character, or CHR$(0) and the scan code of an extended key."""

    def poll_key(self) -> str:
        """The same, or "" at once if no key was pressed."""

    def pressed_key(self) -> str:
        """The same, and without giving the processor away."""

    def use_screen(self) -> bool:
        """The program uses the screen as one; gives whether the terminal is live from now on."""

    def use_pen(self, pen: Pen) -> None:
        """The program has turned its light pen on or off."""

    def use_sticks(self, sticks: Sticks) -> None:
        """The program has asked for a joystick."""

    def show(self, console: Console) -> None:
        """There may be something new on the screen: for live terminals, which draw it when they see fit."""

    def beep(self) -> None:
        """The speaker, not a character."""

    def interrupted(self) -> str:
        """Ctrl-C: forget what was typed ahead. Gives what the device itself has shown for it."""

    def lent(self) -> AbstractContextManager[object]:
        """While someone else uses the device: the line editor of the prompt, a command that SHELL runs."""

    def close(self) -> None:
        """Send what is gathered, leave the device as it was found."""


class StreamTerminal:
    """A stream of characters: it has no cursor, so moving and colouring leave no trace in it (nor did they in the
    original's redirected output)."""

    reads_lines = True
    live = False
    watched = False

    def __init__(self, echoes: bool = False) -> None:
        self.echoes = echoes
        self._typed = ""  # read but not yet asked for; lines end with CHR$(13)
        self._polls = 0
        self._gathered: list[str] = []
        self._known = 0  # so many of them have been noted
        self.noted: Callable[[str], object] = lambda text: None

    def _next_line(self) -> str:
        """The next typed line with CHR$(13) at its end, or "" at the end of the input."""
        raise NotImplementedError

    def _send(self, text: str) -> None:
        """Hand output over."""
        raise NotImplementedError

    def write(self, text: str) -> None:
        self._polls = 0
        gathered = self._gathered
        if not gathered:
            self._hold()
        gathered.append(text)
        if len(gathered) > GATHERED:
            self._send_gathered()

    def gather(self) -> None:
        known, self._known = self._known, len(self._gathered)
        if known < self._known:
            self.noted("".join(self._gathered[known:]))

    def control(self, char: str) -> None:
        self.gather()
        self.write(char)
        self._known = len(self._gathered)

    def _hold(self) -> None:
        """Output begins to be gathered."""

    def _send_gathered(self) -> None:
        self.gather()
        text = "".join(self._gathered).replace(MARGIN, "").replace(LINE_FEED, "\n")
        self._gathered.clear()
        self._known = 0
        if text:
            self._send(text)

    def flush(self) -> None:
        self._send_gathered()

    def close(self) -> None:
        self.flush()

    def read_line(self) -> str:
        self.flush()
        self._polls = 0
        line = self._typed or self._next_line()
        if not line:
            raise InputEnded
        line, _, self._typed = line.partition("\r")
        return line

    def read_key(self) -> str:
        if key := self._next_key():
            return key
        raise InputEnded

    def poll_key(self) -> str:
        if key := self._next_key():
            return key
        self._polls += 1
        if self._polls > POLLS:
            raise InputEnded
        return ""

    def pressed_key(self) -> str:
        return ""

    def _next_key(self) -> str:
        if not self._typed:
            self.flush()
        typed = self._typed or self._next_line()
        if typed:
            self._polls = 0
        self._typed = typed[1:]
        return typed[:1]

    def use_screen(self) -> bool:
        return False

    def use_pen(self, pen: Pen) -> None:
        """A stream has no mouse."""

    def use_sticks(self, sticks: Sticks) -> None:
        """Nor is there a joystick."""

    def show(self, console: Console) -> None:
        """A stream is no screen."""

    def beep(self) -> None:
        """A stream has no speaker."""

    def interrupted(self) -> str:
        return ""

    def lent(self) -> AbstractContextManager[object]:
        from contextlib import nullcontext

        self.flush()
        return nullcontext()


class PipeTerminal(StreamTerminal):
    """Standard input and output where they are no terminal (`basic GAME.BAS <moves.txt >log.txt`).

    `raw` keeps bytes as they are; otherwise the streams are UTF-8 and code page 437 is translated.
    """

    def __init__(
        self, source: BinaryIO | None = None, target: BinaryIO | None = None, *, raw: bool = False, echoes: bool = False
    ) -> None:
        super().__init__(echoes)
        self._source = source or _bytes_of(sys.stdin, "rb")
        self._target = target or _bytes_of(sys.stdout, "wb")
        self._raw = raw
        self._ended = False
        self._sender: Frames | None = None  # sends what has been gathered for some time

    def _next_line(self) -> str:
        data = b"" if self._ended else self._source.readline()
        if not data:
            self._ended = True
            return ""
        text = data.decode("latin-1") if self._raw else decoded(data)
        return text.rstrip("\r\n") + "\r"

    def _send(self, text: str) -> None:
        if not self._target.closed:  # its owner may close it, and a timer send what was still gathered
            self._target.write(text.encode("latin-1") if self._raw else codepage.to_unicode(text).encode())
            self._target.flush()

    def _hold(self) -> None:
        if self._sender is None:
            from basic.machine.frames import Frames

            self._sender = Frames(self._send_gathered, HELD)
            atexit.register(self.close)  # who forgets it is not ended by the alarm, and loses nothing
        self._sender.touch()

    def close(self) -> None:
        if self._sender is not None:
            self._sender.stop()
            atexit.unregister(self.close)
        super().close()


def _bytes_of(stream: TextIO | None, mode: Literal["rb", "wb"]) -> BinaryIO:
    """A standard stream's bytes: there are none, and nobody sees any, where it was closed by who started this."""
    if stream is None:
        return open(devnull, mode)  # noqa: PTH123
    return open(stream.fileno(), mode, closefd=False) if unbuffered(stream) else stream.buffer


def unbuffered(stream: TextIO) -> bool:
    """Whether Python has left out the buffer of a standard stream, as for `python -u` and PYTHONUNBUFFERED.

    Then what a signal cuts off a long write is lost: a terminal takes 2,048 bytes at once, a pipe what it has room for,
    and Python does not write the rest. So output goes through a buffer of its own.
    """
    return isinstance(getattr(stream, "buffer", None), FileIO)


def decoded(data: bytes) -> str:
    """Input bytes as BASIC's characters: UTF-8, or if that cannot be, code page 437 already."""
    try:
        return codepage.to_bytes(data.decode())
    except UnicodeDecodeError:
        return data.decode("latin-1")


class MemoryTerminal(StreamTerminal):
    """Lines given beforehand, output kept: `MemoryTerminal(["1,5"])`, then `.text`."""

    STATE = "_typed", "_polls", "_read"

    def __init__(self, lines: Iterable[str] = (), echoes: bool = False) -> None:
        super().__init__(echoes)
        self._lines = list(lines)
        self._read = 0  # so many of them
        self._sent: list[str] = []  # which only grows

    def state(self) -> State:
        """What has been written, and how many of the lines were read: those stay."""
        from basic.machine.state import fields

        self.flush()
        return fields(self), self._sent, len(self._sent)

    def restore(self, state: State) -> None:
        from basic.machine.state import put_fields

        own, sent, count = state
        put_fields(self, own)
        self._gathered.clear()
        self._known = 0
        self._sent = sent[:count]

    def _next_line(self) -> str:
        if self._read == len(self._lines):
            return ""
        self._read += 1
        return self._lines[self._read - 1] + "\r"

    def _send(self, text: str) -> None:
        self._sent.append(text)

    def feed(self, *lines: str) -> None:
        """More typed lines."""
        self._lines.extend(lines)

    @property
    def text(self) -> str:
        """Everything written so far."""
        self.flush()
        return "".join(self._sent)


def obeys(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that acts on sequences of control characters."""
    return stream is not None and stream.isatty() and environ.get("TERM") != "dumb"


def standard_terminal(raw: bool = False, echo: bool = True, graphics: str = "auto") -> Terminal:
    """The terminal of this process: a real one, or the redirected streams, which show what is read if `echo`."""
    if sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty() and not raw:
        from basic.machine.tty import TtyTerminal  # what is redirected needs nothing of it

        return TtyTerminal(graphics=graphics)
    return PipeTerminal(raw=raw, echoes=not echo)
