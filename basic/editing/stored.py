"""The bytes of a stored line taken apart again; what its pieces look like in a listing is the lister's business."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

from basic.record import record
from basic.syntax.nodes import Line
from basic.syntax.stored import DATA, REM, WIDTHS, stored
from basic.syntax.tokens import BY_CODE

_NEVER_SAVED: dict[int, int] = {0x0D: 2, 0x10: 0, 0x1E: 0}  # a pointer to a line, and notes of the running interpreter


@record
class StoredLine(Line):
    """A line from a tokenised file. SAVE gives its bytes back as they were: a 5 may be 16, 0F 05 or 1C 05 00."""

    tokens: bytes


def tokens_of(line: Line) -> bytes:
    """The stored form of a program line."""
    return line.tokens if isinstance(line, StoredLine) else stored(line.text)


class Kind(Enum):
    CHARACTERS = auto()  # of a name, or one mark of punctuation
    LITERAL = auto()  # of a string or of DATA
    REMARK = auto()  # behind REM
    KEYWORD = auto()
    NUMBER = auto()
    UNKNOWN = auto()  # a code that no GW-BASIC program has
    CUT = auto()  # the bytes end in the middle of a number


@record
class Piece:
    """One token, or characters that belong together, and where they stand in the line."""

    kind: Kind
    start: int
    end: int
    code: bytes  # the characters, or the one or two bytes of a keyword, or the first one of a number
    payload: bytes = b""  # of a number


_NAME = re.compile(rb"[A-Za-z0-9.]+")
# A quotation mark begins and ends a string, in DATA and remarks too; D9 behind :REM is an apostrophe.
_IN_STRING = re.compile(rb'[^"\0]+')
_IN_DATA = re.compile(rb'"|[^":\0]+')
_IN_REMARK = re.compile(rb'["\xd9]|[^"\xd9\0]+')


def pieces(data: bytes, position: int = 0) -> Iterator[Piece]:
    """The pieces of one stored line, up to the 00 that ends it or to the end of the data."""
    quoted = in_data = in_remark = False
    while position < len(data) and (byte := data[position]):
        quoted ^= byte == 0x22
        in_data &= quoted or byte != 0x3A
        if quoted and byte != 0x22:
            piece = _run(_IN_STRING, Kind.LITERAL, data, position)
        elif in_remark:
            piece = _run(_IN_REMARK, Kind.REMARK, data, position)
        elif in_data:
            piece = _run(_IN_DATA, Kind.LITERAL, data, position)
        else:
            piece = _piece(data, position)
            in_data = piece.code == DATA
            in_remark = piece.code == REM
        yield piece
        position = piece.end


def _run(pattern: re.Pattern[bytes], kind: Kind, data: bytes, start: int) -> Piece:
    match = pattern.match(data, start)
    assert match is not None
    return Piece(kind, start, match.end(), match[0])


def _piece(data: bytes, start: int) -> Piece:
    byte = data[start]
    code = data[start : start + 1]
    if byte in WIDTHS:
        end = start + 1 + WIDTHS[byte]
        kind = Kind.NUMBER if end <= len(data) else Kind.CUT
        return Piece(kind, start, min(end, len(data)), code, data[start + 1 : end])
    if byte in _NEVER_SAVED:
        return Piece(Kind.UNKNOWN, start, min(start + 1 + _NEVER_SAVED[byte], len(data)), code)
    if byte < 0x80:
        name = _NAME.match(data, start)
        return (
            Piece(Kind.CHARACTERS, start, name.end(), name[0])
            if name
            else Piece(Kind.CHARACTERS, start, start + 1, code)
        )
    if byte >= 0xFD:
        code = data[start : start + 2].rstrip(b"\0")
    known = code in BY_CODE
    return Piece(Kind.KEYWORD if known else Kind.UNKNOWN, start, start + len(code), code)
