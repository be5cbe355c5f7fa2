"""Variables and arrays of a ported program that FIELD makes parts of the buffers of files: `fields["n"]`.

What is named there is a variable, `"n"`, or an element of an array, `("n", 5)`.
"""

from __future__ import annotations

from basic.gw.arrays import Array
from basic.library import files, strings
from basic.machine.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Key = str | tuple[str | int, ...]


class Fields(dict[Key, str]):
    """Parts of buffers until they are assigned to; what is kept are the texts of the others."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def __getitem__(self, key: Key) -> str:
        return files.value(self.machine, key, self.get(key, ""))

    def __setitem__(self, key: Key, text: str) -> None:
        files.detach(self.machine, key)
        super().__setitem__(key, text)

    def field(self, number: int, *parts: tuple[Key, int]) -> None:
        """`FIELD #1,20 AS N$,8 AS P$(5)`: `fields.field(1, ("n", 20), (p.key(5), 8))`"""
        try:
            files.field(self.machine, number, [(width, key) for key, width in parts])
        finally:  # an error leaves the parts before it attached
            for key, _ in parts:
                if key in self.machine.channels.attached:
                    self.pop(key, None)

    def lset(self, key: Key, text: str) -> None:
        """`LSET N$="BOLT"`: it stays in its buffer."""
        if files.lset(self.machine, key, text) is None:
            super().__setitem__(key, strings.justified(len(self[key]), text, False))

    def rset(self, key: Key, text: str) -> None:
        """`RSET N$="BOLT"`"""
        if files.rset(self.machine, key, text) is None:
            super().__setitem__(key, strings.justified(len(self[key]), text, True))


class FieldArray(Array[str]):
    """An array of whose elements some are such parts: `n = FieldArray(gw.fields, "n")`"""

    def __init__(self, fields: Fields, name: str, lowest: int = 0) -> None:
        super().__init__("", lowest)
        self.fields, self.name = fields, name

    def clear(self) -> None:
        super().clear()
        for key in [key for key in self.fields if isinstance(key, tuple) and key[0] == self.name]:
            del self.fields[key]

    def key(self, *subscripts: Any) -> Key:
        """`n.key(5)`: an element as FIELD and LSET take it."""
        place = self.place(*subscripts)
        return (self.name, *place) if isinstance(place, tuple) else (self.name, place)

    def __getitem__(self, subscripts: int | tuple[int, ...]) -> str:
        return self.fields[self.key(*subscripts) if isinstance(subscripts, tuple) else self.key(subscripts)]

    def __setitem__(self, subscripts: int | tuple[int, ...], text: str) -> None:
        self.fields[self.key(*subscripts) if isinstance(subscripts, tuple) else self.key(subscripts)] = text
