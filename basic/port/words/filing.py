"""Files as calls of the library: `files.open("T.DAT", 1, "O")`."""

from __future__ import annotations

from ...errors import TYPE_MISMATCH
from ...syntax import nodes as n
from .assigning import Assigning, Lines, in_buffer
from .value import quoted


class Filing(Assigning):
    """Writes what opens, closes and moves records."""

    def _file(self, name: str, *codes: str) -> Lines:
        return [f"files.{name}({', '.join(codes)})"]

    def _open(self, statement: n.Open) -> Lines:
        codes = [
            self.e.text(self.e.expression(statement.file)),
            self.e.integer(self.e.expression(statement.number)),
            quoted(statement.mode) if isinstance(statement.mode, str)
            else self.e.text(self.e.expression(statement.mode)),
        ]
        if statement.access:
            codes.append(f"access={quoted(statement.access)}")
        if statement.lock:
            codes.append(f"lock={quoted(statement.lock)}")
        if statement.record is not None:
            codes.append(f"record={self.e.integer(self.e.expression(statement.record))}")
        return self._file("open", *codes)

    def _close(self, statement: n.Close) -> Lines:
        numbers = [self.e.integer(self.e.expression(channel)) for channel in statement.channels]
        return self._file("close", *numbers)

    def _field(self, statement: n.Field) -> Lines:
        codes = [self.e.integer(self.e.expression(statement.channel))]
        names = []
        for part in statement.parts:
            if self.e.kind(part.target) != "$":
                return [self.e.fail(TYPE_MISMATCH)]
            names.append((in_buffer(self.place(part.target)), self.e.byte(self.e.expression(part.width))))
        if len(dict(names)) == len(names) and all(name.startswith('"') for name, _ in names):
            codes += [f"{name[1:-1]}={width}" for name, width in names]
        else:
            codes += [f"({name}, {width})" for name, width in names]
        return [f"gw.field({', '.join(codes)})"]

    def _record(self, statement: n.Record) -> Lines:
        codes = [self.e.integer(self.e.expression(statement.channel))]
        if statement.number is not None:
            codes.append(self._record_number(statement.number))
        return self._file("put" if statement.put else "get", *codes)

    def _record_number(self, node: n.Expression) -> str:
        """Record numbers go beyond the integers: up to 16,777,215."""
        value = self.e.expression(node)
        if value.whole:
            return value.code
        return f"int({self.e.single(value)})"

    def _lock(self, statement: n.Lock) -> Lines:
        numbers = (statement.first, statement.last)
        bounds = ["None" if number is None else self.e.single(self.e.expression(number)) for number in numbers]
        channel = self.e.integer(self.e.expression(statement.channel))
        return self._file("unlock" if statement.unlock else "lock", channel, *bounds)

    def _programfile(self, statement: n.ProgramFile) -> Lines:
        return self._file("read_program_file", self.e.text(self.e.expression(statement.file)))

    def _rename(self, statement: n.Rename) -> Lines:
        return self._file("rename", *(self.e.text(self.e.expression(x)) for x in (statement.old, statement.new)))
