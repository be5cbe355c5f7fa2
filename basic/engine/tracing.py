"""Where the fast code stands while it runs, and its trace, once Ctrl-C or a tick has turned that on."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from .image import Function


def frame_of(function: Function | None) -> FrameType | None:
    """The frame of this function, if it runs at this moment."""
    frame: FrameType | None = None if function is None else sys._getframe()
    while frame is not None and function is not None and frame.f_code is not function.code:
        frame = frame.f_back
    return frame


class Place:
    """The line that was last seen. CPython 3.11 reports a line once more in its middle when a call from it comes back:
    who took that for its beginning would have half a statement carried out twice (`PRINT RND;RND`)."""

    __slots__ = ("line", "offset")

    def __init__(self, frame: FrameType | None = None) -> None:
        self.line: int | None = None
        self.offset = -1
        if frame is not None:
            self.line, self.offset = frame.f_lineno, frame.f_lasti

    def begins(self, frame: FrameType) -> bool:
        """Whether a line that is reported now begins, be it anew."""
        line, offset = frame.f_lineno, frame.f_lasti
        again = line == self.line and offset > self.offset
        self.line, self.offset = line, offset
        return not again
