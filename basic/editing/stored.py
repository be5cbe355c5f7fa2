"""A line as GW-BASIC keeps it in memory and in tokenised files: `PRINT 1.5` is 91 20 1D 00 00 40 81.

Keywords are codes, numbers are binary, names and punctuation are characters. ELSE has a hidden colon before it, an
apostrophe a hidden `:REM`, WHILE a hidden plus behind it. `stored` makes the bytes of a line, `pieces` takes them
apart again; what they look like in a listing is the lister's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

from basic.record import record
from basic.syntax.crunch import Token, crunch
from basic.syntax.nodes import Line
from basic.syntax.tokens import BY_CODE, BY_WORD, PLACE_WORDS, Keyword
from basic.values.convert import mkd, mki, mks

# What may stand for a number, and how many bytes of it follow.
OCTAL, HEXADECIMAL, LINE_NUMBER, BYTE, WORD, SINGLE, DOUBLE = 0x0B, 0x0C, 0x0E, 0x0F, 0x1C, 0x1D, 0x1F
ZERO, TEN = 0x11, 0x1B  # one code each for 0 to 10; the tokeniser itself stops at 9
WIDTHS: dict[int, int] = {
    **dict.fromkeys(range(ZERO, TEN + 1), 0),
    OCTAL: 2, HEXADECIMAL: 2, LINE_NUMBER: 2, BYTE: 1, WORD: 2, SINGLE: 4, DOUBLE: 8,
}  # fmt: skip
_NEVER_SAVED: dict[int, int] = {0x0D: 2, 0x10: 0, 0x1E: 0}  # a pointer to a line, and notes of the running interpreter

ELSE, WHILE, PLUS, REM, DATA, QUOTE = (BY_WORD[word].code for word in ("ELSE", "WHILE", "+", "REM", "DATA", "'"))


@record
class StoredLine(Line):
    """A line from a tokenised file. SAVE gives its bytes back as they were: a 5 may be 16, 0F 05 or 1C 05 00."""

    tokens: bytes


def tokens_of(line: Line) -> bytes:
    """The stored form of a program line."""
    return line.tokens if isinstance(line, StoredLine) else stored(line.text)


# ---- text to bytes -------------------------------------------------------------------------------------------


def stored(text: str) -> bytes:
    """The bytes of a line's text (without its number and without the 00 that ends it)."""
    text = text.partition("\0")[0]
    made = bytearray()
    position = 0
    after_name = False
    for token in crunch(text):
        gap = text[position : token.column - 1]
        position = token.end - 1
        made += _characters(gap)
        if after_name and not set(gap) <= _KEEP_A_NAME_OPEN:
            after_name = False
        raw = text[token.column - 1 : position]
        made += raw.upper().encode("latin-1") if after_name and token.type == "NUMBER" else _coded(token, raw)
        ends_name = _is_name(token) and raw[-1] not in "$%!#"
        after_name = ends_name or (after_name and token.type in ("NUMBER", "DOT", "STRING"))
    return bytes(made + _characters(text[position:]))


# Digits after a name stay characters, as in `OPEN F$ FOR INPUT AS 1`, until something else comes between them.
_KEEP_A_NAME_OPEN = frozenset([" ", *map(chr, range(128, 256))])


def _is_name(token: Token) -> bool:
    """Whether it is a name, or a word like AS that is stored as one."""
    return token.type in ("VARIABLE", "ARRAY") or token.type in PLACE_WORDS


def _characters(text: str) -> bytes:
    """What lies between tokens, or in those that are no words: signs are coded, characters from 128 up vanish."""
    return b"".join(map(_character, text.upper()))


def _character(character: str) -> bytes:
    if character in BY_WORD and character != "'":
        return BY_WORD[character].code
    if character >= "\x80":
        return b""
    return b" " if character < " " and character not in "\t\n" else character.encode("latin-1")


def _coded(token: Token, raw: str) -> bytes:
    match token.type, token.value:
        case "REM" | "DATA" as word, str(text):
            return BY_WORD[word].code + text.encode("latin-1")
        case "QUOTE", str(text):
            return b":" + REM + QUOTE + text.encode("latin-1")
        case "STRING", _:
            return raw.encode("latin-1")
        case "LINENUMBER", int(number):
            return bytes([LINE_NUMBER]) + number.to_bytes(2, "little")
        case "NUMBER", (value, kind):
            return _number(value, kind, raw)
        case _, str(word) if raw[0] == "?" or (raw[0].isalpha() and not _is_name(token)):
            return _keyword(BY_WORD.get(word) or BY_WORD[word + "("])
    return _characters(raw)


def _keyword(keyword: Keyword) -> bytes:
    if keyword.code == ELSE:
        return b":" + ELSE
    return WHILE + PLUS if keyword.code == WHILE else keyword.code


def _number(value: int | float, kind: str, raw: str) -> bytes:
    if raw.startswith("&"):
        base = HEXADECIMAL if raw[1:].lstrip(" \t\n")[:1] in ("H", "h") else OCTAL
        return bytes([base]) + mki(int(value)).encode("latin-1")
    if kind == "!":
        return bytes([SINGLE]) + mks(value).encode("latin-1")
    if kind == "#":
        return bytes([DOUBLE]) + mkd(int(value)).encode("latin-1")
    if 0 <= value <= 9:
        return bytes([ZERO + int(value)])
    if 0 <= value <= 255:
        return bytes([BYTE, int(value)])
    return bytes([WORD]) + mki(int(value)).encode("latin-1")


# ---- bytes to pieces -----------------------------------------------------------------------------------------


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
