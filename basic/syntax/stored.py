"""A line as GW-BASIC keeps it in memory and in tokenised files: `PRINT 1.5` is 91 20 1D 00 00 40 81.

Keywords are codes, numbers are binary, names and punctuation are characters. ELSE has a hidden colon before it, an
apostrophe a hidden `:REM`, WHILE a hidden plus behind it.
"""

from __future__ import annotations

import re

from basic.syntax.crunch import Token, crunch
from basic.syntax.tables import PLACE_WORDS
from basic.syntax.tokens import BY_WORD, Keyword
from basic.values.convert import mkd, mki, mks

# What may stand for a number, and how many bytes of it follow.
OCTAL, HEXADECIMAL, LINE_NUMBER, BYTE, WORD, SINGLE, DOUBLE = 0x0B, 0x0C, 0x0E, 0x0F, 0x1C, 0x1D, 0x1F
ZERO, TEN = 0x11, 0x1B  # one code each for 0 to 10; the tokeniser itself stops at 9
WIDTHS: dict[int, int] = {
    **dict.fromkeys(range(ZERO, TEN + 1), 0),
    OCTAL: 2, HEXADECIMAL: 2, LINE_NUMBER: 2, BYTE: 1, WORD: 2, SINGLE: 4, DOUBLE: 8,
}  # fmt: skip

ELSE, WHILE, PLUS, REM, DATA, QUOTE = (BY_WORD[word].code for word in ("ELSE", "WHILE", "+", "REM", "DATA", "'"))

LONGEST = 314  # bytes that the tokeniser has room for (published source: KBFLEN is 318, 3 are zeros, one too many)
_NUMBERS = re.compile(r"[0-9]+")
_MOST_ADDED = 7  # bytes by which a number may be longer than its digits: those of `1#` are nine


def overflows(text: str) -> bool:
    """Whether a line has too many bytes for the tokeniser, as `ON X GOTO 10,20, ...` may have within 255 characters."""
    return len(text) + _MOST_ADDED * len(_NUMBERS.findall(text)) > LONGEST and len(stored(text)) > LONGEST


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
