"""What a ported program asks for, finds in files and reads of its DATA: INPUT, LINE INPUT and READ."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partialmethod

from basic.errors import OUT_OF_DATA, SYNTAX, BasicError
from basic.gw.plain import real, whole
from basic.gw.reckoning import Reckoning
from basic.library import files, input, items
from basic.values import text as texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, TypeVar, overload

    Kind = TypeVar("Kind", str, float, int)


class Double(int):
    """What a variable of double precision takes in an exact port, whose doubles are ints."""


SIGILS: dict[type, str] = {str: "$", float: "!", int: "%", Double: "#"}


class Reading(Reckoning):
    """`data` are the constants of DATA; from each place in `data_lines` on they stand in that line."""

    def __init__(self, data: Sequence[str | float], data_lines: Mapping[int, int], exact: bool) -> None:
        super().__init__()
        self.data, self.data_lines = data, data_lines
        self.exact = exact
        self._place = 0  # in DATA
        self._spoilt = False  # what was read has something behind it that its variable does not take

    def _taken(self, kinds: str) -> str:
        """What is read for variables of these kinds: all the digits of a number."""
        return kinds if self.exact else kinds.replace("!", "#")

    def _own(self, value: Any, kind: str) -> Any:
        """What was read, as the program has it."""
        if kind not in "!#" or (self.exact and kind == "#"):
            return value
        return whole(value) if self.exact else real(value)

    if TYPE_CHECKING:

        @overload
        def input(self, prompt: str, *kinds: type[Kind], question: bool = True, same_line: bool = False) -> list[Kind]:
            ...

        @overload
        def input(self, prompt: str, *kinds: type, question: bool = True, same_line: bool = False) -> list[Any]: ...

    def input(self, prompt: str, *kinds: type, question: bool = True, same_line: bool = False) -> list[Any]:
        """`INPUT "Prompt";A,B$`: a value for each kind, once what is typed fits."""
        return self._typed("".join(SIGILS[kind] for kind in kinds), prompt, question, same_line)

    def _typed(self, kinds: str, prompt: str, question: bool, same_line: bool) -> list[Any]:
        values = input.input_values(self.machine, prompt, question, same_line, self._taken(kinds))
        return [self._own(value, kind) for value, kind in zip(values, kinds, strict=True)]

    def _input_one(self, kind: str, prompt: str = "", question: bool = True, same_line: bool = False) -> Any:
        return self._typed(kind, prompt, question, same_line)[0]

    input_text: partialmethod[str] = partialmethod(_input_one, "$")
    input_number: partialmethod[float] = partialmethod(_input_one, "!")
    input_integer: partialmethod[int] = partialmethod(_input_one, "%")
    input_double: partialmethod[Any] = partialmethod(_input_one, "#")

    def prompt(self, text: str) -> None:
        """What LINE INPUT prints before it looks for its variable."""
        input.show_prompt(self.machine, text)

    def line_input(self, prompt: str = "", same_line: bool = False) -> str:
        """`LINE INPUT "Prompt";A$`"""
        return input.line_input(self.machine, prompt, same_line)

    def input_item(self, number: int, kind: type[Kind]) -> Kind:
        """`INPUT #1,A`"""
        sigil = SIGILS[kind]
        found: Kind = self._own(self.function(files.read_item, self.machine, number, self._taken(sigil)), sigil)
        return found

    def input_items(self, number: int, *kinds: type) -> list[Any]:
        """`INPUT #1,A,B$`: a value for each kind."""
        return [self.input_item(number, kind) for kind in kinds]

    def read_items(self, *kinds: type) -> list[Any]:
        """`READ A,B$`: the next constants, one of each kind."""
        with self.reading():
            return [self.read(kind) for kind in kinds]

    if TYPE_CHECKING:

        @overload
        def read(self, kind: type[str], end: bool = True) -> str: ...

        @overload
        def read(self, kind: type[float], end: bool = True) -> Any: ...

    def read(self, kind: type, end: bool = True) -> Any:
        """`READ A`: without its `end` the variable gets what it takes, 2 of 2X and A of "A"B, before `end_constant`
        fails."""
        if self._place >= len(self.data):
            raise BasicError(OUT_OF_DATA)
        text = str(self.data[self._place])
        value: Any
        if kind is str:
            in_quotes, quoted, behind = text[1:].partition('"') if text.startswith('"') else ("", "", "")
            value = in_quotes if quoted else text
        else:
            value, behind = self._constant(text, SIGILS[kind])
        self._spoilt = bool(behind.strip())
        self._place += not self._spoilt
        if end:
            self.end_constant()
        return value

    def _constant(self, text: str, of: str) -> tuple[Any, str]:
        """The number that a constant begins with, and what is behind it."""
        kind = self._taken(of)
        value: Any
        try:
            value, found, end = texts.read_number(text, kind=kind)
        except texts.LiteralOverflow as beyond:
            value, found, end = self.soft(beyond), beyond.kind, beyond.end
        if self.exact and kind == "!" and found == "#":
            return self.single(int(value)), text[end:]
        return self._own(items.as_kind(value, found, kind), of), text[end:]

    def end_constant(self) -> None:
        """What stands behind a constant is seen when its variable has it."""
        if self._spoilt:
            line = [line for index, line in self.data_lines.items() if index <= self._place]
            raise BasicError(SYNTAX, line[-1] if line else None)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A READ of several variables: where an error ends it, those constants are read again."""
        begun = self._place
        try:
            yield
        except Exception:
            self._place = begun
            raise

    def restore(self, index: int = 0) -> None:
        """`RESTORE`"""
        self._place = index
