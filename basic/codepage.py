"""Code page 437, the characters of the IBM PC: between Unicode and the byte values 0 to 255 of BASIC's strings.

As Python has it, but for what the PC shows for control characters.

Inside the project a BASIC string is a Python string whose code points *are* the bytes; only files, terminals and
editors know Unicode. The bytes 1 to 31 and 127 are control characters that the PC's screen memory shows as pictures:
`PRINT CHR$(1);CHR$(225)` shows a face and a sharp s.
"""

from __future__ import annotations

import codecs

PICTURES = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"  # 1 to 31
HOUSE = "⌂"  # 127
_PICTURED = f" {PICTURES}{bytes(range(32, 127)).decode()}{HOUSE}{bytes(range(128, 256)).decode('cp437')}"
# Letters that look the same on the PC's screen and have one byte there.
_LOOKALIKES = {"β": "ß", "μ": "µ", "∑": "Σ", "\N{OHM SIGN}": "Ω", "∈": "ε", "ø": "φ", "Ø": "φ", "∅": "φ"}
# These act on a screen instead of showing a picture, so a stream gets them as they are (NUL and EOF too).
KEPT = frozenset({0, 7, 8, 9, 10, 11, 12, 13, 26, 27, 28, 29, 30, 31})

_STREAMED = "".join(chr(code) if code in KEPT else shown for code, shown in enumerate(_PICTURED))
_BYTES = {shown: chr(code) for code, shown in enumerate(_PICTURED[1:], 1)}
_BYTES.update((chr(code), chr(code)) for code in range(128))
_BYTES.update((other, _BYTES[own]) for other, own in _LOOKALIKES.items())


def to_unicode(text: str) -> str:
    """The characters that a stream gets for BASIC's bytes."""
    if text.isascii() and text.isprintable():
        return text
    return codecs.charmap_decode(text.encode("latin-1"), "strict", _STREAMED)[0]


def pictured(text: str) -> str:
    """BASIC's bytes as the PC's screen memory shows them: chr(3) is ♥, and so is chr(13) a ♪."""
    return codecs.charmap_decode(text.encode("latin-1"), "strict", _PICTURED)[0]


def visible(text: str) -> str:
    """Unicode text from anywhere on its way to a person: what would act on a terminal is a picture or an escape."""
    if text.isprintable():
        return text
    return "".join([
        shown if shown.isprintable() else _PICTURED[ord(shown)] if shown < " " else ascii(shown)[1:-1] for shown in text
    ])


def to_bytes(text: str, unknown: str = "?") -> str:
    """The bytes of typed or stored Unicode text, `unknown` for what the code page does not have."""
    if text.isascii():
        return text
    return "".join([_BYTES.get(character, unknown) for character in text])


def from_unicode(text: str) -> str:
    """The same, but a character that the code page lacks raises UnicodeEncodeError."""
    try:
        return "".join([_BYTES[character] for character in text])
    except KeyError as missing:
        at = text.index(missing.args[0])
        raise UnicodeEncodeError("cp437", text, at, at + 1, "not in code page 437") from None
