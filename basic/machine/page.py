"""One page of the text screen: 25 rows of characters with their colours, and which rows make up one line.

An attribute is the PC's: the character's colour in the lower four bits, the background's above, 128 for blinking. What
was typed or printed over the right margin goes on in the next row, and is one line to the editor: a row knows how many
of its columns hold data and how it ends (published source: the terminator table of SCNDRV). Rows and columns count
from 1.
"""

from __future__ import annotations

ROWS = 25
END, WRAP, FEED = range(3)  # how a row ends: with the line; it goes on at the margin; or behind a line feed


class Page:
    def __init__(self, width: int, attribute: int) -> None:
        self.width = width
        self._characters = [bytearray(b" " * width) for _ in range(ROWS)]
        self._attributes = [bytearray([attribute] * width) for _ in range(ROWS)]
        self.ends = [0] * (ROWS + 1)  # of each row (0 is none) the last column with data
        self.joins = [END] * (ROWS + 1)

    def copy(self) -> Page:
        page = Page(self.width, 0)
        page.take(self)
        return page

    def take(self, other: Page) -> None:
        """What stands on another page of this width stands here, too."""
        self._characters = [row[:] for row in other._characters]
        self._attributes = [row[:] for row in other._attributes]
        self.ends, self.joins = other.ends[:], other.joins[:]

    # ---- writing ----------------------------------------------------------------------------------------------------

    def put(self, row: int, column: int, text: str, attribute: int) -> None:
        """Text that fits the row."""
        end = column - 1 + len(text)
        self._characters[row - 1][column - 1 : end] = text.encode("latin-1")
        self._attributes[row - 1][column - 1 : end] = bytes([attribute]) * len(text)
        if end > self.ends[row]:
            self.ends[row] = end

    def clear(self, top: int, bottom: int, attribute: int) -> None:
        for row in range(top - 1, bottom):
            self._characters[row] = bytearray(b" " * self.width)
            self._attributes[row] = bytearray([attribute] * self.width)
            self.ends[row + 1], self.joins[row + 1] = 0, END

    def clear_from(self, row: int, column: int, attribute: int) -> None:
        """Blank to the right margin; the line ends before it."""
        count = self.width - column + 1
        if count > 0:
            self._characters[row - 1][column - 1 :] = b" " * count
            self._attributes[row - 1][column - 1 :] = bytes([attribute]) * count
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
        characters, attributes = self._characters[row - 1], self._attributes[row - 1]
        end = self.ends[row]
        lost = chr(characters[-1]) if end >= self.width else ""
        characters.insert(column - 1, 32)
        attributes.insert(column - 1, attribute)
        del characters[self.width :], attributes[self.width :]
        self.ends[row] = min(max(end + 1, column), self.width)
        return lost

    def delete(self, row: int, column: int, attribute: int) -> None:
        """The character in this column goes, those behind it move up."""
        if column > self.ends[row]:
            return
        for cells, blank in ((self._characters, 32), (self._attributes, attribute)):
            del cells[row - 1][column - 1]
            cells[row - 1].insert(self.ends[row] - 1, blank)
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
        return bytes(self._characters[row - 1]), bytes(self._attributes[row - 1])

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
        (self._attributes if offset % 2 else self._characters)[row][place] = value
