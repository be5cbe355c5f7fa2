"""The console: a screen of 80 by 25 as far as a program can ask about it, on top of a terminal.

    10 CLS: LOCATE 5,10: PRINT "X";: PRINT CSRLIN; POS(0)

Position, colours and text window are kept here; what was written has gone to the terminal, and is kept as well only
where someone wants to look at the screen (`keep_page`). Where the screen itself would break a line no line end is
written, since a stream of characters has no right margin, but row and column move as on the screen. Evidence for the
movements: the published SCNDRV (control characters, scrolling), GIOSCN (POS, the column behind column 80), GWSTS
(LOCATE, CSRLIN).
"""

from __future__ import annotations

from basic.machine.page import ROWS, Page
from basic.machine.terminal import Terminal
from basic.machine.writer import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LINE = 255  # more of a typed line is not taken
FUNCTION_KEYS = (
    *("LIST ", "RUN\r", 'LOAD"', 'SAVE"', "CONT\r"),
    *(',"LPT1:"\r', "TRON\r", "TROFF\r", "KEY ", "SCREEN 0,0,0\r"),
)
# Control characters that act on the cursor; others are shown as pictures.
_MOVING = frozenset("\x07\t\n\v\f\r\x1c\x1d\x1e\x1f")


class Console(Writer):
    """The stream PRINT writes to, with its cursor: `row` from 1, `column` from 0."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.row = 1
        self.top, self.bottom = 1, ROWS - 1  # VIEW PRINT; row 25 belongs to the function keys
        self.keys_shown = True  # KEY ON
        self.keys = list(FUNCTION_KEYS)  # KEY n,"text"
        self.foreground, self.background, self.border = 7, 0, 0
        self.page: Page | None = None
        self.waiting = False  # a typed line or key is being waited for: Ctrl-C acts at once
        self.break_pressed = False  # Ctrl-C that has not been heeded yet
        self._expansion = ""  # what a pressed function key still has to type
        self._after_return = False
        super().__init__(terminal.write, 80, "\n")
        self.show_keys(True)

    # ---- the cursor -------------------------------------------------------------------------------------------------

    @property
    def column(self) -> int:
        """From 0. Behind the last column the cursor waits: it counts as being on it until the next character."""
        return min(self._column, self._width - 1)

    @property
    def pos(self) -> int:
        """`POS(0)`: the column of the next character from 1; 1 if that goes to the next row."""
        return self._column + 1 if self._column < self._width else 1

    @property
    def csrlin(self) -> int:
        """`CSRLIN`: the row of the next character."""
        return self.row + 1 if self._column >= self._width and self.row < self.bottom else self.row

    def locate(self, row: int, column: int) -> None:
        """`LOCATE row,column`, both from 1 and checked by the caller."""
        self.row, self._column = row, column - 1
        self._after_return = False
        self.terminal.locate(row, column)

    def clear(self) -> None:
        """`CLS`"""
        self.row, self._column = self.top, 0
        self._erase()
        self.terminal.clear(self.top, self.bottom)

    def home(self) -> None:
        self.locate(self.top, 1)

    def set_width(self, columns: int) -> None:
        """`WIDTH 40`: a change of width clears the screen."""
        if columns != self._width:
            self.width = columns
            self.set_window(1, ROWS - 1)
            if self.page:
                self.keep_page()
            self.show_keys(self.keys_shown)
            self.clear()

    def set_window(self, top: int, bottom: int) -> None:
        """`VIEW PRINT 5 TO 10`"""
        self.top, self.bottom = top, bottom
        self.terminal.window(top, bottom)

    def set_colours(self, foreground: int, background: int, border: int) -> None:
        self.foreground, self.background, self.border = foreground, background, border
        self.terminal.colour(foreground, background)

    def _feed(self) -> None:
        """One row down; at the bottom of the window the screen scrolls, and from row 25 the cursor comes back."""
        if self.row < self.bottom:
            self.row += 1
        else:
            if self.page and self.row == self.bottom:
                self.page.scroll(self.top, self.bottom, self.attribute)
            self.row = self.bottom

    # ---- the page ---------------------------------------------------------------------------------------------------

    @property
    def attribute(self) -> int:
        """The byte of the screen's memory that stands for the colours: blinking, background, foreground."""
        return self.foreground & 15 | (self.background & 7) << 4 | (self.foreground & 16) << 3

    def watch(self) -> None:
        """Somebody will look at the screen."""
        if not self.page:
            self.keep_page()

    def keep_page(self) -> None:
        """From now on what is written can be read again (`SCREEN(1,1)`); it costs some time with each PRINT."""
        self.page = Page(self._width, self.attribute)
        self.show_keys(self.keys_shown)

    def peek(self, offset: int) -> int | None:
        """A byte of the screen's memory, as far as somebody watches the screen."""
        return self.page.peek(offset) if self.page else None

    def poke(self, offset: int, value: int) -> bool:
        """Change it, and with it a character or its colours; False where there is no row of the screen."""
        page = self.page
        if not page or page.peek(offset) is None:
            return False
        page.poke(offset, value)
        row, place = divmod(offset // 2, page.width)
        attribute = page.attribute(row + 1, place + 1)
        colours = attribute & 15 | attribute >> 3 & 16, attribute >> 4 & 7
        self.terminal.draw(row + 1, place + 1, chr(page.character(row + 1, place + 1)), *colours)
        return True

    def show_keys(self, shown: bool) -> None:
        """`KEY ON`, `KEY OFF`: the first six characters of each function key's text on row 25, Enter as an arrow."""
        self.keys_shown = shown
        texts = [f"{text[:6]:6}".replace("\r", "\x1b") for text in self.keys[: self._width // 8]] if shown else []
        self.terminal.show_keys(texts)
        if self.page:
            self.page.clear(ROWS, ROWS, 7)
            for index, text in enumerate(texts):
                self.page.put(ROWS, index * 8, str((index + 1) % 10), 7)
                self.page.put(ROWS, index * 8 + 1, text, 0x70)

    def _erase(self) -> None:
        if self.page:
            if (self.top, self.bottom) == (1, ROWS - 1):
                self.page.clear(1, ROWS, self.attribute)
                self.show_keys(self.keys_shown)
            else:
                self.page.clear(self.top, self.bottom, self.attribute)

    def _paint(self, text: str) -> None:
        if self.page:
            self.page.put(self.row, self._column, text, self.attribute)

    # ---- output -----------------------------------------------------------------------------------------------------

    def newline(self) -> None:
        if self._column >= self._width:  # the cursor behind a full row goes down first (in 3.23, not in 1983)
            self._feed()
        self._break()

    def _break(self) -> None:
        self.write("\n")
        self._column = 0
        self._feed()
        self._after_return = False

    def line(self, *texts: str) -> None:
        text = "".join(texts)
        if self._column + len(text) < self._width and text.isprintable() and self.page is None:
            self.write(text + "\n")
            self._column = 0
            if self.row < self.bottom:
                self.row += 1
            elif self.row > self.bottom:
                self.row = self.bottom
            self._after_return = False
            return
        for item in texts:
            self.put(item)
        self.newline()

    def emit(self, text: str) -> None:
        if text.isprintable() or _MOVING.isdisjoint(text):
            self._after_return = False
            end = self._column + len(text)
            if end <= self._width:
                if self.page:
                    self._paint(text)
                self._column = end
                self.write(text)
            else:
                self._wrap(text)
        else:
            for char in text:
                self._emit_one(char)

    def _wrap(self, text: str) -> None:
        """Characters beyond the right margin: the screen goes on in the next row."""
        while text:
            if self._column >= self._width:
                if self.row > self.bottom:  # row 25 does not scroll: its last column is overwritten
                    self._column = self._width - 1
                    self._paint(text[-1])
                    self.write(text)
                    self._column = self._width
                    return
                self.terminal.wrap()
                self._column = 0
                self._feed()
            part, text = text[: self._width - self._column], text[self._width - self._column :]
            self._paint(part)
            self.write(part)
            self._column += len(part)

    def _emit_one(self, char: str) -> None:
        if char not in _MOVING:
            self.emit(char)
            return
        after_return, self._after_return = self._after_return, False
        if char == "\r":  # the screen makes CR LF of it, and eats an LF that follows (published GIOSCN)
            self.newline()
            self._after_return = True
        elif char != "\n" or not after_return:
            self._move(char)
            self.write(char)

    def _move(self, char: str) -> None:
        width = self._width
        if char == "\n":
            self._column = 0
            self._feed()
        elif char == "\t":  # always at least one column on; from the eighth of eight to the stop after the next
            if self._column < width - 1:
                self._column = min((self._column + 1) // 8 * 8 + 8, width)
            elif self.row < self.bottom:
                self._column = 0
                self.row += 1
        elif char in "\x0b\x0c":
            self.row, self._column = self.top, 0
            if char == "\x0c":
                self._erase()
        elif char == "\x1c":
            if self._column < width - 1:
                self._column += 1
            elif self.row < self.bottom:
                self._column = 0
                self.row += 1
        elif char == "\x1d":
            if self._column:
                self._column -= 1
            elif self.row > self.top:
                self._column = width - 1
                self.row -= 1
        elif char == "\x1e":
            self.row -= self.row > self.top
        elif char == "\x1f":
            self.row += self.row < self.bottom

    def beep(self) -> None:
        """`BEEP`: the speaker, where `PRINT CHR$(7);` sends a character."""
        self.terminal.beep()

    # ---- input ------------------------------------------------------------------------------------------------------

    def read_line(self, same_line: bool = False) -> str:
        """A typed line, echoed: `INPUT` and `LINE INPUT`; with `INPUT;` the cursor stays behind it."""
        self._expansion = ""
        text = self._await(self.terminal.read_line)
        if self.terminal.echoes:
            self.follow(text, same_line)
        else:
            self.emit(text)
            if not same_line:
                self.newline()
        return text[:LINE]

    def _await(self, read: Callable[[], str]) -> str:
        self.waiting = True
        try:
            if self.break_pressed:
                raise KeyboardInterrupt
            return read()
        finally:
            self.waiting = False

    def follow(self, text: str, same_line: bool = False) -> None:
        """The terminal itself has shown the line and its end: only the cursor is still to move."""
        self._after_return = False
        while text:
            if self._column >= self._width:
                self._column = 0
                self._feed()
            part, text = text[: self._width - self._column], text[self._width - self._column :]
            self._paint(part)
            self._column += len(part)
        if same_line:
            self.terminal.locate(self.row, self._column + 1)
        else:
            self._column = 0
            self._feed()

    def interrupted(self) -> None:
        """Ctrl-C: no more of what was typed ahead; a ^C may stand behind the cursor."""
        self._expansion = ""
        self.break_pressed = False
        self._column = min(self._column + len(self.terminal.interrupted()), self._width)

    def read_key(self) -> str:
        """The next key, waited for (`INPUT$`): a character, or CHR$(0) and a scan code."""
        while True:
            if self._expansion:
                key, self._expansion = self._expansion[0], self._expansion[1:]
                return key
            if key := self._expand(self._await(self.terminal.read_key)):
                return key

    def poll_key(self) -> str:
        """`INKEY$`: a key if one was pressed, else the empty string."""
        if self._expansion:
            key, self._expansion = self._expansion[0], self._expansion[1:]
            return key
        return self._expand(self.terminal.poll_key())

    def _expand(self, key: str) -> str:
        """A function key types its text, character by character; one without a text is an extended key."""
        if len(key) == 2 and "\x3b" <= key[1] <= "\x44" and (text := self.keys[ord(key[1]) - 0x3B]):
            self._expansion = text[1:]
            return text[0]
        return key

