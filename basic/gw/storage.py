"""GW-BASIC's memory as a ported program fills it: with its text and variables, its arrays, and all their texts.

    gw = Program(size=296)              the program, and what its variables take besides
    a = gw.new_list(0, n, takes=(4, 8)) an array that is a list: the bytes of its name, and of an element
    gw.run(main, g)                     `g` has the other arrays, and all texts

Only for programs that ask how much is free, or that may fill it: an array that finds no room is error 7, a text 14.
"""

from __future__ import annotations

from basic.errors import OUT_OF_MEMORY, BasicError
from basic.gw.arrays import Array
from basic.gw.fields import texts
from basic.lists import characters, nested
from basic.machine.room import Room

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from basic.gw.fields import Fields



class Storage:
    """`size`: what does not change while the program runs; `most` tells what there is of memory at all."""

    def __init__(self, size: int, most: Callable[[], int], fields: Fields) -> None:
        self.size = size
        self.most = most
        self.fields = fields
        self.state: object = None  # with the arrays and texts
        self.lists: list[tuple[int, list[Any]]] = []  # arrays that are lists, and what they take beside their texts
        self.texts = Room(self.free)

    def hold(self, state: object) -> None:
        """From now on these attributes are what is kept."""
        self.clear()
        self.state = state
        for value in vars(state).values():
            if isinstance(value, Array):
                value.storage = self

    def clear(self) -> None:
        """CLEAR and RUN: of what is not a variable."""
        self.texts.forget()
        self.lists.clear()

    def free(self) -> int:
        """What is left: not less than nothing."""
        used = self.size + sum(map(len, texts(self.fields)))
        used += sum(size + characters(elements) for size, elements in self.lists)
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
            raise BasicError(OUT_OF_MEMORY)
        self.texts.forget()

    def new_list(self, initial: Any, bounds: tuple[int, ...], lowest: int, takes: tuple[int, int]) -> list[Any]:
        """An array that is declared once, before it is used."""
        array = Array(initial, lowest, takes)
        array.storage = self
        array.dim(*bounds)
        made = nested([bound + 1 for bound in bounds], initial)
        self.lists.append((array.weight(), made))
        return made
