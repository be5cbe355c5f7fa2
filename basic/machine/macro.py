"""The little languages of DRAW and PLAY: commands of a letter, with numbers behind them.

    DRAW "C2 BM160,100; U=N; XA$;"

Blanks do not count, small letters are capitals. A number may be the value of a variable: `=N;`; `XA$;` carries out the
text of one. In place of a name and its semicolon the three bytes of VARPTR$ may stand.
"""

from __future__ import annotations

from basic.errors import ILLEGAL, OUT_OF_MEMORY, TYPE_MISMATCH, BasicError
from basic.record import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

DEEPEST = 100  # texts within texts
KINDS = "\2\3\4\x08"  # what VARPTR$ begins with: the size of a variable


class Variables(Protocol):
    """Where names and addresses lead."""

    def named(self, name: str) -> float | str:
        """The value of `N`, `A$` or `A(3)`."""

    def at(self, address: int) -> float | str:
        """The value of the variable that VARPTR found there."""


class Given:
    """Those that are handed over with the text."""

    def __init__(self, values: Mapping[str, float | str]) -> None:
        self._values = values

    def named(self, name: str) -> float | str:
        value = self._values.get(name)
        if value is None:
            raise BasicError(ILLEGAL)
        return value if isinstance(value, str) else float(value)

    def at(self, address: int) -> float | str:
        raise BasicError(ILLEGAL)


class Macro:
    """A text that is being read, with those that X has left waiting."""

    def __init__(self, text: str, variables: Variables | None = None) -> None:
        self.text, self.place = text, 0
        self._variables = variables
        self._outer: list[tuple[str, int]] = []

    def command(self) -> str:
        """The next letter, "" at the end; semicolons between commands do not count."""
        while True:
            letter = self._next()
            if letter == "X":
                self._enter(self._variable())
            elif not letter and self._outer:
                self.text, self.place = self._outer.pop()
            elif letter != ";":
                return letter

    def peek(self) -> str:
        """The next character, which stays."""
        letter = self._next()
        self.place -= bool(letter)
        return letter

    def take(self, character: str) -> bool:
        """Whether this comes next; if so, it is read."""
        found = self.peek() == character
        self.place += found
        return found

    def number(self) -> int | None:
        """A number, if there is one: digits with a sign, or `=` and a variable."""
        sign = self.peek()
        if not sign or sign not in "+-=0123456789":
            return None
        negative = False
        while (sign := self.peek()) and sign in "+-":
            self.place += 1
            negative ^= sign == "-"
        value = self._value() if self.take("=") else self._digits()
        return -value if negative else value

    def needed(self) -> int:
        """A number that must be there."""
        value = self.number()
        if value is None:
            raise BasicError(ILLEGAL)
        return value

    def _next(self) -> str:
        while self.place < len(self.text):
            letter = self.text[self.place]
            self.place += 1
            if letter != " ":
                return letter.upper() if letter < "\x80" else letter
        return ""

    def _digits(self) -> int:
        value, found = 0, False
        while (digit := self.peek()) and digit in "0123456789":
            self.place += 1
            value, found = 10 * value + int(digit), True
            if value > 32767:
                raise BasicError(ILLEGAL)
        if not found:
            raise BasicError(ILLEGAL)
        return value

    def _value(self) -> int:
        from basic.values.convert import cint

        value = self._variable()
        if isinstance(value, str):
            raise BasicError(TYPE_MISMATCH)
        return cint(value)

    def _variable(self) -> float | str:
        """A name up to its semicolon, or what VARPTR$ gives."""
        if self._variables is None:
            raise BasicError(ILLEGAL)
        if self.text[self.place : self.place + 1] in tuple(KINDS):
            address = self.text[self.place + 1 : self.place + 3].encode("latin-1")
            self.place += 3
            return self._variables.at(int.from_bytes(address, "little"))
        end = self.text.find(";", self.place)
        if end < 0:
            raise BasicError(ILLEGAL)
        name, self.place = self.text[self.place : end], end + 1
        return self._variables.named(name.replace(" ", "").upper())

    def _enter(self, text: float | str) -> None:
        if not isinstance(text, str):
            raise BasicError(TYPE_MISMATCH)
        if len(self._outer) >= DEEPEST:
            raise BasicError(OUT_OF_MEMORY)
        self._outer.append((self.text, self.place))
        self.text, self.place = text, 0
