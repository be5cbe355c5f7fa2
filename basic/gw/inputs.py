"""What a ported program reads: `gw.input_number("AGE")`, `gw.input_from(1, str, float)`, `gw.data.read(str)`.

What a variable takes is told by a type; for several there is a list of values.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import partialmethod

from basic.errors import OUT_OF_DATA, SYNTAX, BasicError
from basic.gw.plain import real, whole
from basic.library import files, input, items
from basic.values import text as texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar, overload

    from basic.gw.arithmetic import Soft
    from basic.machine.machine import Machine

    Kind = TypeVar("Kind", str, float, int)
    Kinds = dict[type, tuple[str, Callable[[Any], Any]]]


class Double(int):
    """What a variable of double precision takes in an exact port, whose doubles are ints."""


# As what a value for a variable is read, and what makes it the program's: Python's numbers have all the digits that are
# typed, those of an exact port BASIC's.
IN_FLOATS: Kinds = {str: ("$", str), int: ("%", int), float: ("#", real)}
EXACTLY: Kinds = {str: ("$", str), int: ("%", int), float: ("!", whole), Double: ("#", int)}


class Data:
    """`constants` with their place; from each index in `lines` on they stand in that line."""

    def __init__(self, constants: Sequence[str | float], lines: Mapping[int, int], kinds: Kinds, soft: Soft) -> None:
        self.constants, self.lines, self.kinds, self.soft = constants, lines, kinds, soft
        self.place = 0
        self._spoilt = False  # what was read has something behind it that its variable does not take

    if TYPE_CHECKING:

        @overload
        def read(self, kind: type[str], /, *, end: bool = True) -> str: ...

        @overload
        def read(self, *kinds: type, end: bool = True) -> Any: ...

    def read(self, *kinds: type, end: bool = True) -> Any:
        """`READ A,B$`: without its `end` a variable gets what it takes, 2 of 2X and A of "A"B, before `end_constant`
        fails."""
        with self.reading():
            values = [self._constant(kind, end) for kind in kinds]
        return values if len(kinds) > 1 else values[0]

    def _constant(self, kind: type, end: bool) -> Any:
        if self.place >= len(self.constants):
            raise BasicError(OUT_OF_DATA)
        text = str(self.constants[self.place])
        value: Any
        if kind is str:
            in_quotes, quoted, behind = text[1:].partition('"') if text.startswith('"') else ("", "", "")
            value = in_quotes if quoted else text
        else:
            value, behind = self._number(text, *self.kinds[kind])
        self._spoilt = bool(behind.strip())
        self.place += not self._spoilt
        if end:
            self.end_constant()
        return value

    def _number(self, text: str, kind: str, own: Callable[[Any], Any]) -> tuple[Any, str]:
        """The number that a constant begins with, and what is behind it."""
        value: Any
        try:
            value, found, end = texts.read_number(text, kind=kind)
        except texts.LiteralOverflow as beyond:
            value, found, end = self.soft.result(beyond), beyond.kind, beyond.end
        return own(self.soft(items.as_kind, value, found, kind)), text[end:]

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

    def restore(self, index: int = 0) -> None:
        """`RESTORE`"""
        self.place = index


class Inputs:
    """What has a keyboard, and files."""

    machine: Machine
    kinds: Kinds
    soft: Soft

    if TYPE_CHECKING:

        @overload
        def input(self, prompt: str, *kinds: type[Kind], question: bool = True, same_line: bool = False) -> list[Kind]:
            ...

        @overload
        def input(self, prompt: str, *kinds: type, question: bool = True, same_line: bool = False) -> list[Any]: ...

    def input(self, prompt: str, *kinds: type, question: bool = True, same_line: bool = False) -> list[Any]:
        """`INPUT "Prompt";A,B$`: a value for each kind, once what is typed fits."""
        wanted = [self.kinds[kind] for kind in kinds]
        read = "".join(kind for kind, _ in wanted)
        values = input.input_values(self.machine, prompt, question, same_line, read)
        return [own(value) for value, (_, own) in zip(values, wanted, strict=True)]

    def _one(self, kind: type, prompt: str = "", question: bool = True, same_line: bool = False) -> Any:
        return self.input(prompt, kind, question=question, same_line=same_line)[0]

    input_text: partialmethod[str] = partialmethod(_one, str)
    input_number: partialmethod[float] = partialmethod(_one, float)
    input_integer: partialmethod[int] = partialmethod(_one, int)
    input_double: partialmethod[int] = partialmethod(_one, Double)

    def line_input(self, prompt: str = "", same_line: bool = False) -> str:
        """`LINE INPUT "Prompt";A$`"""
        return input.line_input(self.machine, prompt, same_line)

    if TYPE_CHECKING:

        @overload
        def input_from(self, number: int, kind: type[Kind], /) -> Kind: ...

        @overload
        def input_from(self, number: int, *kinds: type) -> Any: ...

    def input_from(self, number: int, *kinds: type) -> Any:
        """`INPUT #1,A,B$`"""
        wanted = [self.kinds[kind] for kind in kinds]
        values = [own(self.soft(files.read_item, self.machine, number, kind)) for kind, own in wanted]
        return values if len(kinds) > 1 else values[0]
