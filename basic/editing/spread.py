"""Listings of Microsoft's 8K BASICs, which needed no blanks: they knew a keyword wherever it stood, in a name, too.

    >>> spread(b"10 FORI=1TOSCORE: PRINTI")
    b'10 FOR I=1 TO SC OR E: PRINT I'
"""

from __future__ import annotations

import re

from .load import Form, form

# Their keywords, and the ELSE of their successors.
WORDS = (
    r"END|FOR|NEXT|DATA|INPUT|DIM|READ|LET|GOTO|RUN|IF|RESTORE|GOSUB|RETURN|REM|STOP|ON|WAIT|DEF|POKE|PRINT|CONT|LIST|"
    r"CLEAR|NEW|TO|FN|THEN|ELSE|NOT|STEP|AND|OR|SGN|INT|ABS|USR|FRE|POS|SQR|RND|LOG|EXP|COS|SIN|TAN|ATN|PEEK|INP|OUT|"
    r"LEN|VAL|ASC|TAB\(|SPC\(|STR\$|CHR\$|LEFT\$|RIGHT\$|MID\$"
)
STRING = r'"[^"\r\n]*"?'
# What is kept as it is, a keyword and what REM and DATA keep, or any other character.
_PIECE = re.compile(
    rf"{STRING}|'[^\r\n]*|(?P<word>{WORDS})(?P<rest>(?<=REM)[^\r\n]*|(?<=DATA)(?:{STRING}|[^\":\r\n])*)?|.",
    re.IGNORECASE | re.DOTALL,
)


def spread(data: bytes) -> bytes:
    """A program's text with the blanks around keywords that GW-BASIC wants; a program in another form as it is."""
    if form(data) is not Form.TEXT:
        return data
    text = data.decode("latin-1")
    found: list[str] = []
    for piece in _PIECE.finditer(text):
        word, rest = piece["word"], piece["rest"] or ""
        if word is None:
            found.append(piece[0])
            continue
        if found and _goes_on(found[-1]):
            found.append(" ")
        found.append(word)
        if word.upper() != "FN" and _goes_on(word) and _goes_on((rest or text[piece.end() : piece.end() + 1])[:1]):
            found.append(" ")
        if rest:
            found.append(rest)
    return "".join(found).encode("latin-1")


def _goes_on(text: str) -> bool:
    """Whether the last character may be one of a name."""
    return text[-1:].isalnum() or text[-1:] == "."
