"""An output stream with a column: what PRINT, LPRINT and PRINT# write to.

    10 PRINT "A",1;TAB(40);"B"

The rules are the same for the screen, the printer and files; only what happens at the right margin differs, and that
is `_fold`. A column counts from 0; POS and LPOS add one.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

ZONE = 14
ENDLESS = 255  # the width that never folds a line
_CONTROL = frozenset(map(chr, range(32)))


class Writer:
    """A stream of characters in lines of `width` columns, each ended by `line_end`.

    `write` takes the characters; whether they are gathered or sent at once is its own matter.
    """

    STATE: tuple[str, ...] = ("_column", "_width", "_limit", "_last_zone")

    def __init__(self, write: Callable[[str], object], width: int = ENDLESS, line_end: str = "\r\n") -> None:
        self.write = write
        self.line_end = line_end
        self._column = 0
        self.width = width

    @property
    def width(self) -> int:
        """`WIDTH "LPT1:",40`, `WIDTH #1,132`"""
        return self._width

    @width.setter
    def width(self, columns: int) -> None:
        self._width = columns
        self._limit = columns if columns < ENDLESS else 1 << 30
        zones = columns // ZONE
        self._last_zone = (zones - 1) * ZONE if zones and columns < ENDLESS else 1 << 30

    @property
    def column(self) -> int:
        """Where the next character goes, from 0."""
        return self._column

    # ---- the items of PRINT -------------------------------------------------------------------------------------

    def put(self, text: str) -> None:
        """One item: a string, or a number with its blanks. One that does not fit starts a new line.

        `PRINT STRING$(75,"x");1234` has the number on the next line, though its last blank alone would not fit.
        """
        if self._column and self._column + len(text) > self._limit and self.column + len(text) > self._limit:
            self._break()
        self.emit(text)

    def number_before_comma(self, text: str) -> None:
        """A number, with its blanks, that a comma follows: where it fills a zone but for one column it loses the
        blank, so that the next item comes right behind (`PRINT 123456789012#,1`)."""
        end = self.column + len(text)
        if end % ZONE == 0 and end - 1 < self._last_zone:
            text = text[:-1]
        self.put(text)

    def zone(self) -> None:
        """The comma: on to the next zone of 14 columns; beyond the last whole zone, to a new line."""
        column = self.column
        if column >= self._last_zone:
            self._break()
        else:
            self.emit(" " * (ZONE - column % ZONE))

    def tab(self, position: int) -> None:
        """`TAB(n)`: on to column n (from 1); on the next line if the stream is past it. n counts modulo the width."""
        target = self._modulo(position - 1)
        if target < self.column:
            self._break()
            self.emit(" " * target)
        else:
            self.emit(" " * (target - self.column))

    def spc(self, count: int) -> None:
        """`SPC(n)`: n blanks, modulo the width, without regard to the margin."""
        self.emit(" " * self._modulo(count))

    def _modulo(self, count: int) -> int:
        if not 0 < count < 0x8000:  # what does not fit a positive integer counts as 0
            return 0
        return count % self._width if self._width < ENDLESS else count & 255

    def newline(self) -> None:
        """The end of a PRINT without a final `;` or `,`."""
        self.write(self.line_end)
        self._column = 0

    def _break(self) -> None:
        """A line end before an item that does not fit."""
        self.newline()

    def line(self, *texts: str) -> None:
        """`PRINT a;b;c`: each item, then the end of the line."""
        text = "".join(texts)
        if text.isprintable() and self._column + len(text) <= self._limit:
            self.write(text + self.line_end)
            self._column = 0
            return
        for item in texts:
            self.put(item)
        self.newline()

    # ---- characters -----------------------------------------------------------------------------------------------

    def emit(self, text: str) -> None:
        """Characters as they come (PRINT USING, WRITE, TAB): the margin folds the line where it is reached."""
        end = self._column + len(text)
        if end <= self._limit and (text.isprintable() or _CONTROL.isdisjoint(text)):
            self.write(text)
            self._column = end & 255  # a byte on the real machine: a long line of a file starts to count again
        else:
            self._emit_slowly(text)

    def _emit_slowly(self, text: str) -> None:
        for char in text:
            if char >= " " and self._column >= self._limit:
                self.newline()
            self.write(char)
            if char >= " ":
                self._column = self._column + 1 & 255
            elif char == "\r":
                self._column = 0
            elif char == "\b":
                self._column = max(self._column - 1, 0)
