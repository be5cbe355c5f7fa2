"""GW-BASIC's memory as a ported program fills it: with its text and variables, its arrays, and all their texts.

    gw = Program(size=296)              the program, and what its variables take besides
    gw.run(main, g)                     `g` has all arrays and texts

Only for programs that ask how much is free, or that may fill it: an array that finds no room is error 7, a text 14.
"""

from __future__ import annotations

from basic.errors import BasicError
from basic.library.arrays import Array
from basic.library.fields import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from basic.library.fields import Fields

NO_ROOM, NO_SPACE = 7, 14


class Storage:
    """`size`: what does not change while the program runs; `most` tells what there is of memory at all."""

    def __init__(self, size: int, most: Callable[[], int], fields: Fields) -> None:
        self.size = size
        self.most = most
        self.fields = fields
        self.state: object = None  # with the arrays and texts
        self.room = 0  # texts of so many characters fit in at least

    def hold(self, state: object) -> None:
        """From now on these attributes are what is kept."""
        self.state, self.room = state, 0
        for value in vars(state).values():
            if isinstance(value, Array):
                value.storage = self

    def free(self) -> int:
        """What is left: not less than nothing."""
        used = self.size + sum(map(len, texts(self.fields)))
        for value in () if self.state is None else vars(self.state).values():
            if isinstance(value, Array):
                used += value.weight()
            elif isinstance(value, str):
                used += len(value)
        return max(0, self.most() - used)

    def lacks(self, size: int) -> bool:
        """Whether so many bytes more are too many."""
        return size > self.free()

    def take(self, size: int) -> None:
        """Room for the elements of an array."""
        if self.lacks(size):
            raise BasicError(NO_ROOM)
        self.room = 0

    def kept(self, text: str) -> str:
        """A text that an array is to hold. What is free is worked out when it may not fit."""
        if len(text) > self.room:
            self.room = self.free()
            if len(text) > self.room:
                raise BasicError(NO_SPACE)
        self.room -= len(text)
        return text
