"""The PC's keys by their scan codes: what INKEY$ gives of them, which is KEY(11), and which `KEY 15,CHR$(4)+CHR$(46)`
means.

The first byte of such a text is what is held down: 1, 2 or 3 shift, 4 Ctrl, 8 Alt; the locks (32, 64) and 128, an
extended key, are not told apart.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SHIFT, CTRL, ALT = 3, 4, 8
CURSOR = {11: "\x48", 12: "\x4b", 13: "\x4d", 14: "\x50"}
_ROWS = (
    (0x02, "1234567890-=", "!@#$%^&*()_+"),
    (0x10, "qwertyuiop[]", "QWERTYUIOP{}"),
    (0x1E, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (0x2B, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
)
_TYPED = {"\x1b": (0, 0x01), "\b": (0, 0x0E), "\t": (0, 0x0F), "\r": (0, 0x1C), " ": (0, 0x39)}
for _first, _plain, _shifted in _ROWS:
    for _place in range(len(_plain)):
        _TYPED[_plain[_place]] = 0, _first + _place
        _TYPED[_shifted[_place]] = SHIFT, _first + _place
_LETTERS = {letter: code for letter, (_, code) in _TYPED.items() if "a" <= letter <= "z"}
for _letter, _code in _LETTERS.items():
    _TYPED.setdefault(chr(ord(_letter) & 31), (CTRL, _code))
_ALTERED = {  # extended keys that are another one with something held down
    **{chr(code): (ALT, code) for code in _LETTERS.values()},
    **{chr(0x54 + number): (SHIFT, 0x3B + number) for number in range(10)},
    **{chr(0x5E + number): (CTRL, 0x3B + number) for number in range(10)},
    **{chr(0x68 + number): (ALT, 0x3B + number) for number in range(10)},
    **{chr(0x78 + number): (ALT, 0x02 + number) for number in range(12)},
    "\x0f": (SHIFT, 0x0F), "\x73": (CTRL, 0x4B), "\x74": (CTRL, 0x4D), "\x75": (CTRL, 0x4F), "\x76": (CTRL, 0x51),
    "\x77": (CTRL, 0x47), "\x84": (CTRL, 0x49),
}  # fmt: skip
_HELD = {pair: "\0" + code for code, pair in _ALTERED.items()}


def held(scan: int, shift: bool = False, ctrl: bool = False, alt: bool = False) -> str:
    """A key that types no character, as INKEY$ gives it where something is held down with it."""
    for mask, down in ((ALT, alt), (CTRL, ctrl), (SHIFT, shift)):
        if down and (mask, scan) in _HELD:
            return _HELD[mask, scan]
    return "\0" + chr(scan)


def with_alt(character: str) -> str:
    """Alt and a letter or digit as INKEY$ gives it, "" for anything else."""
    _, scan = _TYPED.get(character, (0, 0))
    return _HELD.get((ALT, scan), "")


def pressed(key: str) -> tuple[int, int] | None:
    """What is held down, and the scan code of a key as INKEY$ gives it."""
    if len(key) == 2:
        return _ALTERED.get(key[1], (0, ord(key[1])))
    return _TYPED.get(key)


def matches(key: str, number: int, defined: Mapping[int, str]) -> bool:
    """Whether a key is KEY(number)."""
    if number <= 10:
        return key == "\0" + chr(0x3A + number)
    if number in CURSOR:
        return key == "\0" + CURSOR[number]
    text, found = defined.get(number), pressed(key)
    if text is None or found is None:
        return False
    held = ord(text[0])
    wanted = (SHIFT if held & SHIFT else 0) | held & (CTRL | ALT)
    return found == (wanted, ord(text[1]))
