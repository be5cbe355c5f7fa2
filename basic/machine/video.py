"""The graphics card: a screen mode, its pages of pixels and its palette.

It is plain data; who shows it compares what it sees with what it has shown. In SCREEN 0 there are no pixels: what
stands on the text screen is the console's.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, BasicError
from basic.machine.graphics.canvas import Canvas
from basic.machine.modes import MONO, TEXT, Mode, rgb
from basic.machine.raster import Raster

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.machine.page import Page
    from basic.machine.state import State


class Video:
    STATE = "grey", "mode", "active", "seen", "foreground", "background", "palette"

    def __init__(self) -> None:
        self.settle: Callable[[], object] = lambda: None  # text that is still to be painted
        self.touched: Callable[[], object] = lambda: None  # there may be something new to see
        self.grey = False  # SCREEN 1,1: no colour burst for a television
        self.set_mode(TEXT)

    def set_mode(self, mode: Mode) -> None:
        """Another mode: everything is blank and as that mode begins."""
        self.mode = mode
        self.pages = [Raster(mode.width, mode.height) for _ in range(mode.pages if mode.width else 0)]
        self.active = self.seen = 0
        self.foreground, self.background = mode.foreground, 0
        self.palette = list(mode.palette)
        self.canvas = Canvas(mode)

    def state(self) -> State:
        from basic.machine.state import fields

        return fields(self), fields(self.canvas), tuple([page.state() for page in self.pages])

    def restore(self, state: State) -> None:
        from basic.machine.state import put_fields

        own, canvas, pages = state
        mode: Mode = own[self.STATE.index("mode")]
        if mode is not self.mode:
            self.set_mode(mode)
        put_fields(self, own)
        put_fields(self.canvas, canvas)
        for page, kept in zip(self.pages, pages, strict=True):
            page.restore(kept)
        self.touched()

    @property
    def raster(self) -> Raster:
        """What is drawn on; error 5 where there is only text."""
        if not self.pages:
            raise BasicError(ILLEGAL)
        self.settle()
        self.touched()
        return self.pages[self.active]

    def text_page(self, number: int) -> Page:
        """What PRINT writes on a page of pixels."""
        from basic.machine.graphics.text import PicturePage

        return PicturePage(self.pages[number], self.mode)

    @property
    def shown(self) -> Raster:
        """The page that can be seen."""
        self.settle()
        return self.pages[self.seen]

    @property
    def colours(self) -> list[tuple[int, int, int]]:
        """Red, green and blue of each attribute."""
        return self.colours_in(None)

    def colours_in(self, phase: int | None) -> list[tuple[int, int, int]]:
        """The same, of those that blink one half."""
        return [rgb(self.mode, colour, phase) for colour in self.palette]

    @property
    def blinks(self) -> bool:
        return self.mode.colours is MONO and any(colour % 4 for colour in self.palette)  # 0, 4 and 8 are steady

    def clear(self, everything: bool = True) -> None:
        """`CLS`: the picture, or what VIEW has chosen of it."""
        clip = self.raster.whole if everything else self.canvas.clip
        self.raster.fill(clip, clip.left, clip.top, clip.right, clip.bottom, 0)
        self.canvas.centre()
