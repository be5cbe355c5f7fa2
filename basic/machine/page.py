"""One page of the text screen: 25 rows of characters with their colours, and which rows make up one line.

An attribute is the PC's: the character's colour in the lower four bits, the background's above, 128 for blinking. What
was typed or printed over the right margin goes on in the next row, and is one line to the editor: a row knows how many
of its columns hold data and how it ends (published source: the terminator table of SCNDRV). Rows and columns count
from 1. What stands in a row is exchanged, never changed: whoever has a row keeps it.
"""

from __future__ import annotations

ROWS = 25
END, WRAP, FEED = range(3)  # how a row ends: with the line; it goes on at the margin; or behind a line feed


class Page:
    STATE = "_characters", "_attributes", "ends", "joins"

    def __init__(self, width: int, attribute: int) -> None:
        self.width = width
        self._characters = [b" " * width] * ROWS
        self._attributes = [bytes([attribute]) * width] * ROWS
        self.ends = [0] * (ROWS + 1)  # of each row (0 is none) the last column with data
        self.joins = [END] * (ROWS + 1)

    def take(self, other: Page) -> None:
        """What stands on another page of this width stands here, too."""
        self._characters, self._attributes = other._characters[:], other._attributes[:]
        self.ends, self.joins = other.ends[:], other.joins[:]

    # ---- writing ----------------------------------------------------------------------------------------------------

    def put(self, row: int, column: int, text: str, attribute: int) -> None:
        """Text that fits the row."""
        self._cells(row - 1, column - 1, text.encode("latin-1"), attribute)
        self.ends[row] = max(self.ends[row], column - 1 + len(text))

    def _cells(self, row: int, start: int, text: bytes, attribute: int) -> None:
        """Other cells in a row; both from 0."""
        end = start + len(text)
        for rows, new in ((self._characters, text), (self._attributes, bytes([attribute]) * len(text))):
            rows[row] = rows[row][:start] + new + rows[row][end:]

    def clear(self, top: int, bottom: int, attribute: int) -> None:
        for row in range(top - 1, bottom):
            self._characters[row], self._attributes[row] = b" " * self.width, bytes([attribute]) * self.width
            self.ends[row + 1], self.joins[row + 1] = 0, END

    def clear_from(self, row: int, column: int, attribute: int) -> None:
        """Blank to the right margin; the line ends before it."""
        self._cells(row - 1, column - 1, b" " * (self.width - column + 1), attribute)
        self.ends[row], self.joins[row] = column - 1, END

    def scroll(self, top: int, bottom: int, attribute: int) -> None:
        """The rows go up by one; the last becomes blank."""
        self._move(top, bottom)
        self.clear(bottom, bottom, attribute)

    def scroll_down(self, top: int, bottom: int, attribute: int) -> None:
        """The rows go down by one; the first becomes blank."""
        self._move(bottom, top)
        self.clear(top, top, attribute)
        self.joins[bottom] = END

    def _move(self, gone: int, new: int) -> None:
        for rows in (self._characters, self._attributes):
            rows.insert(new - 1, rows.pop(gone - 1))
        for facts in (self.ends, self.joins):
            facts.insert(new, facts.pop(gone))

    def insert(self, row: int, column: int, attribute: int) -> str:
        """A blank before the character in this column; gives the one that has no room any more, or ""."""
        end = self.ends[row]
        lost = chr(self._characters[row - 1][-1]) if end >= self.width else ""
        for rows, blank in ((self._characters, 32), (self._attributes, attribute)):
            cells = rows[row - 1]
            rows[row - 1] = cells[: column - 1] + bytes([blank]) + cells[column - 1 : self.width - 1]
        self.ends[row] = min(max(end + 1, column), self.width)
        return lost

    def delete(self, row: int, column: int, attribute: int) -> None:
        """The character in this column goes, those behind it move up."""
        if column > self.ends[row]:
            return
        end = self.ends[row]
        for rows, blank in ((self._characters, 32), (self._attributes, attribute)):
            cells = rows[row - 1]
            rows[row - 1] = cells[: column - 1] + cells[column:end] + bytes([blank]) + cells[end:]
        self.ends[row] -= 1

    # ---- looking ----------------------------------------------------------------------------------------------------

    def character(self, row: int, column: int) -> int:
        """`SCREEN(row,column)`"""
        return self._characters[row - 1][column - 1]

    def attribute(self, row: int, column: int) -> int:
        """`SCREEN(row,column,1)`"""
        return self._attributes[row - 1][column - 1]

    def row(self, row: int) -> tuple[bytes, bytes]:
        """The characters and attributes of a row."""
        return self._characters[row - 1], self._attributes[row - 1]

    def data(self, row: int) -> str:
        """The characters of a row as far as they are part of a line."""
        return self._characters[row - 1][: self.ends[row]].decode("latin-1")

    @property
    def lines(self) -> list[str]:
        """The rows without the blanks at their ends."""
        return [row.decode("latin-1").rstrip(" ") for row in self._characters]

    @property
    def characters(self) -> bytes:
        return b"".join(self._characters)

    @property
    def attributes(self) -> bytes:
        return b"".join(self._attributes)

    # In the memory of the screen a character is followed by its attribute, and a row by the next.

    def peek(self, offset: int) -> int | None:
        """The byte there; None behind the last row."""
        row, place = divmod(offset // 2, self.width)
        return None if row >= ROWS else (self._attributes if offset % 2 else self._characters)[row][place]

    def poke(self, offset: int, value: int) -> None:
        row, place = divmod(offset // 2, self.width)
        rows = self._attributes if offset % 2 else self._characters
        rows[row] = rows[row][:place] + bytes([value]) + rows[row][place + 1 :]
