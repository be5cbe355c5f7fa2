"""Code page 437, the character set of the IBM PC: BASIC's bytes and the Unicode characters they show.

Inside the core a string holds code points 0 to 255 that *are* the bytes; only a terminal or an editor sees Unicode.
`PRINT CHR$(1);CHR$(225)` shows a face and a sharp s.
"""

from __future__ import annotations

import codecs

PICTURES = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"  # what the screen shows for the bytes 1 to 31
HOUSE = "⌂"  # and for 127

# These act on a screen instead of showing a picture, so a stream gets them as they are (NUL and EOF too).
KEPT = frozenset({0, 7, 8, 9, 10, 11, 12, 13, 26, 27, 28, 29, 30, 31})

_SHOWN = [chr(code) for code in range(128)] + list(bytes(range(128, 256)).decode("cp437"))
_SHOWN[127] = HOUSE
_DECODE = "".join(
    PICTURES[code - 1] if code < 32 and code not in KEPT else shown for code, shown in enumerate(_SHOWN)
)
_ENCODE = {ord(shown): code for code, shown in enumerate(_SHOWN)}
_ENCODE |= {ord(picture): code for code, picture in enumerate(PICTURES, 1)}


def to_unicode(text: str) -> str:
    """The characters that a stream gets for BASIC's bytes."""
    if text.isascii() and text.isprintable():
        return text
    return codecs.charmap_decode(text.encode("latin-1"), "strict", _DECODE)[0]


def to_bytes(text: str, unknown: str = "?") -> str:
    """The bytes of typed or stored Unicode text, `unknown` for what the code page does not have."""
    if text.isascii():
        return text
    return "".join(chr(_ENCODE[ord(char)]) if ord(char) in _ENCODE else unknown for char in text)
