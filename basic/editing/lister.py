"""LIST: stored lines as text again, in GW-BASIC's own spelling.

`10 for i=1 to 3:print i;:next` lists as `10 FOR I=1 TO 3:PRINT I;:NEXT`, `1.50` as `1.5`, `1e5` as `100000!`. Blanks
stay as they were typed; one is put between a keyword and the word or number beside it: `?A` lists as `PRINT A`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import Enum, auto

from basic.editing.stored import Kind, Piece, pieces, tokens_of
from basic.syntax.nodes import Line
from basic.syntax.stored import (
    BYTE,
    DOUBLE,
    ELSE,
    HEXADECIMAL,
    LINE_NUMBER,
    OCTAL,
    PLUS,
    QUOTE,
    SINGLE,
    WHILE,
    ZERO,
    stored,
)
from basic.syntax.tokens import BY_CODE, BY_WORD
from basic.values.convert import cvd, cvi, cvs
from basic.values.text import double_text, single_text


def list_line(number: int, text: str) -> str:
    """A line typed as `text`, as LIST shows it."""
    return numbered(number, shown(stored(text)))


def list_text(lines: Iterable[Line]) -> str:
    """The listing of a program, in the order of its numbers."""
    return "".join(listed(line) + "\n" for line in in_order(lines))


def in_order(lines: Iterable[Line]) -> list[Line]:
    """The lines in the order of their numbers."""
    return sorted(lines, key=lambda line: line.number)


def listed(line: Line) -> str:
    """One line of a program, as LIST shows it."""
    return numbered(line.number, shown(tokens_of(line)))


def numbered(number: int, text: str) -> str:
    """Number and text: a blank between them, but none before a tab."""
    return f"{number}{'' if text.startswith(chr(9)) else ' '}{text}"


def typed(number: int, text: str) -> str:
    """The line that, read from a file, has this text: behind the number 0 a blank is part of the text."""
    return f"{number}{text}" if number == 0 else f"{number} {text}"


class _Last(Enum):
    """What has just been listed, which decides whether a blank follows."""

    SPECIAL = auto()
    WORD = auto()  # a name or a number
    KEYWORD = auto()


_FN_AND_USR = (BY_WORD["FN"].code, BY_WORD["USR"].code)
_HIDDEN_REMARK = ":REM"


def shown(tokens: bytes, exact: Callable[[Piece], str] | None = None) -> str:
    """The text of a stored line as LIST shows it, or, if `exact` spells its numbers, one that reads back the same."""
    text: list[str] = []
    last = _Last.SPECIAL
    previous = b""
    for piece in pieces(tokens):
        if piece.kind is Kind.KEYWORD:
            if piece.code == PLUS and previous == WHILE:
                previous = b""
                continue
            last = _list_keyword(text, piece.code, last)
            if exact and piece.code == ELSE:
                _keep_apart(text)
        elif piece.kind is Kind.NUMBER:
            text.append(" " * (last is _Last.KEYWORD) + (exact or number_text)(piece))
            last = _Last.WORD
        elif piece.kind is Kind.REMARK and piece.code == QUOTE and _takes_back_remark(text):
            text.append("'")
            last = _Last.SPECIAL
        elif piece.kind in (Kind.UNKNOWN, Kind.CUT):
            continue
        else:
            last = _list_characters(text, piece.code, last)
        previous = piece.code
    return "".join(text)


def _list_characters(text: list[str], code: bytes, last: _Last) -> _Last:
    """Characters from 128 up are passed over by what decides on blanks: `REMßX` lists as `REMß X`."""
    counting = _BELOW_128.findall(code)
    if counting and last is _Last.KEYWORD and counting[0] in _OF_WORDS:
        before, first, after = code.partition(counting[0])
        code = before + b" " + first + after
    text.append(code.decode("latin-1"))
    return (_Last.WORD if counting[-1] in _OF_WORDS else _Last.SPECIAL) if counting else last


_BELOW_128 = re.compile(rb"[\0-\x7f]")
_OF_WORDS = frozenset(bytes([code]) for code in range(128) if chr(code).isalnum() or chr(code) == ".")


def _list_keyword(text: list[str], code: bytes, last: _Last) -> _Last:
    word = BY_CODE[code].word
    if not word[0].isalpha():
        text.append(word)
        return _Last.SPECIAL
    if code == ELSE and text and text[-1] == ":":
        text.pop()
    text.append(" " * (last is not _Last.SPECIAL) + word)
    return _Last.SPECIAL if word.endswith("(") or code in _FN_AND_USR else _Last.KEYWORD


def _keep_apart(text: list[str]) -> None:
    """`PRINT:ELSE`, where the colon is the hidden one, lists as PRINTELSE, which is a name."""
    if "".join(text[-2:-1])[-1:].isalnum():
        text.insert(-1, " ")


def _takes_back_remark(text: list[str]) -> bool:
    """An apostrophe is stored behind `:REM`, which is not listed."""
    tail = "".join(text[-4:])
    if not tail.endswith(_HIDDEN_REMARK):
        return False
    text[-4:] = [tail.removesuffix(_HIDDEN_REMARK)]
    return True


def number_text(piece: Piece) -> str:
    """A number as LIST shows it: `&HFF`, `100000!`, `.1`, `1.5#`."""
    code, payload = piece.code[0], piece.payload.decode("latin-1")
    if code in (OCTAL, HEXADECIMAL, LINE_NUMBER):
        number = int.from_bytes(piece.payload, "little")
        return {OCTAL: f"&O{number:o}", HEXADECIMAL: f"&H{number:X}"}.get(code, str(number))
    if code == SINGLE:
        single = single_text(cvs(payload))
        return single if "." in single or "E" in single else single + "!"
    if code == DOUBLE:
        double = double_text(cvd(payload))
        return double if "D" in double else double + "#"
    if payload:
        return str(piece.payload[0] if code == BYTE else cvi(payload))
    return str(code - ZERO)
