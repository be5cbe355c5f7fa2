"""The kinds of open files: text to read, text to write, random records.

    10 OPEN "SCORES" FOR OUTPUT AS 1: PRINT #1,"ANN",1200: CLOSE 1

A text file has lines that end with CR LF, and CHR$(26) at its end. A random file has records of fixed length and a
buffer for one of them, whose parts are FIELD's variables; PRINT#, INPUT# and their kin work on that buffer. Evidence:
the published GIODSK and GIO86 (modes, positions, ends), DSKCOM (how INPUT# takes items apart).
"""

from __future__ import annotations

from basic.errors import BAD_FILE_MODE, BAD_RECORD, DISK_FULL, FIELD_OVERFLOW, INPUT_PAST_END, PATH_ACCESS, BasicError
from basic.machine.disk import File
from basic.machine.writer import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from basic.machine.state import State

    Key = Hashable  # a string variable as the engine knows it

END = "\x1a"
SECTOR = 128  # LOC counts a text file in these
LAST_RECORD = 16_777_215
LONGEST = 255  # of a string, and so of what INPUT# and LINE INPUT# take at once
_GATHER = 4096


class FileWriter(Writer):
    """A Writer that does not fold: on disk only an item that does not fit begins a new line (`WIDTH #1,20`)."""

    def emit(self, text: str) -> None:
        column = self._column
        if text.isprintable():
            column += len(text)
        else:
            for char in text:
                column = 0 if char == "\r" else column + (char >= " ")
        self._column = column & 255
        self.write(text)


class Channel:
    """An open file or device. What a kind of channel cannot do is error 54, Bad file mode."""

    mode = "I"  # I O A R
    STATE: tuple[str, ...] = ()
    _writer: Writer | None = None

    @property
    def writer(self) -> Writer:
        """What PRINT# and WRITE# write to."""
        if self._writer is None:
            raise BasicError(BAD_FILE_MODE)
        return self._writer

    def state(self) -> State:
        """What has become of it since it was opened."""
        from basic.machine.state import fields

        return fields(self), self._writer and fields(self._writer)

    def restore(self, state: State) -> None:
        """The same, of a channel that was opened in the same way."""
        from basic.machine.state import put_fields

        own, writer = state
        put_fields(self, own)
        if self._writer is not None:
            put_fields(self._writer, writer)

    @property
    def width(self) -> int:
        return self.writer.width

    @width.setter
    def width(self, columns: int) -> None:
        self.writer.width = columns

    def take(self) -> str:
        """The next character for INPUT#, or "" at the end."""
        raise BasicError(BAD_FILE_MODE)

    def back(self, char: str) -> None:
        """Put the character that was taken last back."""
        raise BasicError(BAD_FILE_MODE)

    def end_line(self) -> None:
        """A CR has been taken: the LF that may follow belongs to it."""
        char = self.take()
        if char and char != "\n":
            self.back(char)

    def line(self) -> str:
        """`LINE INPUT #1,A$`"""
        return _item(self, "", "")

    def item(self, numeric: bool) -> str:
        """The text of one item for `INPUT #1,A`."""
        return _item(self, ",", " " if numeric else ",")

    def characters(self, count: int) -> str:
        """`INPUT$(5,#1)`; error 62 if there are not so many."""
        taken = []
        for _ in range(count):
            char = self.take()
            if not char:
                raise BasicError(INPUT_PAST_END)
            taken.append(char)
        return "".join(taken)

    def at_end(self) -> bool:
        """`EOF(1)`"""
        raise BasicError(BAD_FILE_MODE)

    def location(self) -> int:
        """`LOC(1)`"""
        raise BasicError(BAD_FILE_MODE)

    def length(self) -> int:
        """`LOF(1)`"""
        raise BasicError(BAD_FILE_MODE)

    def flush(self) -> None:
        """Send on what is gathered."""

    def close(self) -> None:
        """`CLOSE 1`"""
        self.flush()


# ---- text files ----------------------------------------------------------------------------------------------------

# What needs no special care: no quotes, line feeds or NULs inside, and short enough.
_PLAIN_LINE = r"([^\r\n\0]{0,254})\r\n?"
_PLAIN_STRING = r" *([^ \",\r\n\0][^,\r\n\0]{0,253})(?:,|\r\n?|\Z)"
_PLAIN_NUMBER = r" *([^ ,\r\n\0]{1,254})(?:,|\r\n?|\Z| +(?:,|\r\n?)?)"


class TextInput(Channel):
    """`OPEN "T" FOR INPUT AS 1`: the text up to the first CHR$(26)."""

    mode = "I"
    STATE = "_size", "_text", "_at", "_strange"

    def __init__(self, file: File, lf: bool = False, tell: Callable[[], object] | None = None) -> None:
        """`lf`: its lines end with LF, too; where they do and nobody has said so, `tell` is called at the first."""
        self._file = file
        self._size = file.size()
        self._text = file.read(0, self._size).decode("latin-1").partition(END)[0]
        self._at = 0
        from re import compile, sub  # most programs open no file, and importing it takes 4 ms

        if lf:
            self._text = sub("\r?\n", "\r\n", self._text)
        self._tell = tell
        self._strange = tell is not None and "\n" in self._text and "\r" not in self._text
        self._line = compile(_PLAIN_LINE)
        self._items = compile(_PLAIN_STRING), compile(_PLAIN_NUMBER)

    def take(self) -> str:
        char = self._text[self._at : self._at + 1]
        self._at += len(char)
        return char

    def back(self, char: str) -> None:
        self._at -= 1

    def line(self) -> str:
        if self._strange and self._tell is not None:
            self._strange = False
            self._tell()
        plain = self._line.match(self._text, self._at)
        if plain is None:
            return super().line()
        self._at = plain.end()
        return plain[1]

    def item(self, numeric: bool) -> str:
        plain = self._items[numeric].match(self._text, self._at)
        if plain is None:
            return super().item(numeric)
        self._at = plain.end()
        return plain[1].rstrip(" ")

    def characters(self, count: int) -> str:
        taken = self._text[self._at : self._at + count]
        self._at += len(taken)
        if len(taken) < count:
            raise BasicError(INPUT_PAST_END)
        return taken

    def at_end(self) -> bool:
        return self._at >= len(self._text)

    def location(self) -> int:
        """The sectors read so far; OPEN reads the first."""
        return max(-(-self._at // SECTOR), 1)

    def length(self) -> int:
        return self._size

    def close(self) -> None:
        self._file.close()


class TextOutput(Channel):
    """`OPEN "T" FOR OUTPUT AS 1`, `OPEN "T" FOR APPEND AS 1`"""

    STATE = "mode", "_position", "_gathered", "_waiting", "_broken"

    def __init__(self, file: File, *, append: bool = False, lf: bool = False) -> None:
        self.mode = "A" if append else "O"
        self._file = file
        self._position = _end_of_text(file) if append else 0
        self._gathered: list[str] = []
        self._waiting = 0
        self._broken = False
        self._lf = lf  # lines end with LF alone, and nothing marks the end
        self._writer = FileWriter(self._write)
        if not append:
            file.truncate(0)

    def _write(self, text: str) -> None:
        if self._broken:
            raise BasicError(DISK_FULL)
        self._gathered.append(text)
        self._waiting += len(text)
        if self._waiting >= _GATHER:
            self.flush()

    def flush(self) -> None:
        text = "".join(self._gathered)
        self._gathered.clear()
        self._waiting = 0
        if self._lf:
            text = text.replace("\r\n", "\n")
        data = text.encode("latin-1")
        if not data or self._broken:
            return
        try:
            self._file.write(self._position, data)
        except BasicError:  # the disk is full: what fitted stays readable, and CLOSE will not fail again
            self._broken = True
            raise
        self._position += len(data)

    def location(self) -> int:
        return self.length() // SECTOR

    def length(self) -> int:
        return self._position + self._waiting

    def close(self) -> None:
        try:
            if not self._lf:
                self._gathered.append(END)
            self.flush()
            if not self._broken:
                self._file.truncate(self._position)
        finally:
            self._file.close()


def _end_of_text(file: File) -> int:
    """Where APPEND goes on: at the CHR$(26) in the last sector, else behind the last byte."""
    size = file.size()
    start = max(size - 1, 0) // SECTOR * SECTOR
    text, end, _ = file.read(start, SECTOR).partition(END.encode())
    return start + len(text) if end else size


# ---- random files --------------------------------------------------------------------------------------------------


class Buffer(Channel):
    """A channel with a record buffer: `FIELD #1,20 AS N$`, PRINT# and INPUT# into and out of it.

    `attached` are FIELD's variables and the part of the buffer that each of them is: offset and width.
    """

    mode = "R"
    STATE: tuple[str, ...] = "buffer", "attached", "_at"

    def __init__(self, size: int) -> None:
        self.buffer = bytearray(size)
        self.attached: dict[Key, tuple[int, int]] = {}
        self._at = 0
        self._writer = FileWriter(self._write)

    def has_room(self, size: int) -> None:
        """Error 50 if the buffer is smaller."""
        if size > len(self.buffer):
            raise BasicError(FIELD_OVERFLOW)

    def attach(self, key: Key, offset: int, width: int) -> None:
        """Make a variable a part of the buffer."""
        self.attached[key] = (offset, width)

    def text(self, key: Key) -> str:
        offset, width = self.attached[key]
        return self.buffer[offset : offset + width].decode("latin-1")

    def store(self, key: Key, text: str) -> None:
        """Put the text, which has the width of the variable, in its place."""
        offset, width = self.attached[key]
        self.buffer[offset : offset + width] = text.encode("latin-1")

    def _step(self) -> int:
        at = self._at
        if at >= len(self.buffer):
            raise BasicError(FIELD_OVERFLOW)
        self._at = at + 1
        return at

    def _write(self, text: str) -> None:
        for code in text.encode("latin-1"):
            self.buffer[self._step()] = code

    def take(self) -> str:
        char = chr(self.buffer[self._step()])
        return "" if char == END else char

    def back(self, char: str) -> None:
        self._at -= 1

    def get(self, record: int | None) -> None:
        """`GET #1,5`"""
        raise BasicError(BAD_FILE_MODE)

    def put(self, record: int | None) -> None:
        """`PUT #1,5`"""
        raise BasicError(BAD_FILE_MODE)


class RandomFile(Buffer):
    """`OPEN "R.DAT" AS 1 LEN=32`: records from 1; what was never written reads as zeros."""

    STATE = (*Buffer.STATE, "record", "_past_end")

    def __init__(self, file: File, size: int, access: str = "") -> None:
        super().__init__(size)
        self._file = file
        self._access = access
        self.record = 0
        self._past_end = False

    def next_record(self, record: int | None) -> int:
        """The record that GET or PUT means: without a number the one after the last."""
        record = self.record + 1 if record is None else record
        if not 1 <= record <= LAST_RECORD:
            raise BasicError(BAD_RECORD)
        return record

    def get(self, record: int | None) -> None:
        self._allow("READ")
        self.record = self.next_record(record)
        size = len(self.buffer)
        data = self._file.read((self.record - 1) * size, size)
        self._past_end = not data
        self.buffer[:] = data.ljust(size, b"\0")
        self._at = 0

    def put(self, record: int | None) -> None:
        self._allow("WRITE")
        self.record = self.next_record(record)
        self._at = 0
        self._file.write((self.record - 1) * len(self.buffer), bytes(self.buffer))

    def _allow(self, wanted: str) -> None:
        if self._access and wanted not in self._access:
            raise BasicError(PATH_ACCESS)

    def at_end(self) -> bool:
        """Whether the last GET was beyond the end."""
        return self._past_end

    def location(self) -> int:
        return self.record

    def length(self) -> int:
        return self._file.size()

    def close(self) -> None:
        self._file.close()


# ---- INPUT# --------------------------------------------------------------------------------------------------------


def _item(channel: Channel, first: str, second: str) -> str:
    """Take one item, ended by either terminator or by CR (with or without LF), or by the end of the file.

    Strings end at a comma, numbers also at a blank, lines (without terminators) only at CR. Blanks before an item are
    skipped; a string that begins with a quote goes to the next quote, line ends and all. After a quote or a blank,
    blanks and one comma or line end are eaten. An LF inside is dropped from a string, as is the CR behind it, and
    kept in a line; CHR$(0) never counts. 255 characters end an item wherever it is.
    """
    char = channel.take()
    while char == " " and first:
        char = channel.take()
    if not char:
        raise BasicError(INPUT_PAST_END)
    kept: list[str] = []
    unquoted = second == ","
    if unquoted and char == '"':
        first = second = '"'
        unquoted = False
        char = channel.take()
    while char:
        if char == "\r" and first != '"':
            channel.end_line()
            break
        if char == "\n" and first != '"':
            char = _line_feeds(channel, kept, keep=not unquoted)
            if len(kept) == LONGEST:
                break
            if char == "\r" and first:  # LF CR is no line end in an item
                char = channel.take()
                continue
            if not char:
                break
        if char in (first, second):
            if char in '" ':
                _eat_separator(channel)
            break
        if char != "\0":
            kept.append(char)
            if len(kept) == LONGEST:
                break
        char = channel.take()
    text = "".join(kept)
    return text.rstrip(" ") if unquoted else text


def _line_feeds(channel: Channel, kept: list[str], *, keep: bool) -> str:
    """Take a run of line feeds (the first has been taken); the character behind it."""
    char = "\n"
    while char == "\n":
        if keep:
            kept.append(char)
            if len(kept) == LONGEST:
                return char
        char = channel.take()
    return char


def _eat_separator(channel: Channel) -> None:
    char = channel.take()
    while char == " ":
        char = channel.take()
    if char == "\r":
        channel.end_line()
    elif char and char != ",":
        channel.back(char)
