"""What stands on the text screen: 25 rows of characters with their colours, for `SCREEN(row,column)`, PEEK and pictures
of the screen.

An attribute is the PC's: the character's colour in the lower four bits, the background's above, 128 for blinking.
"""

from __future__ import annotations

ROWS = 25


class Page:
    def __init__(self, width: int, attribute: int) -> None:
        self.width = width
        self._characters = [bytearray(b" " * width) for _ in range(ROWS)]
        self._attributes = [bytearray([attribute] * width) for _ in range(ROWS)]

    def put(self, row: int, column: int, text: str, attribute: int) -> None:
        """Text that fits the row; rows count from 1, columns from 0."""
        end = column + len(text)
        self._characters[row - 1][column:end] = text.encode("latin-1")
        self._attributes[row - 1][column:end] = bytes([attribute] * len(text))

    def clear(self, top: int, bottom: int, attribute: int) -> None:
        for row in range(top - 1, bottom):
            self._characters[row] = bytearray(b" " * self.width)
            self._attributes[row] = bytearray([attribute] * self.width)

    def scroll(self, top: int, bottom: int, attribute: int) -> None:
        """The rows of the window go up by one; the last becomes blank."""
        for rows in (self._characters, self._attributes):
            rows.insert(bottom - 1, rows.pop(top - 1))
        self.clear(bottom, bottom, attribute)

    def character(self, row: int, column: int) -> int:
        """`SCREEN(row,column)`, both from 1."""
        return self._characters[row - 1][column - 1]

    def attribute(self, row: int, column: int) -> int:
        """`SCREEN(row,column,1)`"""
        return self._attributes[row - 1][column - 1]

    # In the memory of the screen a character is followed by its attribute, and a row by the next.

    def peek(self, offset: int) -> int | None:
        """The byte there; None behind the last row."""
        row, place = divmod(offset // 2, self.width)
        return None if row >= ROWS else (self._attributes if offset % 2 else self._characters)[row][place]

    def poke(self, offset: int, value: int) -> None:
        row, place = divmod(offset // 2, self.width)
        (self._attributes if offset % 2 else self._characters)[row][place] = value

    @property
    def lines(self) -> list[str]:
        """The rows without the blanks at their ends."""
        return [bytes(row).decode("latin-1").rstrip(" ") for row in self._characters]

    @property
    def attributes(self) -> bytes:
        return b"".join(self._attributes)
