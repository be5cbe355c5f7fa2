"""Variables by their names in texts: `DRAW "U=N;XA$;"`, `PLAY "O=A(3);"`, or by the address in VARPTR$."""

from __future__ import annotations

from ..errors import ILLEGAL, SUBSCRIPT, TYPE_MISMATCH, BasicError
from ..values import convert, double
from . import names
from .arrays import Undimensioned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .runtime import Runtime


class Named:
    """The variables of one runtime, as they are while its code runs."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime

    def named(self, name: str) -> float | str:
        """`N`, `A$`, `A(I,3)`"""
        word, bracket, rest = name.replace("[", "(").partition("(")
        kind = word[-1:] if word[-1:] in names.SUFFIX else ""
        word = word.removesuffix(kind) if kind else word
        if not (word[:1].isalpha() and word.isascii() and word.replace(".", "").isalnum()):
            raise BasicError(ILLEGAL)
        kind = self.runtime.types.kind(word, kind)
        if not bracket:
            return self._value(names.scalar(word, kind))
        subscripts = [self._subscript(part) for part in rest.rstrip("])").split(",")]
        return self._element(names.array(word, kind), subscripts)

    def at(self, address: int) -> float | str:
        """What VARPTR$ has found at an address."""
        found = self.runtime.segment.variable(address)
        if found is None:
            raise BasicError(ILLEGAL)
        key, value = found
        return _plain(key if isinstance(key, str) else key[0], value)

    def _subscript(self, text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() else self.named(text)
        if isinstance(value, str):
            raise BasicError(TYPE_MISMATCH)
        return convert.cint(value)

    def _value(self, identifier: str) -> float | str:
        here = self.runtime.locals()
        value = here[identifier] if identifier in here else self.runtime.namespace.get(identifier)
        return _plain(identifier, names.initial(identifier) if value is None else value)

    def _element(self, identifier: str, subscripts: list[int]) -> float | str:
        row: Any = self.runtime.namespace.get(identifier)
        if row is None or isinstance(row, Undimensioned):
            raise BasicError(ILLEGAL)
        bounds = self.runtime.bounds[identifier]
        if len(bounds) != len(subscripts):
            raise BasicError(SUBSCRIPT)
        for subscript, bound in zip(subscripts, bounds, strict=True):
            if not self.runtime.base <= subscript <= bound:
                raise BasicError(SUBSCRIPT)
            row = row[subscript]
        return _plain(identifier, row)


def _plain(identifier: str, value: Any) -> float | str:
    """A double as a single."""
    plain: float | str = double.to_single(value) if names.kind_of(identifier) == "#" else value
    return plain
