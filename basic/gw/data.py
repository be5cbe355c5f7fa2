"""The constants of DATA: `gw.data.read(float)`. And what a number that was read or typed is for a ported program."""

from __future__ import annotations

from contextlib import contextmanager

from basic.errors import OUT_OF_DATA, SYNTAX, BasicError
from basic.gw.plain import real, whole
from basic.library import items
from basic.values import text as texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, overload

    from basic.gw.arithmetic import Soft


class Double(int):
    """What a variable of double precision takes in an exact port, whose doubles are ints."""


SIGILS: dict[type, str] = {str: "$", float: "!", int: "%", Double: "#"}


class Kinds:
    """What variables take: in Python's numbers all the digits that are typed, in an `exact` port BASIC's."""

    def __init__(self, exact: bool) -> None:
        self.exact = exact

    def taken(self, kinds: str) -> str:
        """What is read for variables of these kinds."""
        return kinds if self.exact else kinds.replace("!", "#")

    def own(self, value: Any, kind: str) -> Any:
        """What was read, as the program has it."""
        if kind not in "!#" or (self.exact and kind == "#"):
            return value
        return whole(value) if self.exact else real(value)


class Data:
    """`constants` with their place; from each index in `lines` on they stand in that line."""

    def __init__(self, constants: Sequence[str | float], lines: Mapping[int, int], kinds: Kinds, soft: Soft) -> None:
        self.constants, self.lines, self.kinds, self.soft = constants, lines, kinds, soft
        self.place = 0
        self._spoilt = False  # what was read has something behind it that its variable does not take

    if TYPE_CHECKING:

        @overload
        def read(self, kind: type[str], end: bool = True) -> str: ...

        @overload
        def read(self, kind: type[float], end: bool = True) -> Any: ...

    def read(self, kind: type, end: bool = True) -> Any:
        """`READ A`: without its `end` the variable gets what it takes, 2 of 2X and A of "A"B, before `end_constant`
        fails."""
        if self.place >= len(self.constants):
            raise BasicError(OUT_OF_DATA)
        text = str(self.constants[self.place])
        value: Any
        if kind is str:
            in_quotes, quoted, behind = text[1:].partition('"') if text.startswith('"') else ("", "", "")
            value = in_quotes if quoted else text
        else:
            value, behind = self._number(text, SIGILS[kind])
        self._spoilt = bool(behind.strip())
        self.place += not self._spoilt
        if end:
            self.end_constant()
        return value

    def _number(self, text: str, of: str) -> tuple[Any, str]:
        """The number that a constant begins with, and what is behind it."""
        kind = self.kinds.taken(of)
        value: Any
        try:
            value, found, end = texts.read_number(text, kind=kind)
        except texts.LiteralOverflow as beyond:
            value, found, end = self.soft.result(beyond), beyond.kind, beyond.end
        return self.kinds.own(self.soft(items.as_kind, value, found, kind), of), text[end:]

    def end_constant(self) -> None:
        """What stands behind a constant is seen when its variable has it."""
        if self._spoilt:
            line = [line for index, line in self.lines.items() if index <= self.place]
            raise BasicError(SYNTAX, line[-1] if line else None)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A READ of several variables: where an error ends it, those constants are read again."""
        begun = self.place
        try:
            yield
        except Exception:
            self.place = begun
            raise

    def several(self, *kinds: type) -> list[Any]:
        """`READ A,B$`: the next constants, one of each kind."""
        with self.reading():
            return [self.read(kind) for kind in kinds]

    def restore(self, index: int = 0) -> None:
        """`RESTORE`"""
        self.place = index
