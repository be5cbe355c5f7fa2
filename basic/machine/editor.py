"""The screen editor: keys move the cursor anywhere, change what stands there, and Enter takes the line under it.

A line goes over as many rows as it needs. At the prompt all that stands in its rows is taken; INPUT takes what lies
between the place where the question ended and the last one that was reached. The keys are those of GW-BASIC (published
source: SCNEDT has the loop, SCNDRV what each key does); inserting is switched off by all that moves the cursor.
"""

from __future__ import annotations

from basic.machine.page import END, FEED, ROWS, WRAP
from basic.sizes import LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.console import Console
    from basic.machine.page import Page

TAB = 8
UP = "\0\x48"  # the key
NOT_TYPED = "\xff"  # stands, like a blank, in a row that the prompt does not take as typed: behind Ok

# What a key does that types no character, by the control character it is the same as.
SCAN_CODES = {
    "\x47": "\x0b",  # Home
    "\x48": "\x1e",  # up
    "\x4b": "\x1d",  # left
    "\x4d": "\x1c",  # right
    "\x4f": "\x0e",  # End
    "\x50": "\x1f",  # down
    "\x52": "\x12",  # Ins
    "\x53": "\x7f",  # Del
    "\x73": "\x02",  # Ctrl-left
    "\x74": "\x06",  # Ctrl-right
    "\x75": "\x05",  # Ctrl-End
    "\x76": "\x1a",  # Ctrl-PgDn
    "\x77": "\x0c",  # Ctrl-Home
}
_ALT_ROWS = (("\x1e", "ASDFGHJKL"), ("\x10", "QWERTYUIOP"), ("\x2c", "ZXCVBNM"))  # the keyboard's rows of letters
_ALT_WORDS = (
    *("AUTO", "BSAVE", "COLOR", "DELETE", "ELSE", "FOR", "GOTO", "HEX$", "INPUT", "KEY", "LOCATE", "MOTOR", "NEXT"),
    *("OPEN", "PRINT", "RUN", "SCREEN", "THEN", "USING", "VAL", "WIDTH", "XOR"),
)
ALT_WORDS = {word[0]: word for word in _ALT_WORDS}
ALT_CODES = {chr(ord(first) + place): letter for first, row in _ALT_ROWS for place, letter in enumerate(row)}


class Editor:
    """Reads one line from the screen of a console."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.screen = console.screen
        self.page: Page = self.screen.page
        self.row, self.column = console.row, console.reached + 1  # a column behind the last one: the row is full
        self.inserting = False
        self.first: tuple[int, int] | None = None  # where an answer begins; None at the prompt
        self.last = 0, 0  # and what of it was reached

    def read(self, same_line: bool = False, statement: bool = False, start: bool = False) -> str:
        """The line; `statement`: a line of the prompt, from its first row on, the cursor first put to its start if
        `start`."""
        if start:
            self.row, self.column = self._first_row(self.row), 1
        elif statement:
            if self.row > self.screen.top:
                self.page.joins[self.row - 1] = END
            if NOT_TYPED in self.page.data(self.row):
                self._erase_line()
        if not statement:
            self.first, self.last = (self.row, self.column), (self.row, self.column - 1)
        try:
            while True:
                self._show_cursor()
                key = self.console.read_key()
                self.page = self.screen.page  # INKEY$ of a trap may have drawn in the meantime
                if key == "\r":
                    break
                self._press(key)
        except KeyboardInterrupt:
            self._leave()
            raise
        text = self._text()
        if same_line:
            self._place()
        else:
            self._leave()
        return text

    def _show_cursor(self) -> None:
        self.console.edit_at(self.row, self.column, self.inserting)

    def _place(self) -> None:
        self.console.edit_at(self.row, self.column)

    def _leave(self) -> None:
        """The cursor goes to the row behind the line."""
        self.row = self._last_row(self.row)
        self.column = min(self.page.ends[self.row] + 1, self.page.width)
        self._place()
        self.console.newline()

    # ---- keys -------------------------------------------------------------------------------------------------------

    def _press(self, key: str) -> None:
        if len(key) == 2:
            code = key[1]
            if code in ALT_CODES:
                if word := ALT_WORDS.get(ALT_CODES[code]):
                    self._type(word + " ")
                return
            key = SCAN_CODES.get(code, "")
        if key == "\x1b":
            key = "\x15"  # Esc
        act = _ACTIONS.get(key)
        if act is None:
            if key >= " ":
                self._type(key)
            return
        if key in _ENDS_INSERTING:
            self.inserting = False
        act(self)

    def _type(self, text: str) -> None:
        for char in text:
            self._put(char)

    def _put(self, char: str) -> None:
        """A character at the cursor, which goes on; over the margin into the next row of the line."""
        page = self.page
        if self.column > page.width:
            if page.joins[self.row] == END and not self._open_row(self.row):
                self.column = page.width
            else:
                page.joins[self.row] = page.joins[self.row] or WRAP
                self.row, self.column = self.row + 1, 1
        if self.inserting:
            self._insert(self.row, self.column)
        joined = page.joins[self.row]
        if joined == FEED and self.column >= page.ends[self.row]:  # the line feed makes way
            page.ends[self.row] = min(self.column + 1, page.width)
        page.put(self.row, self.column, char, self.screen.attribute)
        self._reached(self.row, self.column)
        self.column += 1
        if self.column > page.width and page.joins[self.row] != END:
            self.row, self.column = self.row + 1, 1

    def _insert(self, row: int, column: int) -> None:
        """Room for a character; what is pushed over the margin goes on in the next row."""
        page = self.page
        lost = page.insert(row, column, self.screen.attribute)
        if not lost:
            if self.last[0] == row and self.last[1] >= column:
                self.last = row, self.last[1] + 1
            return
        if page.joins[row] == END:
            if not self._open_row(row):
                return
            row = self.row if row > self.row else row  # the screen may have scrolled
            page.joins[row] = WRAP
        self._insert(row + 1, 1)
        page.put(row + 1, 1, lost, self.screen.attribute)
        self._reached(row + 1, 1)

    def _open_row(self, row: int) -> bool:
        """An empty row below one that ends a line; False where there is no room. Rows and cursor may have moved up."""
        top, bottom = self.screen.top, self.screen.bottom
        if not top <= row <= bottom:
            return False
        if row < bottom:
            self.page.scroll_down(row + 1, bottom, self.screen.attribute)
            return True
        if self._first_row(row) == top:
            return False
        self.page.scroll(top, bottom, self.screen.attribute)
        self.row -= 1
        self.last = self.last[0] - 1, self.last[1]
        if self.first:
            self.first = self.first[0] - 1, self.first[1]
        return True

    def _delete(self, row: int, column: int) -> None:
        """Take a character out of the line; those behind it move up, also out of the next row."""
        page = self.page
        if column > page.width:
            return
        if self.first and (row, column) > self.last:
            return
        full = page.ends[row] == page.width
        page.delete(row, column, self.screen.attribute)
        if self.last[0] == row and self.last[1] >= column:
            self.last = row, self.last[1] - 1
        if page.joins[row] == FEED and column > page.ends[row]:
            page.joins[row] = END  # it was the line feed
        elif page.joins[row] == WRAP and full:
            if page.ends[row + 1]:
                page.put(row, page.width, chr(page.character(row + 1, 1)), self.screen.attribute)
                if self.last == (row + 1, 1):
                    self.last = row, page.width
                self._delete(row + 1, 1)
            if not page.ends[row + 1] and page.joins[row + 1] == END:
                self._remove_row(row + 1)
                page.joins[row] = END

    def _remove_row(self, row: int) -> None:
        self.page.scroll(row, self.screen.bottom, self.screen.attribute)

    # ---- what the keys do -------------------------------------------------------------------------------------------

    def _backspace(self) -> None:
        self._back_within_line()
        if self.column > self.page.ends[self.row] and not self.first:
            self.column = max(self.page.ends[self.row], 1)
        self._delete(self.row, self.column)

    def _delete_here(self) -> None:
        self._delete(self.row, self.column)

    def _tab(self) -> None:
        if self.inserting:
            while True:
                self._put(" ")
                if self.column > self.page.width or (self.column - 1) % TAB == 0:
                    return
        if self.column < self.page.width:
            self.column = self.column // TAB * TAB + TAB + 1 if self.column % TAB else self.column + TAB + 1
            self._reached(self.row, min(self.column, self.page.width + 1) - 1)
        elif self.row < self.screen.bottom:
            self.row, self.column = self.row + 1, 1

    def _home(self) -> None:
        self.row, self.column = self.screen.top, 1

    def _clear_screen(self) -> None:
        self._home()
        self.screen.erase(self.row, 1)
        self.page = self.screen.page

    def _end(self) -> None:
        """Behind the last character of the line."""
        self.row = self._last_row(self.row)
        self.column = self.page.ends[self.row] + 1
        self._reached(self.row, self.column - 1)

    def _toggle_inserting(self) -> None:
        self.inserting = not self.inserting

    def _erase_line(self) -> None:
        if self.first and self._first_row(self.row) == self.first[0]:
            self.row, self.column = self.first
        else:
            self.row, self.column = self._first_row(self.row), 1
        self._cut_off()

    def _cut_off(self) -> None:
        """Erase from the cursor to the end of the line."""
        page, row = self.page, self.row
        rest = self._last_row(row) - row
        page.clear_from(row, self.column, self.screen.attribute)
        for _ in range(rest):
            self._remove_row(row + 1)
        if self.first and self.last >= (row, self.column):
            self.last = row, self.column - 1

    def _erase_below(self) -> None:
        """Erase from the cursor to the end of the window."""
        self.page.clear_from(self.row, self.column, self.screen.attribute)
        self.page.clear(self.row + 1, self.screen.bottom, self.screen.attribute)

    def _right(self) -> None:
        if self.column + 1 <= self.page.width:
            self.column += 1
        elif self._down():
            self.column = 1
        else:
            return
        self._reached(self.row, self.column - 1)

    def _left(self) -> None:
        if self.column > 1:
            self.column -= 1
        elif self._up():
            self.column = self.page.width
        self._moved_back()

    def _up(self) -> bool:
        if not self.screen.top < self.row <= self.screen.bottom:
            return False
        self.row -= 1
        self._moved_back()
        return True

    def _down(self) -> bool:
        if not self.screen.top <= self.row < self.screen.bottom:
            return False
        self.row += 1
        if self.column <= self.page.ends[self.row]:
            self._reached(self.row, self.column - 1)
        return True

    def _line_feed(self) -> None:
        """Go on in the next row, of the same line."""
        page = self.page
        if self.inserting and self.column <= page.ends[self.row]:
            self._break_row()
        elif page.joins[self.row] == END:
            if not self._open_row(self.row):
                return
            if page.ends[self.row] < page.width:
                page.put(self.row, page.ends[self.row] + 1, " ", self.screen.attribute)
            page.joins[self.row] = FEED
        self.row, self.column = min(self.row + 1, self.screen.bottom), 1
        self._reached(self.row, 0)

    def _break_row(self) -> None:
        """What stands behind the cursor goes to a row of its own."""
        page, row = self.page, self.row
        rest, joined = page.data(row)[self.column - 1 :], page.joins[row]
        page.joins[row] = END
        if not self._open_row(row):
            page.joins[row] = joined
            return
        row = self.row
        page.clear_from(row, self.column, self.screen.attribute)
        page.put(row, self.column, " ", self.screen.attribute)
        page.joins[row] = FEED
        page.put(row + 1, 1, rest, self.screen.attribute)
        page.joins[row + 1] = joined

    def _next_word(self) -> None:
        self._walk(1, lambda before, here: here and not before)

    def _previous_word(self) -> None:
        self._walk(-1, lambda before, here: before and not here)

    def _walk(self, step: int, stops: Callable[[bool, bool], bool]) -> None:
        """Along the rows of the window to where a word of letters and digits begins; else nowhere."""
        page, top, bottom = self.page, self.screen.top, self.screen.bottom
        width = page.width
        place = (self.row - 1) * width + min(self.column, width) - 1
        letters = [chr(code).isalnum() and code < 128 for code in page.characters]
        low, high = (top - 1) * width, bottom * width - 1
        if step > 0:
            found = next((p for p in range(place + 1, high + 1) if letters[p] and not letters[p - 1]), place)
        else:
            found = next(
                (p for p in range(place - 1, low - 1, -1) if letters[p] and (p == low or not letters[p - 1])), place
            )
        self.row, self.column = found // width + 1, found % width + 1
        self._reached(self.row, self.column - 1) if step > 0 else self._moved_back()

    def _delete_word(self) -> None:
        row, column = self.row, self.column
        while column <= self.page.ends[row] and _in_word(self.page.character(row, column)):
            self._delete(row, column)
        while column <= self.page.ends[row] and not _in_word(self.page.character(row, column)):
            self._delete(row, column)

    def _show_keys(self) -> None:
        """Row 25 shows what the function keys type, or no more."""
        self.console.show_keys(not self.screen.keys_shown)

    def _beep(self) -> None:
        self.console.terminal.beep()

    # ---- lines ------------------------------------------------------------------------------------------------------

    def _first_row(self, row: int) -> int:
        while row > self.screen.top and self.page.joins[row - 1] != END and not (self.first and row == self.first[0]):
            row -= 1
        return row

    def _last_row(self, row: int) -> int:
        while row < ROWS and self.page.joins[row] != END:
            row += 1
        return row

    def _back_within_line(self) -> None:
        if self.first and (self.row, self.column) <= self.first:
            return
        if self.column > 1:
            self.column -= 1
        elif self.row > self._first_row(self.row):
            self.row, self.column = self.row - 1, self.page.width
        self._moved_back()

    def _reached(self, row: int, column: int) -> None:
        """The answer goes on to this place."""
        if self.first and (row, column) > self.last and self._first_row(row) <= self.last[0]:
            self.last = row, column

    def _moved_back(self) -> None:
        """An answer may begin before the place where the question ended."""
        if self.first and self.row == self.first[0] and self.column < self.first[1]:
            self.first = self.row, self.column

    def _text(self) -> str:
        """What the line says; at the prompt without the blanks at its end."""
        page, row = self.page, self._first_row(self.row)
        parts: list[str] = []
        while True:
            part = page.data(row)
            if page.joins[row] == FEED:
                part = part[: page.ends[row] - 1] + "\n"
            if self.first:
                if row == self.last[0]:
                    part = part[: self.last[1]]
                elif row > self.last[0]:
                    break
                if row == self.first[0]:
                    part = part[self.first[1] - 1 :]
            parts.append(part)
            if page.joins[row] == END:
                break
            row += 1
        text = "".join(parts)[:LINE]
        return text if self.first else text.rstrip(" \n")


def _in_word(code: int) -> bool:
    return code < 128 and chr(code).isalnum()


_ACTIONS: dict[str, Callable[[Editor], object]] = {
    "\x02": Editor._previous_word,
    "\x05": Editor._cut_off,
    "\x06": Editor._next_word,
    "\x07": Editor._beep,
    "\x08": Editor._backspace,
    "\x09": Editor._tab,
    "\x0a": Editor._line_feed,
    "\x0b": Editor._home,
    "\x0c": Editor._clear_screen,
    "\x0e": Editor._end,
    "\x12": Editor._toggle_inserting,
    "\x14": Editor._show_keys,
    "\x15": Editor._erase_line,
    "\x17": Editor._delete_word,
    "\x1a": Editor._erase_below,
    "\x1c": Editor._right,
    "\x1d": Editor._left,
    "\x1e": Editor._up,
    "\x1f": Editor._down,
    "\x7f": Editor._delete_here,
}
_ENDS_INSERTING = frozenset("\x02\x05\x06\x07\x0b\x0c\x0e\x15\x1c\x1d\x1e\x1f")
