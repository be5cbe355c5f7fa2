"""Variables and arrays of a ported program that FIELD makes parts of the buffers of files."""

from __future__ import annotations

from basic.gw.arrays import Array
from basic.library import files, strings
from basic.machine.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from basic.machine.files import Key


class Fields:
    """The variables of FIELD: parts of the buffers of files until they are assigned to."""

    _machine: Machine
    _own: dict[str, str]

    def __init__(self, machine: Machine) -> None:
        self.__dict__.update(_machine=machine, _own={})

    def __getattr__(self, name: str) -> str:
        return files.value(self._machine, name, self._own.get(name, ""))

    def __setattr__(self, name: str, text: str) -> None:
        files.detach(self._machine, name)
        self._own[name] = text

    def part(self, name: str) -> Part:
        """What FIELD and LSET take for a variable."""
        return Part(self._machine, name, self._own, name)


def texts(fields: Fields) -> Iterator[str]:
    """What all of them are now."""
    attached = fields._machine.channels.attached
    for name in {*fields._own, *(key for key in attached if isinstance(key, str))}:
        yield attached[name].text(name) if name in attached else fields._own[name]


class Part:
    """A variable or an element that FIELD makes a part of a buffer, or has made; what else it holds is `own[place]`."""

    def __init__(self, machine: Machine, key: Key, own: dict[Any, str], place: object) -> None:
        self.machine, self.key, self.own, self.place = machine, key, own, place

    def forget(self) -> None:
        """FIELD: its own text has gone."""
        self.own.pop(self.place, None)

    def justify(self, text: str, right: bool) -> None:
        """LSET and RSET, which leave it in its buffer."""
        if (files.rset if right else files.lset)(self.machine, self.key, text) is None:
            self.own[self.place] = strings.justified(len(self.own.get(self.place, "")), text, right)


class FieldArray(Array[str]):
    """An array of which FIELD makes elements parts of the buffers of files, until something is assigned to them.

    `n = FieldArray(gw.machine, "n")`
    """

    def __init__(self, machine: Machine, name: str, lowest: int = 0) -> None:
        super().__init__("", lowest)
        self.machine, self.name = machine, name
        self.own: dict[Any, str] = {}  # texts of the elements that are no parts

    def __deepcopy__(self, memo: object) -> FieldArray:
        """As it is before the program begins, for RUN."""
        return FieldArray(self.machine, self.name, self.lowest)

    def clear(self) -> None:
        super().clear()
        self.own.clear()

    def part(self, *place: int | tuple[int, ...]) -> Part:
        """`n.part(5)`: an element as FIELD and LSET take it"""
        found = self._place(place[0] if len(place) == 1 else place)  # type: ignore[arg-type]
        return Part(self.machine, self._key(found), self.own, found)

    def _key(self, place: int | tuple[int, ...]) -> tuple[str | int, ...]:
        return (self.name, *place) if isinstance(place, tuple) else (self.name, place)

    def __getitem__(self, subscripts: int | tuple[int, ...]) -> str:
        place = self._place(subscripts)
        return files.value(self.machine, self._key(place), self.own.get(place, ""))

    def __setitem__(self, subscripts: int | tuple[int, ...], text: str) -> None:
        place = self._place(subscripts)
        files.detach(self.machine, self._key(place))
        self.own[place] = text
