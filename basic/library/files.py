"""Files: `OPEN`, `PRINT #`, `INPUT #`, `FIELD`, `GET`, `PUT`, and the directory: `FILES`, `KILL`, `NAME`.

    10 OPEN "SCORES" FOR APPEND AS 1: WRITE #1,"ANN",1200: CLOSE 1
    20 OPEN "SCORES" FOR INPUT AS 1: WHILE NOT EOF(1): INPUT #1,N$,S: PRINT N$;S: WEND: CLOSE

File numbers arrive as integers: outside 0 to 255 they are error 5, where nothing is open error 52.
"""

from __future__ import annotations

from basic.errors import (
    BAD_FILE_MODE,
    BAD_FILE_NAME,
    FILE_NOT_FOUND,
    ILLEGAL,
    OF_CLOSING,
    OF_FILES,
    OF_NAMES,
    OVERFLOW,
    BasicError,
)
from basic.library import items
from basic.library.registry import function, helper, statement
from basic.library.strings import justified
from basic.machine.files import END, SECTOR, Channel
from basic.machine.machine import Machine
from basic.machine.writer import Writer
from basic.values import double, single
from basic.values.soft import Overflow
from basic.values.text import read_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from basic.machine.files import Key
PROGRAM = ".BAS"  # what LOAD, SAVE, BLOAD and their kin add to a name without a dot
_COLUMN = 18  # of FILES


def _channel(m: Machine, number: int) -> Channel:
    if not 0 <= number <= 255:
        raise BasicError(ILLEGAL)
    return m.channels[number]


# ---- OPEN and CLOSE ------------------------------------------------------------------------------------------------


@helper("open_file")
def open_(
    m: Machine, name: str, number: int, mode: str, access: str = "", lock: str = "", record: int | None = None
) -> None:
    """`OPEN "F" FOR INPUT AS 1`, `OPEN "I",1,"F"`: of the mode only the first letter counts."""
    letter = mode[:1].upper()
    if letter not in ("I", "O", "A", "R"):
        raise BasicError(BAD_FILE_MODE)
    if not 0 <= number <= 255:
        raise BasicError(ILLEGAL)
    m.channels.open(number, letter, name, SECTOR if record is None else record, access, lock)


@helper("close_files")
def close(m: Machine, *numbers: int) -> None:
    """`CLOSE 1,2`; without numbers all files."""
    if not numbers:
        m.channels.close_all()
    for number in numbers:
        if not 0 <= number <= 255:
            raise BasicError(ILLEGAL)
        m.channels.close(number)


@statement("RESET", "", OF_CLOSING)
def close_all(m: Machine) -> None:
    """`RESET`: every file is closed."""
    m.close_files()


# ---- text ----------------------------------------------------------------------------------------------------------


@helper("writer")
def writer(m: Machine, number: int) -> Writer:
    """What `PRINT #1` and `WRITE #1` write to; error 54 for a file that is read."""
    return _channel(m, number).writer


def _reading(m: Machine, number: int) -> Channel:
    channel = _channel(m, number)
    if channel.mode in "OA":
        raise BasicError(BAD_FILE_MODE)
    return channel


@helper("read_from")
def read_from(m: Machine, number: int) -> int:
    """The number of a file that can be read; an error if it cannot."""
    _reading(m, number)
    return number


@helper("read_item", soft=True)
def read_item(m: Machine, number: int, kind: str) -> float | str:
    """`INPUT #1,A`: the next item as a value of the variable's kind; what is no number is 0."""
    text = _reading(m, number).item(numeric=kind != "$")
    if kind == "$":
        return text
    try:
        value, found, _ = read_number(text, kind="#" if kind == "#" else "%")
        return items.as_kind(value, found, kind)
    except Overflow as overflow:
        if kind == "%":
            raise BasicError(OVERFLOW) from overflow
        limit = double.MAX if kind == "#" else single.MAX
        raise Overflow(-limit if overflow.result < 0 else limit) from overflow


@helper("file_line_input")
def line_input(m: Machine, number: int) -> str:
    """`LINE INPUT #1,A$`: up to the line end, at most 255 characters."""
    return _reading(m, number).line()


@helper("input_chars")
def input_chars(m: Machine, count: int, number: int) -> str:
    """`INPUT$(5,#1)`: exactly so many characters, line ends included."""
    channel = _reading(m, number)
    if not count:
        raise BasicError(ILLEGAL)
    return channel.characters(count)


@helper("file_width")
def width(m: Machine, number: int, columns: int) -> None:
    """`WIDTH #1,40`"""
    channel = _channel(m, number)
    if not columns:
        raise BasicError(ILLEGAL)
    if channel.mode != "I":  # a file that is read has a width, too, but nothing comes of it
        channel.width = columns


# ---- records -------------------------------------------------------------------------------------------------------


@helper("field")
def field(m: Machine, number: int, parts: Iterable[tuple[int, Key]]) -> None:
    """`FIELD #1,20 AS N$,4 AS A$`: (width, variable) pairs. The values are asked for afterwards with `value`."""
    _channel(m, number)
    m.channels.field(number, parts)


@helper("get_record")
def get(m: Machine, number: int, record: int | None = None) -> None:
    """`GET #1,5`"""
    _channel(m, number)
    m.channels.get(number, record)


@helper("put_record")
def put(m: Machine, number: int, record: int | None = None) -> None:
    """`PUT #1,5`"""
    _channel(m, number)
    m.channels.put(number, record)


def value(m: Machine, key: Key, present: str) -> str:
    """A FIELD variable's value after something may have changed it: its part of the buffer, or `present`."""
    return m.channels.value(key, present)


@helper("store")
def store(m: Machine, key: Key, text: str) -> bool:
    """`MID$(N$,1)="X"` where N$ may be a FIELD variable; False if it is none."""
    return m.channels.store(key, text)


def lset(m: Machine, key: Key, text: str) -> str | None:
    """`LSET N$="BOLT"` on a FIELD variable: its new value; None if it is none."""
    return _justify(m, key, text, right=False)


def rset(m: Machine, key: Key, text: str) -> str | None:
    """`RSET N$="BOLT"` on a FIELD variable: its new value; None if it is none."""
    return _justify(m, key, text, right=True)


def _justify(m: Machine, key: Key, text: str, right: bool) -> str | None:
    buffer = m.channels.attached.get(key)
    if buffer is None:
        return None
    text = justified(buffer.attached[key][1], text, right)
    buffer.store(key, text)
    return text


@helper("detach")
def detach(m: Machine, key: Key) -> None:
    """`N$="X"`: a FIELD variable that is assigned to leaves the buffer."""
    m.channels.detach(key)


@helper("swap_fields")
def swap_fields(m: Machine, left: Key, right: Key) -> None:
    """`SWAP A$,B$`: what was a part of a buffer stays one under the other name."""
    m.channels.swap(left, right)


@helper("lock")
def lock(m: Machine, number: int, first: int | None = None, last: int | None = None) -> None:
    """`LOCK #1,1 TO 5`"""
    _channel(m, number)
    m.channels.lock(number, first, last)


@helper("unlock")
def unlock(m: Machine, number: int, first: int | None = None, last: int | None = None) -> None:
    """`UNLOCK #1,1 TO 5`"""
    _channel(m, number)
    m.channels.unlock(number, first, last)


@function("EOF", "channel -> integer -1..0", OF_FILES)
def eof(m: Machine, number: int) -> int:
    """`EOF(1)`: -1 at the end of the file, else 0."""
    return -_channel(m, number).at_end()


@function("LOC", "channel -> single", OF_FILES)
def loc(m: Machine, number: int) -> int:
    """`LOC(1)`: the last record, or the sectors of 128 bytes of a text file so far."""
    return _channel(m, number).location()


@function("LOF", "channel -> single", OF_FILES)
def lof(m: Machine, number: int) -> float:
    """`LOF(1)`: the length of the file in bytes."""
    return double.to_single(_channel(m, number).length() << double.SCALE)


# ---- whole files ---------------------------------------------------------------------------------------------------


@helper("read_program_file")
def read_program_file(m: Machine, name: str) -> bytes:
    """The bytes of `LOAD "GAME"`, MERGE, CHAIN, BLOAD."""
    device = m.channels.stream(name, "I")
    if device is not None:
        return _all(device)
    place = m.drives.place(name, PROGRAM)
    file = m.drives.disk(place.drive).open(place.path, writing=False)
    try:
        return file.read(0, file.size())
    finally:
        file.close()


def _all(channel: Channel) -> bytes:
    try:
        return "".join(iter(channel.take, "")).encode("latin-1")
    finally:
        channel.close()


def write_program_file(m: Machine, name: str, data: bytes) -> None:
    """`SAVE "GAME"`, `LIST ,"GAME"` and BSAVE: there is the old file or the whole new one at any moment.

    A device may be named instead: `SAVE "LPT1:",A` prints the program, and then CHR$(26) is not sent.
    """
    device = m.channels.stream(name, "O")
    if device is not None:
        try:
            device.writer.emit(data.decode("latin-1").removesuffix(END))
        finally:
            device.close()
        return
    place = m.drives.place(name, PROGRAM)
    m.channels.check_closed(place)
    m.drives.disk(place.drive).replace(place.path, data)


# ---- the directory -------------------------------------------------------------------------------------------------


@statement("FILES", "string?", OF_NAMES, isolated=True)
def files(m: Machine, name: str | None = None) -> None:
    r"""`FILES`, `FILES "*.BAS"`, `FILES "A:\GAMES\"`: the directory, what is in it, what is free."""
    if name == "":
        raise BasicError(BAD_FILE_NAME)
    console, drives = m.console, m.drives
    console.line(drives.heading(name or ""))
    for entry in drives.listing(name or ""):
        console.emit(entry + " ")
        if console.column + _COLUMN > console.width:
            console.newline()
    if console.column:
        console.newline()
    console.line(f" {drives.free(name or '')} Bytes free")
    console.newline()


@statement("KILL", "string", OF_NAMES, isolated=True)
def kill(m: Machine, name: str) -> None:
    """`KILL "OLD.DAT"`, `KILL "*.BAK"`: error 53 if there is none, 55 if one of them is open (then all stay)."""
    drives = m.drives
    found = drives.matches(drives.place(name, wild=True))
    for place in found:
        m.channels.check_closed(place)
    for place in found:
        drives.disk(place.drive).delete(place.path)


@helper("rename")
def rename(m: Machine, old: str, new: str) -> None:
    """`NAME "OLD" AS "NEW"`: error 53 without the old file, 58 with the new one, 74 on another drive."""
    drives = m.drives
    place = drives.place(old)
    if drives.find(place) is None:
        raise BasicError(FILE_NOT_FOUND)
    m.channels.check_closed(place)
    drives.rename(place, drives.place(new))


@statement("CHDIR", "string", OF_NAMES, isolated=True)
def chdir(m: Machine, name: str) -> None:
    r"""`CHDIR "\GAMES"`"""
    m.drives.chdir(name)


@statement("MKDIR", "string", OF_NAMES, isolated=True)
def mkdir(m: Machine, name: str) -> None:
    """`MKDIR "GAMES"`"""
    m.drives.mkdir(name)


@statement("RMDIR", "string", OF_NAMES, isolated=True)
def rmdir(m: Machine, name: str) -> None:
    """`RMDIR "GAMES"`"""
    m.drives.rmdir(name)
