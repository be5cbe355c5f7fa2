"""Statements about the text of the program: LIST, SAVE, DELETE, RENUM, NEW and their kin."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ..editing import edit
from ..editing.lister import listed
from ..editing.protected import protect
from ..editing.renumber import renumber
from ..editing.save import to_ascii, written
from ..editing.tokenised import to_tokens
from ..errors import ILLEGAL, UNDEFINED_LINE, BasicError
from ..library import devices, files
from ..syntax.nodes import Program
from .signals import Halt
from .transfer import Bounds, Transfer


class Commands(Transfer):
    """Carries them out for an interpreter, too."""

    def new(self) -> NoReturn:
        self.interpreter.load(Program(()))
        self.interpreter.tracing = False
        self._rest()

    def shell(self, command: str = "") -> None:
        """SHELL reaches this machine only where its user has allowed it."""
        if self.interpreter.shell is None:
            devices.shell(command)
        self.interpreter.machine.console.terminal.flush()
        self.interpreter.shell(command)

    def _rest(self) -> NoReturn:
        """Go back to the prompt, whatever follows in the line."""
        raise Halt("done", 0)

    # -- files ----------------------------------------------------------------------------------------------------

    def save(self, option: str, name: str) -> None:
        interpreter = self.interpreter
        if interpreter.protected and option != "P":
            raise BasicError(ILLEGAL)
        lines = [interpreter.program[number] for number in sorted(interpreter.program)]
        match option:
            case "A":
                data = to_ascii(lines)
            case "P":
                data = protect(to_tokens(lines))
            case _:
                data = to_tokens(lines)
        files.write_program_file(interpreter.machine, name, data)

    def merge(self, option: str, name: str) -> NoReturn:
        interpreter = self.interpreter
        source = self.source(name, files.read_program_file(interpreter.machine, name), merge=True)
        lines = {line.number: line for line in source.tree().lines}
        if lines != interpreter.program or source.fault is None:
            interpreter.program = lines
            interpreter.changed()
        if source.fault is not None:
            raise source.fault
        self._rest()

    # -- the text -------------------------------------------------------------------------------------------------

    def _readable(self) -> None:
        if self.interpreter.protected:
            raise BasicError(ILLEGAL)

    def listed(self, number: int) -> str:
        return listed(self.interpreter.program[number])

    def list(self, bounds: Bounds, file: str | None) -> NoReturn:
        self._list(bounds, file, False)

    def llist(self, bounds: Bounds, file: str | None) -> NoReturn:
        self._list(bounds, file, True)

    def _list(self, bounds: Bounds, file: str | None, printed: bool) -> NoReturn:
        self._readable()
        interpreter = self.interpreter
        lines = edit.in_range(interpreter.program, *self.bounds(bounds))
        if file is not None:
            files.write_program_file(interpreter.machine, file, to_ascii(lines))
            self._rest()
        machine = interpreter.machine
        writer = machine.printer if printed else machine.console
        for line in lines:
            interpreter.current = line.number
            writer.emit(written(line) if printed else listed(line))
            writer.newline()
        self._rest()

    def delete(self, bounds: Bounds, file: None) -> NoReturn:
        self._readable()
        self.interpreter.program = edit.deleted(self.interpreter.program, *self.bounds(bounds))
        self.interpreter.changed()
        self._rest()

    def edit(self, bounds: Bounds, file: None) -> NoReturn:
        self._readable()
        number = self.number(bounds[0])
        if number is None or number not in self.interpreter.program:
            raise BasicError(UNDEFINED_LINE)
        self.interpreter.offered = self.interpreter.current = number
        self._rest()

    def renum(self, new: int | None = None, old: int | None = None, step: int | None = None) -> NoReturn:
        interpreter = self.interpreter
        new, old, step = map(self.number, (new, old, step))
        lines, messages = renumber(
            [interpreter.program[number] for number in sorted(interpreter.program)],
            10 if new is None else new,
            old or 0,
            10 if step is None else step,
        )
        for message in messages:
            interpreter.machine.console.line(message)
        interpreter.renumbered(lines)
        self._rest()

    def auto(self, start: int | None = None, step: int | None = None) -> NoReturn:
        start, step = map(self.number, (start, step))
        if step == 0:
            raise BasicError(ILLEGAL)
        self.interpreter.auto = (10 if start is None else start, 10 if step is None else step)
        self._rest()


COMMANDS: dict[str, Callable[..., int | None]] = {
    "new": Commands.new,
    "shell": Commands.shell,
    "save": Commands.save,
    "merge": Commands.merge,
    "list": Commands.list,
    "llist": Commands.llist,
    "delete": Commands.delete,
    "edit": Commands.edit,
    "renum": Commands.renum,
    "auto": Commands.auto,
}
