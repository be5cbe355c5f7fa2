"""The room that GW-BASIC's memory has for texts."""

from __future__ import annotations

from basic.errors import OUT_OF_STRING_SPACE, BasicError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Room:
    """For the texts in arrays: only these can fill the memory. What is `free` is worked out when one may not fit."""

    def __init__(self, free: Callable[[], float]) -> None:
        self.free = free
        self.left: float = 0  # so much more text fits in at least

    def forget(self) -> None:
        """There may be less than was known: an array has been made, or all is gone."""
        self.left = 0

    def kept(self, text: str) -> str:
        """A text that an array is to hold: error 14 where there is no space for it."""
        if len(text) > self.left:
            self.left = self.free()
            if len(text) > self.left:
                raise BasicError(OUT_OF_STRING_SPACE)
        self.left -= len(text)
        return text
