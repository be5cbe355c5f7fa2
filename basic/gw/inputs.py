"""What a ported program asks for and finds in files: INPUT and LINE INPUT."""

from __future__ import annotations

from functools import partialmethod

from basic.gw.data import SIGILS, Double
from basic.library import files, input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar, overload

    from basic.gw.arithmetic import Soft
    from basic.gw.data import Kinds
    from basic.machine.machine import Machine

    Kind = TypeVar("Kind", str, float, int)


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
        sigils = "".join(SIGILS[kind] for kind in kinds)
        values = input.input_values(self.machine, prompt, question, same_line, self.kinds.taken(sigils))
        return [self.kinds.own(value, sigil) for value, sigil in zip(values, sigils, strict=True)]

    def _one(self, kind: type, prompt: str = "", question: bool = True, same_line: bool = False) -> Any:
        return self.input(prompt, kind, question=question, same_line=same_line)[0]

    input_text: partialmethod[str] = partialmethod(_one, str)
    input_number: partialmethod[float] = partialmethod(_one, float)
    input_integer: partialmethod[int] = partialmethod(_one, int)
    input_double: partialmethod[Any] = partialmethod(_one, Double)

    def line_input(self, prompt: str = "", same_line: bool = False) -> str:
        """`LINE INPUT "Prompt";A$`"""
        return input.line_input(self.machine, prompt, same_line)

    def input_item(self, number: int, kind: type[Kind]) -> Kind:
        """`INPUT #1,A`"""
        sigil = SIGILS[kind]
        found: Kind = self.kinds.own(self.soft(files.read_item, self.machine, number, self.kinds.taken(sigil)), sigil)
        return found

    def input_items(self, number: int, *kinds: type) -> list[Any]:
        """`INPUT #1,A,B$`: a value for each kind."""
        return [self.input_item(number, kind) for kind in kinds]
