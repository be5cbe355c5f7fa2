"""The console: where PRINT writes and from where lines and keys come, on top of a screen and a terminal.

    10 CLS: LOCATE 5,10: PRINT "X";: PRINT CSRLIN; POS(0)

The cursor is kept here, what stands on the screen in `screen.py`. A terminal that is a stream of characters gets what
is written as it comes: where the screen itself would break a line no line end is written, since a stream has no right
margin, but row and column move as on the screen. One that shows the screen is told that there may be something new.
Evidence for the movements: the published SCNDRV (control characters, scrolling), GIOSCN (POS, the column behind column
80), GWSTS (LOCATE, CSRLIN).
"""

from __future__ import annotations

from basic.machine.page import ROWS
from basic.machine.screen import Screen
from basic.machine.terminal import LINE_END, LINE_FEED, MARGIN, Terminal
from basic.machine.writer import Writer
from basic.sizes import LINE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from basic.machine.state import State

    Awaited = TypeVar("Awaited")

# Control characters that act on the cursor; others are shown as pictures.
_MOVING = frozenset("\x07\t\n\v\f\r\x1c\x1d\x1e\x1f")


class Console(Writer):
    """The stream PRINT writes to, with its cursor: `row` from 1, `column` from 0."""

    STATE = (*Writer.STATE, "row", "_expansion", "_ahead", "_after_return")

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.screen = Screen()
        self.screen.gather, terminal.noted = terminal.gather, self.screen.note
        self.row = 1
        self.waiting = False  # for a typed line, a key or a huge array: Ctrl-C acts at once
        self.break_pressed = False  # Ctrl-C that has not been heeded yet
        self._expansion = ""  # what a pressed function key still has to type
        self._ahead: list[str] = []  # keys that were pressed before somebody asked for them
        self.trapped: Callable[[str], bool] | None = None  # takes the keys that it knows
        self._after_return = False
        self._live = terminal.live  # it shows the screen: it is told when something changes
        super().__init__(terminal.write, 80, LINE_END)

    def state(self) -> State:
        """Without the screen, for which one must know the graphics card."""
        from basic.machine.state import fields, of

        return fields(self), of(self.terminal, "what was shown on the terminal")

    def restore(self, state: State) -> None:
        from basic.machine.state import put, put_fields

        own, terminal = state
        put_fields(self, own)
        put(self.terminal, terminal)

    # ---- the cursor -------------------------------------------------------------------------------------------------

    @property
    def column(self) -> int:
        """From 0. Behind the last column the cursor waits: it counts as being on it until the next character."""
        return min(self._column, self._width - 1)

    @property
    def reached(self) -> int:
        """So many columns of the row are behind the cursor: all of them where it waits behind the last."""
        return self._column

    @property
    def pos(self) -> int:
        """`POS(0)`: the column of the next character from 1; 1 if that goes to the next row."""
        return self._column + 1 if self._column < self._width else 1

    @property
    def csrlin(self) -> int:
        """`CSRLIN`: the row of the next character."""
        return self.row + 1 if self._column >= self._width and self.row < self.screen.bottom else self.row

    def locate(self, row: int, column: int) -> None:
        """`LOCATE row,column`, both from 1 and checked by the caller."""
        self.row, self._column = row, column - 1
        self._after_return = False
        self.screen.moved(row, column)
        self.use_screen()

    def clear(self, everything: bool = False) -> None:
        """`CLS`; `CLS 0` also what is outside the window."""
        self._home()
        self.screen.erase(self.row, 1, everything)
        self.use_screen()

    def _home(self) -> None:
        self.row, self._column = self.screen.top, 0

    def set_width(self, columns: int) -> None:
        """`WIDTH 40`: a change of width clears the screen."""
        if columns != self._width:
            self.width = self.screen.width = columns
            self.set_window(1, ROWS - 1)
            self.screen.forget()
            self.clear()

    def set_window(self, top: int, bottom: int) -> None:
        """`VIEW PRINT 5 TO 10`"""
        self.screen.settle()
        self.screen.top, self.screen.bottom = top, bottom
        self.use_screen()

    def set_colours(self, foreground: int, background: int, border: int) -> None:
        self.screen.set_colours(foreground, background, border)
        self.use_screen()

    def show_keys(self, shown: bool) -> None:
        """`KEY ON`, `KEY OFF`"""
        self.screen.show_keys(shown)
        self.touched()

    def _feed(self) -> None:
        """One row down; at the bottom of the window the screen scrolls, and from row 25 the cursor comes back."""
        self.row = min(self.row + 1, self.screen.bottom)

    # ---- the screen -------------------------------------------------------------------------------------------------

    def beep(self) -> None:
        """The speaker, not a character."""
        self.terminal.beep()

    def use_screen(self) -> None:
        """The program uses the screen as one, and not as paper: a terminal that can show it does from now on."""
        self._live = self.terminal.use_screen()
        self.touched()

    def touched(self) -> None:
        """There may be something new to see."""
        if self._live:
            self.terminal.show(self)

    def peek(self, offset: int) -> int | None:
        """A byte of the screen's memory."""
        found = self.screen.at(offset)
        return found and found[0].peek(found[1])

    def poke(self, offset: int, value: int) -> bool:
        """Change it, and with it a character or its colours; False where there is no row of the screen."""
        found = self.screen.at(offset)
        if found is None:
            return False
        found[0].poke(found[1], value)
        self.use_screen()
        return True

    # ---- output -----------------------------------------------------------------------------------------------------

    def newline(self) -> None:
        if self._column >= self._width:  # the cursor behind a full row goes down first (in 3.23, not in 1983)
            self.write(MARGIN)
            self._feed()
        self._break()

    def _break(self) -> None:
        self.write(LINE_END)
        self._column = 0
        if self.row != self.screen.bottom:
            self._feed()
        self._after_return = False
        if self._live:
            self.terminal.show(self)

    def line(self, *texts: str) -> None:
        text = "".join(texts)
        if self._column + len(text) < self._width and text.isprintable() and not self._live:
            self.write(text + LINE_END)
            self._column = 0
            if self.row != self.screen.bottom:
                self._feed()
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
                self._column = end
                self.write(text)
                if self._live:
                    self.terminal.show(self)
            else:
                self._wrap(text)
        else:
            for char in text:
                self._emit_one(char)

    def _wrap(self, text: str) -> None:
        """Characters beyond the right margin: the screen goes on in the next row."""
        while text:
            if self._column >= self._width:
                if self.row > self.screen.bottom:  # row 25 does not scroll: its last column is overwritten
                    self.screen.moved(self.row, self._width)
                    self.screen.note(text[-1])
                    self.terminal.control(text)
                    break
                self.write(MARGIN)
                self._column = 0
                self._feed()
            part, text = text[: self._width - self._column], text[self._width - self._column :]
            self._column += len(part)
            self.write(part)
        self.touched()

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

    def _move(self, char: str) -> None:
        """Characters that act on the cursor."""
        if char == "\n":
            self.write(LINE_FEED)
            self._column = 0
            self._feed()
            self.touched()
            return
        self.terminal.control(char)
        if char == "\a":
            if self._live:  # it gets no characters
                self.terminal.beep()
            return
        width, screen = self._width, self.screen
        if char == "\t":  # always at least one column on; from the eighth of eight to the stop after the next
            if self._column < width - 1:
                self._column = min((self._column + 1) // 8 * 8 + 8, width)
            elif self.row < screen.bottom:
                self._column = 0
                self.row += 1
        elif char in "\x0b\x0c":
            self._home()
            if char == "\x0c":
                screen.erase(self.row, 1)
        elif char == "\x1c":
            if self._column < width - 1:
                self._column += 1
            elif self.row < screen.bottom:
                self._column = 0
                self.row += 1
        elif char == "\x1d":
            if self._column:
                self._column -= 1
            elif self.row > screen.top:
                self._column = width - 1
                self.row -= 1
        elif char == "\x1e":
            self.row -= self.row > screen.top
        elif char == "\x1f":
            self.row += self.row < screen.bottom
        screen.moved(self.row, self._column + 1)
        self.use_screen()

    # ---- input ------------------------------------------------------------------------------------------------------

    def read_line(self, same_line: bool = False) -> str:
        """A typed line, echoed: `INPUT` and `LINE INPUT`; with `INPUT;` the cursor stays behind it."""
        self._expansion = ""
        if not self.terminal.reads_lines:
            from basic.machine.editor import Editor

            return Editor(self).read(same_line=same_line)
        text = self._await(self.terminal.read_line)
        if self.terminal.echoes:
            self.follow(text, same_line)
        else:
            self.emit(text)
            if not same_line:
                self.newline()
        return text[:LINE]

    def mark(self, sign: str) -> None:
        """A sign for the editor, which stands on the screen and not in what is written to a stream."""
        if not self.terminal.reads_lines:
            self.emit(sign)
        elif self.terminal.watched:
            self.screen.note(sign)

    def edit_at(self, row: int, column: int, inserting: bool = False) -> None:
        """The editor has its cursor here, and may have changed what stands on the page."""
        self.row, self._column = row, column - 1
        self.screen.inserting = inserting
        self.screen.moved(row, column)
        self.touched()

    def _await(self, read: Callable[[], Awaited]) -> Awaited:
        self.waiting = True
        try:
            if self.break_pressed:
                raise KeyboardInterrupt
            return read()
        finally:
            self.waiting = False

    def wait(self, sleep: Callable[[], None]) -> None:
        """Time passes, during which the screen can be looked at."""
        self.terminal.flush()
        self._await(sleep)

    def follow(self, text: str, same_line: bool = False) -> None:
        """The terminal itself has shown the line and its end: only the cursor is still to move."""
        self._after_return = False
        self.terminal.gather()
        while text:
            if self._column >= self._width:
                self.screen.note(MARGIN)
                self._column = 0
                self._feed()
            part, text = text[: self._width - self._column], text[self._width - self._column :]
            self.screen.note(part)
            self._column += len(part)
        if same_line:
            self.locate(self.row, self._column + 1)
        else:
            self.screen.note(LINE_END)
            self._column = 0
            self._feed()

    def interrupted(self) -> None:
        """Ctrl-C: no more of what was typed ahead; a ^C may stand behind the cursor."""
        self._expansion = ""
        self.break_pressed = False
        self._column = min(self._column + len(self.terminal.interrupted()), self._width)
        self.screen.moved(self.row, self._column + 1)

    def read_key(self) -> str:
        """The next key, waited for (`INPUT$`): a character, or CHR$(0) and a scan code."""
        while True:
            if self._expansion:
                key, self._expansion = self._expansion[0], self._expansion[1:]
                return key
            if key := self._expand(self._ahead.pop(0) if self._ahead else self._awaited()):
                return key

    def _awaited(self) -> str:
        """The next key that no trap takes."""
        while True:
            key = self._await(self.terminal.read_key)
            if self.trapped is None or not self.trapped(key):
                return key

    def press(self, key: str) -> None:
        """As if this key had been pressed already."""
        self._ahead.append(key)

    def poll_key(self) -> str:
        """`INKEY$`: a key if one was pressed, else the empty string."""
        if self._expansion:
            key, self._expansion = self._expansion[0], self._expansion[1:]
            return key
        if self._ahead:
            return self._expand(self._ahead.pop(0))
        key = self.terminal.poll_key()
        return "" if self.trapped is not None and self.trapped(key) else self._expand(key)

    def look_ahead(self, at_once: bool = False) -> None:
        """Hand the next key that has been pressed to who traps it; others wait. Without `at_once` who asks has nothing
        else to do."""
        if self.terminal.reads_lines:
            return
        key = self.terminal.pressed_key() if at_once else self.terminal.poll_key()
        if key and not (self.trapped is not None and self.trapped(key)):
            self.press(key)

    def _expand(self, key: str) -> str:
        """A function key types its text, character by character; one without a text is an extended key."""
        if len(key) == 2 and "\x3b" <= key[1] <= "\x44" and (text := self.screen.keys[ord(key[1]) - 0x3B]):
            self._expansion = text[1:]
            return text[0]
        return key

