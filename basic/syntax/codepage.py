"""Code page 437, the characters of the IBM PC: between Unicode text and the byte values 0..255 of BASIC's strings.

Inside the project a BASIC string is a Python string whose code points are byte values; only files and the terminal
know Unicode. The values 1..31 and 127 are control characters, but the PC's screen memory shows them as pictures.
"""

from __future__ import annotations

_PICTURES = "☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼"  # 1 to 31
_HOUSE = "⌂"  # 127
_UPPER = (
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»"
    "░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\N{NO-BREAK SPACE}"
)
# Letters that look the same on the PC's screen and have one byte there.
_LOOKALIKES = {"β": "ß", "μ": "µ", "∑": "Σ", "\N{OHM SIGN}": "Ω", "∈": "ε", "ø": "φ", "Ø": "φ", "∅": "φ"}

PICTURES: dict[int, str] = {**dict(enumerate(_PICTURES, 1)), 127: _HOUSE}
_TO_UNICODE: dict[int, str] = dict(enumerate(_UPPER, 128))
_ALL_TO_UNICODE = {0: " ", **PICTURES, **_TO_UNICODE}
_FROM_UNICODE: dict[int, int] = {
    **{value: value for value in range(128)},
    **{ord(character): value for value, character in PICTURES.items()},
    **{ord(character): value for value, character in _TO_UNICODE.items()},
}
_FROM_UNICODE.update({ord(other): _FROM_UNICODE[ord(own)] for other, own in _LOOKALIKES.items()})


def to_unicode(text: str, pictures: bool = False) -> str:
    """BASIC's characters as Unicode: chr(225) is ß. With `pictures` chr(3) is ♥, as on the PC's screen."""
    return text.translate(_ALL_TO_UNICODE if pictures else _TO_UNICODE)


def from_unicode(text: str) -> str:
    """The reverse: ß is chr(225), ♥ is chr(3). A character that the code page lacks raises UnicodeEncodeError."""
    try:
        return "".join([chr(_FROM_UNICODE[ord(character)]) for character in text])
    except KeyError as missing:
        at = text.index(chr(missing.args[0]))
        raise UnicodeEncodeError("cp437", text, at, at + 1, "not in code page 437") from None
