"""Devices that are opened like files: screen, keyboard, printers, serial lines, and NUL.

    10 OPEN "LPT1:" FOR OUTPUT AS 1: OPEN "COM1:1200,N,8" AS 2: OPEN "SCRN:" FOR OUTPUT AS 3

What each can do and which modes it takes is in the published GIOSCN, GIOKYB, GIOLPT and GIOCOM; anything else is
error 54. A cassette there is not: `CAS1:` is error 68, as on a PC AT.
"""

from __future__ import annotations

import os

from basic.errors import BAD_FILE_MODE, BAD_FILE_NAME, BAD_RECORD, DEVICE_TIMEOUT, OUT_OF_PAPER, BasicError, InputEnded
from basic.machine.console import Console
from basic.machine.files import END, Buffer, Channel
from basic.machine.writer import ENDLESS, Writer
from basic.record import record
from basic.sizes import QUEUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from basic.machine.serial import SerialLine
    from basic.machine.state import State

    Sink = Callable[[str], object]


class LineEnds:
    """In front of a device: a CR brings its LF with it, and an LF that follows a CR is dropped.

    So `PRINT #1,"A"` and `PRINT #1,"A";CHR$(13);` send the same. Without `feed` the LF is dropped only.
    """

    STATE = ("_after_return",)

    def __init__(self, sink: Sink, feed: bool = True) -> None:
        self._sink = sink
        self.feed = feed
        self._after_return = False

    def __call__(self, text: str) -> None:
        if self._after_return and text.startswith("\n"):
            text = text[1:]
            self._after_return = False
        if text:
            self._after_return = text.endswith("\r")
            self._sink(text.replace("\r\n", "\r").replace("\r", "\r\n" if self.feed else "\r"))


# ---- screen and keyboard -------------------------------------------------------------------------------------------


class ScreenWriter(Writer):
    """`OPEN "SCRN:" FOR OUTPUT AS 1`: the console with a width of the file's own."""

    def __init__(self, console: Console, width: int) -> None:
        self._console = console
        super().__init__(console.write, width, "\n")

    @property
    def column(self) -> int:
        return self._console.column

    def newline(self) -> None:
        self._console.newline()

    def line(self, *texts: str) -> None:
        for text in texts:
            self.put(text)
        self.newline()

    def emit(self, text: str) -> None:
        if self.width >= self._console.width:
            self._console.emit(text)
            return
        for char in text:
            if char >= " " and self.column >= self.width:
                self.newline()
            self._console.emit(char)


class ScreenFile(Channel):
    """`SCRN:`, for output only"""

    mode = "O"

    def __init__(self, console: Console, width: int) -> None:
        self._writer = ScreenWriter(console, width)


class KeyboardFile(Channel):
    """`KYBD:`, for input only: keys without echo; Ctrl-Z is the end."""

    mode = "I"
    STATE = ("_held",)
    places = 15  # in the PC's keyboard buffer

    def __init__(self, console: Console) -> None:
        self._console = console
        self._held = ""

    def take(self) -> str:
        if not self._held:
            try:
                self._held = self._console.read_key()
            except InputEnded:
                self._held = END
        if self._held == END:
            return ""
        char, self._held = self._held[0], self._held[1:]
        return char

    def back(self, char: str) -> None:
        self._held = char + self._held

    def end_line(self) -> None:
        """The Enter key is a CR alone; waiting for what follows would ask for one more key."""

    def at_end(self) -> bool:
        """Waits for a key, to see whether it is Ctrl-Z."""
        char = self.take()
        if char:
            self.back(char)
        return not char

    def location(self) -> int:
        return len(self._held)

    def length(self) -> int:
        return self.places - len(self._held)


# ---- printers ------------------------------------------------------------------------------------------------------


class PaperFile:
    """`--printer FILE`: what the printer was sent, byte for byte, behind what the file has already.

    The file is made when the first byte comes.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def __call__(self, text: str) -> None:
        try:
            if self._file is None:
                self._file = open(self._path, "ab")  # noqa: SIM115, PTH123 (stays open while BASIC runs)
            self._file.write(text.encode("latin-1"))
            if "\n" in text or "\f" in text:
                self._file.flush()
        except OSError as error:
            raise BasicError(OUT_OF_PAPER) from error

    def close(self) -> None:
        if self._file is not None:
            try:
                self._file.close()
            except OSError as error:
                raise BasicError(OUT_OF_PAPER) from error
            finally:
                self._file = None


def no_printer(text: str) -> None:
    """The plug of LPT1 with nothing in it: BASIC waits for the printer's answer and gives up (error 24)."""
    if text:
        raise BasicError(DEVICE_TIMEOUT)


class Printer:
    """LPT1: with what LPRINT writes to it, `writer`; files that are opened on it go on in the same line."""

    def __init__(self, sink: Sink, writer: Writer | None = None) -> None:
        self.sink = sink
        self.ends = LineEnds(sink)
        self.writer = writer or Writer(self.ends, 80)


class PrinterWriter(Writer):
    """A writer with a width of its own, and the column of another."""

    STATE = Writer.STATE[1:]

    def __init__(self, head: Writer, write: Sink, width: int) -> None:
        self._head, reached = head, head.column
        super().__init__(write, width)
        self._column = reached

    @property
    def _column(self) -> int:
        return self._head._column

    @_column.setter
    def _column(self, column: int) -> None:
        self._head._column = column


class PrinterFile(Channel):
    """`LPT1:` for output. Opened for random access with `WIDTH #1,255` it sends no LF after a CR, for graphics.

    The option BIN (`OPEN "LPT1:BIN" FOR OUTPUT AS 1`) sends everything as it is, and moves no column.
    """

    def __init__(self, printer: Printer, mode: str, width: int, options: str = "") -> None:
        if mode not in "OR":
            raise BasicError(BAD_FILE_MODE)
        if options.upper() not in ("", "BIN"):
            raise BasicError(BAD_FILE_NAME)
        self.mode = mode
        self._ends = printer.ends
        raw = Writer(printer.sink) if options else None
        self._writer = raw or PrinterWriter(printer.writer, self._write, width)

    def _write(self, text: str) -> None:
        self._ends.feed = self.mode != "R" or self.width != ENDLESS
        try:
            self._ends(text)
        finally:
            self._ends.feed = True


# ---- serial lines --------------------------------------------------------------------------------------------------

_TIMED = ("CS", "DS", "CD")  # so many milliseconds may follow


@record(frozen=False)
class LineOptions:
    """`OPEN "COM1:1200,N,8,1,RS,CS0,DS,CD,LF,PE,BIN"`: speed, parity, data and stop bits, then any of the rest.

    Speed and the rest matter to a real line only; what it sends and receives here depends on LF, BIN and ASC.
    """

    speed: int = 300
    parity: str = "E"
    data: int = 7
    stop: str = ""
    line_feed: bool = False
    ascii: bool = False
    raw: bool = False  # BIN was asked for: no folding, no line ends

    @classmethod
    def parse(cls, text: str) -> LineOptions:
        options = cls()
        parts = text.upper().replace(" ", "").split(",")
        speed, parity, data, stop, *rest = parts + [""] * (4 - len(parts))
        if speed:
            options.speed = int(_chosen(speed, "75 110 150 300 600 1200 1800 2400 4800 9600 19200"))
        if parity:
            options.parity = _chosen(parity, "N O E M S")
        if data:
            options.data = int(_chosen(data, "4 5 6 7 8"))
        if stop:
            options.stop = _chosen(stop, "1 1.5 2")
        for word in rest:
            kind = word.rstrip("0123456789")
            digits = len(word) - len(kind)
            if kind not in ("RS", *_TIMED, "LF", "PE", "BIN", "ASC") or digits > (5 if kind in _TIMED else 0):
                raise BasicError(BAD_FILE_NAME)
            options.line_feed |= kind == "LF"
            options.raw |= kind == "BIN"
            options.ascii |= kind == "ASC"
        if options.raw and options.ascii:
            raise BasicError(BAD_FILE_NAME)
        return options


def _chosen(text: str, allowed: str) -> str:
    if text not in allowed.split():
        raise BasicError(BAD_FILE_NAME)
    return text


class CommunicationFile(Buffer):
    """`OPEN "COM1:..." AS 1`, in any mode; GET and PUT transfer as many bytes as their number says."""

    def __init__(
        self, console: Console, line: SerialLine, mode: str, size: int, options: LineOptions, width: int = ENDLESS
    ) -> None:
        super().__init__(size)
        self.mode = mode
        self._console = console
        self._line = line
        self._options = options
        self._held = ""
        line.open()
        ends = LineEnds(line.send, feed=options.line_feed)
        self._writer = Writer(line.send if options.raw else ends, width)

    def state(self) -> State:
        from basic.machine.state import Irretrievable

        raise Irretrievable("what was sent to COM1: or COM2:")

    def _next(self) -> str:
        """The next byte. While it is waited for, Ctrl-C ends the program as at the keyboard."""
        if self._held:
            char, self._held = self._held, ""
            return char
        self._console.waiting = True
        try:
            return self._line.receive()
        finally:
            self._console.waiting = False

    def take(self) -> str:
        char = self._next()
        if char == END and self._options.ascii:
            self._held = char
            return ""
        return char

    def back(self, char: str) -> None:
        self._held = char

    def end_line(self) -> None:
        """A CR ends a line at once; an LF that comes later begins the next."""
        if self._held or self._line.waiting():
            super().end_line()

    def at_end(self) -> bool:
        """Nothing received at the moment; in ASCII mode, whether the next byte (waited for) is CHR$(26)."""
        if not self._options.ascii:
            return self.location() == 0
        char = self.take()
        if char:
            self.back(char)
        return not char

    def location(self) -> int:
        return self._line.waiting() + len(self._held)

    def length(self) -> int:
        """Free places in the receive buffer."""
        return QUEUE - self._line.waiting()

    def get(self, record: int | None) -> None:
        for place in range(self._count(record)):
            self.buffer[place] = ord(self._next())

    def put(self, record: int | None) -> None:
        self._line.send(self.buffer[: self._count(record)].decode("latin-1"))

    def _count(self, record: int | None) -> int:
        count = len(self.buffer) if record is None else record
        if not 1 <= count <= len(self.buffer):
            raise BasicError(BAD_RECORD)
        return count

    def close(self) -> None:
        try:
            if self._options.ascii and self.mode != "I":
                self._line.send(END)
        finally:
            self._line.close()


class NullFile:
    """`OPEN "NUL" FOR OUTPUT AS 1`: swallows all, holds nothing."""

    def read(self, offset: int, count: int) -> bytes:
        return b""

    def write(self, offset: int, data: bytes) -> None:
        """Nowhere, as asked for."""

    def size(self) -> int:
        return 0

    def truncate(self, size: int) -> None:
        """It has no length."""

    def close(self) -> None:
        """Nothing is held."""
