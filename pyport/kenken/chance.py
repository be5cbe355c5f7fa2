"""GW-BASIC's random numbers, so that the same seeds make the same puzzles (KENKEN.BAS 130 and 190)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """RND steps a 24-bit generator, RANDOMIZE replaces its upper 16 bits and steps once.

    >>> dice = Dice()
    >>> [dice.roll(6) for _ in range(5)]
    [1, 4, 6, 5, 5]
    """

    def __init__(self, seed: int = 0) -> None:
        """Seed 0 keeps the numbers every GW-BASIC program starts with (line 190)."""
        self._state = 5228370
        if seed:
            self._state = (seed & 0xFFFF) << 8 | self._state & 0xFF
            self._step()

    def _step(self) -> None:
        self._state = (self._state * 214013 + 2531011) % 2**24

    def roll(self, sides: int) -> int:
        """A number from 1 to `sides`: FNR of line 130, which no rounding can disturb.

        The upper bits decide: the lower ones repeat after a few hundred steps.
        """
        self._step()
        return ((self._state >> 9) * sides >> 15) + 1

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each with the same chance: the k-th replaces its forerunners with chance 1/k.

        That is how BASIC picks in one pass without making a list (lines 3510 to 3540 and others like them).
        """
        chosen = items[0]
        for place, item in enumerate(items, start=1):
            if self.roll(place) == 1:
                chosen = item
        return chosen
