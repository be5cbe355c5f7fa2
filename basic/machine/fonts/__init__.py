"""The characters of the screen as pictures: 8 dots wide and 8, 14 or 16 high, for all 256 codes of code page 437.

Each height is a sheet of text, sixteen characters side by side, so that a change of a character can be read. The small
one was drawn for this project; the others are of the Terminus Font (`OFL.txt`).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

HEIGHTS = (8, 14, 16)
_PLACE = 9  # a character and a blank

Font = tuple[bytes, ...]  # a character is a byte for each of its rows, the leftmost dot 128


@cache
def font(height: int) -> Font:
    """All characters of one height.

    >>> [f"{row:08b}" for row in font(8)[ord("L")]][-3:]
    ['01100110', '11111110', '00000000']
    """
    rows = Path(__file__).with_name(f"8x{height}.txt").read_text("ascii").splitlines()
    characters: list[bytes] = []
    for heading in range(0, len(rows), height + 1):
        block = [row.replace(".", "0").replace("#", "1") for row in rows[heading + 1 : heading + 1 + height]]
        for left in range(0, 16 * _PLACE, _PLACE):
            characters.append(bytes(int(row[left : left + 8], 2) for row in block))
    return tuple(characters)
