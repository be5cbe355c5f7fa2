"""The text screen as data: its pages, colours, window, function keys, and what was printed since somebody last looked.

A program that prints to a stream never looks at its screen, and most others look seldom. So what PRINT writes is only
noted, as text and line ends, and laid out in cells when somebody looks: SCREEN(row,column), PEEK, the editor, a front.
A stream notes what it has sent, a thousand lines at once; `gather` has it note what it still keeps.
"""

from __future__ import annotations

from basic.machine.page import END, FEED, ROWS, WRAP, Page
from basic.machine.terminal import LINE_END, LINE_FEED, MARGIN
from basic.sizes import SCREEN_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.state import State
    from basic.machine.video import Video

FUNCTION_KEYS = (
    *("LIST ", "RUN\r", 'LOAD"', 'SAVE"', "CONT\r"),
    *(',"LPT1:"\r', "TRON\r", "TROFF\r", "KEY ", "SCREEN 0,0,0\r"),
)
NOTED = 10_000  # pieces of text that wait to be laid out: that takes as long as to print a hundred
_JOINS = {MARGIN: WRAP, LINE_FEED: FEED}


class Screen:
    """What a program can put on the screen and read back from it."""

    STATE = (
        *("width", "top", "bottom", "foreground", "background", "border", "keys_shown", "keys", "active", "visible"),
        *("cursor_shown", "cursor_shape", "inserting", "_keys_painted", "_notes", "_place"),
    )

    def __init__(self) -> None:
        self.width = 80
        self.top, self.bottom = 1, ROWS - 1  # VIEW PRINT; row 25 belongs to the function keys
        self.foreground, self.background, self.border = 7, 0, 0
        self.keys_shown = True  # KEY ON
        self.keys = list(FUNCTION_KEYS)  # KEY n,"text"
        self.active = self.visible = 0
        self.cursor_shown = False  # while a program runs, by LOCATE ,,1; who waits for a line always has one
        self.cursor_shape = 6, 7  # the rows of a character that the cursor takes, of 8: LOCATE ,,,0,7
        self.inserting = False  # the editor's cursor is that of insertion
        self.video: Video | None = None  # the graphics card while it shows pixels
        self._keys_painted = False  # there the function keys are not seen before a KEY ON
        self._pages: dict[int, Page] = {}
        self.gather: Callable[[], object] = lambda: None  # what was written, but not noted yet
        self._notes: list[str] = []
        self._place = 1, 1  # where they begin

    def state(self) -> State:
        from basic.machine.state import fields

        self.gather()
        return fields(self), {number: fields(page) for number, page in self._pages.items()}

    def restore(self, state: State, video: Video | None) -> None:
        """`video`: the graphics card, if it showed pixels."""
        from basic.machine.state import put_fields

        own, pages = state
        put_fields(self, own)
        self.video = video
        self._pages = {number: self._blank(number) for number in pages}
        for number, page in pages.items():
            put_fields(self._pages[number], page)

    @property
    def attribute(self) -> int:
        """The byte of the screen's memory that stands for the colours: blinking, background, foreground."""
        return self.foreground & 15 | (self.background & 7) << 4 | (self.foreground & 16) << 3

    # ---- notes ------------------------------------------------------------------------------------------------------

    def note(self, text: str) -> None:
        """Text for where the cursor is, within its row, or how that is left."""
        self._notes.append(text)
        if len(self._notes) > NOTED:
            self._lay_out()

    def moved(self, row: int, column: int) -> None:
        """The cursor has gone elsewhere: what was noted is laid out, and what follows begins there."""
        self.settle()
        self._place = row, column

    def settle(self) -> None:
        """Lay out what was written."""
        self.gather()
        if self._notes:
            self._lay_out()

    def _lay_out(self) -> None:
        text = "".join(self._notes)
        self._notes.clear()
        for leaves in _JOINS:
            text = text.replace(leaves, leaves + LINE_END)
        page = self._page(self.active)
        row, column = self._place
        attribute = self.attribute
        most = self.bottom - self.top + 2  # ends of lines, where no more can have stayed
        pieces = text.rsplit(LINE_END, most if self.top <= row <= self.bottom else -1)
        if len(pieces) > most and self.top <= row <= self.bottom:  # all that stood in the window has scrolled away
            page.clear(self.top, self.bottom, attribute)
            del pieces[0]
            row, column = self.bottom, 1
        for piece in pieces[:-1]:
            join = _JOINS.get(piece[-1:], END)
            text = piece[:-1] if join else piece
            if join == FEED and column + len(text) <= self.width:
                text += " "  # it has a place of its own in the row
            if text:
                page.put(row, column, text, attribute)
            page.joins[row] = join
            row, column = self._feed(page, row), 1
        if pieces[-1]:
            page.put(row, column, pieces[-1], attribute)
            column += len(pieces[-1])
        self._place = row, column

    def _feed(self, page: Page, row: int) -> int:
        if row == self.bottom:
            page.scroll(self.top, self.bottom, self.attribute)
        return min(row + 1, self.bottom)

    # ---- pages ------------------------------------------------------------------------------------------------------

    def _page(self, number: int) -> Page:
        if number not in self._pages:
            self._pages[number] = page = self._blank(number)
            self._draw_keys(page)
        return self._pages[number]

    def _blank(self, number: int) -> Page:
        return self.video.text_page(number) if self.video else Page(self.width, self.attribute)

    @property
    def page_size(self) -> int:
        """The bytes from one page of text to the next in the screen's memory."""
        return 4096 * self.width // 80

    @property
    def text_pages(self) -> int:
        """How many there are: twice as many where they are half as wide."""
        return SCREEN_SIZE // self.page_size

    def at(self, offset: int) -> tuple[Page, int] | None:
        """The page of text that a byte of the screen's memory belongs to, and its place there; None where no row is."""
        if self.video:
            return None
        self.settle()
        number, within = divmod(offset, self.page_size)
        page = self._page(number)
        return None if page.peek(within) is None else (page, within)

    @property
    def page(self) -> Page:
        """The page that is written to."""
        self.settle()
        return self._page(self.active)

    @property
    def shown(self) -> Page:
        """The page that is seen."""
        self.settle()
        return self._page(self.visible)

    def copy_page(self, source: int, target: int) -> None:
        """`PCOPY 1,2`"""
        self.settle()
        self._page(target).take(self._page(source))

    def switch(self, active: int, visible: int) -> None:
        """`SCREEN ,,1,0`"""
        self.settle()
        self.active, self.visible = active, visible

    def enter(self, video: Video | None) -> None:
        """Another mode, of pixels or of text alone."""
        self.forget()
        self.video = video
        self._keys_painted = False
        self.top, self.bottom = 1, ROWS - 1
        self.active = self.visible = 0

    def forget(self) -> None:
        """Another width or mode: every page is blank."""
        self.gather()
        self._notes.clear()
        self._pages.clear()

    def erase(self, row: int, column: int, everything: bool = False) -> None:
        """CLS of the text window, or of all 25 rows; the cursor is at this place then."""
        self.settle()
        page = self._page(self.active)
        if everything or (self.top, self.bottom) == (1, ROWS - 1):
            page.clear(1, ROWS, self.attribute)
            self._draw_keys(page)
        else:
            page.clear(self.top, self.bottom, self.attribute)
        self._place = row, column

    def set_cursor(self, shown: int | None, start: int | None, stop: int | None) -> None:
        """`LOCATE ,,1,0,7`; a first row alone is the last one, too."""
        if shown is not None:
            self.cursor_shown = bool(shown)
        if start is not None or stop is not None:
            first = self.cursor_shape[0] if start is None else start
            self.cursor_shape = first, first if stop is None else stop

    def set_colours(self, foreground: int, background: int, border: int) -> None:
        self.settle()
        self.foreground, self.background, self.border = foreground, background, border

    # ---- row 25 -----------------------------------------------------------------------------------------------------

    def show_keys(self, shown: bool) -> None:
        """`KEY ON`, `KEY OFF`"""
        self.settle()
        self.keys_shown = self._keys_painted = shown
        for page in self._pages.values():
            self._draw_keys(page)

    def _draw_keys(self, page: Page) -> None:
        """The first six characters of each function key's text, Enter as an arrow."""
        page.clear(ROWS, ROWS, 7)
        shown = self.keys_shown and (self._keys_painted or not self.video)
        for index, text in enumerate(self.keys[: self.width // 8] if shown else []):
            page.put(ROWS, index * 8 + 1, str((index + 1) % 10), 7)
            page.put(ROWS, index * 8 + 2, f"{text[:6]:6}".replace("\r", "\x1b"), 0x70)
