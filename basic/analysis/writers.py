"""Tables of those who write a BASIC function in Python: the engine's for speed, the port's for readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..syntax import nodes as n

E = TypeVar("E")  # who writes expressions
V = TypeVar("V")  # what is known of one

Arguments = tuple[n.Expression, ...]


def writers(table: dict[str, Callable[[E, Arguments], V | None]]) -> Callable[
    [str, int], Callable[[Callable[[E, Arguments], V | None]], Callable[[E, Arguments], V | None]]
]:
    """`@inline("LEN", 1)` for a table: enters a function under a word, for calls with so many arguments only."""

    def entered(word: str, count: int) -> Callable[
        [Callable[[E, Arguments], V | None]], Callable[[E, Arguments], V | None]
    ]:
        def bind(write: Callable[[E, Arguments], V | None]) -> Callable[[E, Arguments], V | None]:
            table[word] = lambda e, arguments: write(e, arguments) if len(arguments) == count else None
            return write

        return bind

    return entered
