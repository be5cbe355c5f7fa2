"""Statements about the program itself: RUN, CHAIN, LOAD, SAVE, LIST, NEW, CLEAR, CONT and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.defaults import DefTypes
from ..analysis.flow import core
from ..editing import edit
from ..editing.lister import listed
from ..editing.load import Form, form, load_program
from ..editing.protected import protect
from ..editing.renumber import renumber
from ..editing.save import to_ascii
from ..editing.tokenised import to_tokens
from ..errors import BasicError
from ..library import files
from ..syntax import nodes as n
from ..syntax.source import Unusable
from . import names
from .signals import Halt

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Commands:
    """Carries them out for an interpreter. Each gives the point to go on from, or None for the next statement."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def carry_out(self, statement: n.Statement) -> int | None:
        match statement:
            case n.Run():
                return self._run(statement)
            case n.Chain():
                return self._chain(statement)
            case n.FileCommand(word="LOAD"):
                return self._load(statement)
            case n.FileCommand(word="SAVE"):
                self._save(statement)
                return None
            case n.FileCommand():
                self._merge(statement)
            case n.ListLines(word="LIST" | "LLIST"):
                self._list(statement)
            case n.ListLines(word="DELETE"):
                self._delete(statement)
            case n.ListLines():
                self._edit(statement)
            case n.Numbering(word="RENUM"):
                self._renum(statement)
            case n.Numbering():
                self._auto(statement)
            case n.Command(word="NEW"):
                self.interpreter.load(n.Program(()))
                self.interpreter.tracing = False
            case n.Command(word="CONT"):
                return self._cont()
            case n.Command(word="CLEAR", arguments=arguments):
                self._clear(arguments)
                return None
            case n.Command(word="SHELL", arguments=arguments):
                self._shell(arguments)
                return None
            case _:
                raise BasicError(2)
        raise Halt("done", 0)  # these lead back to the prompt, whatever follows them

    def _value(self, node: n.Expression, kind: str) -> Any:
        return self.interpreter.evaluate(node, kind)

    # -- running --------------------------------------------------------------------------------------------------

    def _run(self, statement: n.Run) -> int:
        interpreter = self.interpreter
        if statement.file is not None:
            self._replace(self._value(statement.file, "$"), statement.keep_open)
            return 0
        if statement.line is None:
            target = 0
        elif statement.line.number in interpreter.flow.starts:
            target = interpreter.flow.starts[statement.line.number]
        else:
            raise BasicError(8)
        interpreter.rt.clear()
        return target

    def _cont(self) -> int:
        if self.interpreter.resting is None:
            raise BasicError(17)
        return self.interpreter.resting

    def _clear(self, arguments: tuple[n.Expression | None, ...]) -> None:
        self.interpreter.rt.set_limits(*(None if a is None else self._value(a, "!") for a in arguments))
        self.interpreter.rt.clear()

    def _shell(self, arguments: tuple[n.Expression | None, ...]) -> None:
        """SHELL reaches this machine only where its user has allowed it; else it is refused (error 70)."""
        command = "" if not arguments or arguments[0] is None else self._value(arguments[0], "$")
        if self.interpreter.shell is None:
            raise BasicError(70)
        self.interpreter.machine.console.terminal.flush()
        self.interpreter.shell(command)

    # -- files ----------------------------------------------------------------------------------------------------

    def _read(self, name: str) -> tuple[n.Program, Form]:
        """A program file in any of its forms; one that holds no program is error 66."""
        data = files.read_program_file(self.interpreter.machine, name)
        try:
            loaded = load_program(data)
        except Unusable as problem:
            self.interpreter.notices.append(f"{name}: {problem}")
            raise BasicError(66) from problem
        self.interpreter.notices += [f"{name}: {warning}" for warning in loaded.warnings]
        return loaded.program, form(data)

    def _replace(self, name: str, keep_open: bool) -> None:
        """Take the program in a file in place of this one."""
        program, kind = self._read(name)
        self.interpreter.load(program, keep_open)
        self.interpreter.protected = kind is Form.PROTECTED
        self.interpreter.prepare()

    def _load(self, statement: n.FileCommand) -> int | None:
        self._replace(self._value(statement.file, "$"), statement.option == "R")
        if statement.option == "R":
            return 0
        raise Halt("done", 0)

    def _save(self, statement: n.FileCommand) -> None:
        interpreter = self.interpreter
        name = self._value(statement.file, "$")
        if interpreter.protected and statement.option != "P":
            raise BasicError(5)
        lines = [interpreter.program[number] for number in sorted(interpreter.program)]
        match statement.option:
            case "A":
                data = to_ascii(lines)
            case "P":
                data = protect(to_tokens(lines))
            case _:
                data = to_tokens(lines)
        files.write_program_file(interpreter.machine, name, data)

    def _merge(self, statement: n.FileCommand) -> None:
        program, kind = self._read(self._value(statement.file, "$"))
        if kind is not Form.TEXT:
            raise BasicError(54)
        self.interpreter.program = edit.merged(self.interpreter.program, program.lines)
        self.interpreter.changed()

    def _chain(self, statement: n.Chain) -> int:
        """CHAIN: another program takes over, with the variables that COMMON names, or ALL of them."""
        interpreter = self.interpreter
        rt = interpreter.rt
        name = self._value(statement.file, "$")
        start = None if statement.start is None else int(self._value(statement.start, "!"))
        program, kind = self._read(name)
        keep = set(rt.variables) if statement.all else self._common()
        if statement.merge:
            if kind is not Form.TEXT:
                raise BasicError(54)
            lines = interpreter.program
            if statement.delete is not None:
                lines = edit.deleted(lines, *self._bounds(statement.delete))
            lines = edit.merged(lines, program.lines)
            program = n.Program(tuple(lines[number] for number in sorted(lines)))
        else:
            rt.types = DefTypes()
            keep = {identifier for identifier in keep if not identifier.startswith("FN_")}
        interpreter.replace(program)
        rt.forget(keep)
        if start is None:
            return 0
        if start not in interpreter.flow.starts:
            raise BasicError(8)
        return interpreter.flow.starts[start]

    def _common(self) -> set[str]:
        """The variables that COMMON names anywhere in the program."""
        interpreter = self.interpreter
        types = interpreter.rt.types
        found = set()
        for point in interpreter.flow.points:
            statement = core(point.statement)
            if isinstance(statement, n.Common):
                found |= {names.scalar(v.name, types.kind(v.name, v.sigil)) for v in statement.variables}
                found |= {names.array(v.name, types.kind(v.name, v.sigil)) for v in statement.arrays}
        return found & interpreter.rt.variables

    # -- the text -------------------------------------------------------------------------------------------------

    def _number(self, reference: n.LineRef | None) -> int | None:
        """A line number as typed; `.` is the current line."""
        if reference is None:
            return None
        return self.interpreter.current if reference.number == -1 else reference.number

    def _bounds(self, lines: n.LineRange | None) -> tuple[int | None, int | None]:
        if lines is None:
            return None, None
        return self._number(lines.first), self._number(lines.last)

    def _readable(self) -> None:
        if self.interpreter.protected:
            raise BasicError(5)

    def listed(self, number: int) -> str:
        return listed(self.interpreter.program[number])

    def _list(self, statement: n.ListLines) -> None:
        self._readable()
        interpreter = self.interpreter
        lines = edit.in_range(interpreter.program, *self._bounds(statement.lines))
        if statement.file is not None:
            name = self._value(statement.file, "$")
            files.write_program_file(interpreter.machine, name, to_ascii(lines), "")
            return
        machine = interpreter.machine
        writer = machine.printer if statement.word == "LLIST" else machine.console
        for line in lines:
            interpreter.current = line.number
            writer.emit(listed(line))
            writer.newline()

    def _delete(self, statement: n.ListLines) -> None:
        self._readable()
        self.interpreter.program = edit.deleted(self.interpreter.program, *self._bounds(statement.lines))
        self.interpreter.changed()

    def _edit(self, statement: n.ListLines) -> None:
        self._readable()
        number = self._bounds(statement.lines)[0]
        if number is None or number not in self.interpreter.program:
            raise BasicError(8)
        self.interpreter.offered = self.interpreter.current = number

    def _renum(self, statement: n.Numbering) -> None:
        interpreter = self.interpreter
        new, old, step = [self._number(part) for part in (*statement.parts, None, None, None)][:3]
        lines, messages = renumber(
            [interpreter.program[number] for number in sorted(interpreter.program)],
            10 if new is None else new,
            old or 0,
            10 if step is None else step,
        )
        for message in messages:
            interpreter.machine.console.line(message)
        interpreter.program = {line.number: line for line in lines}
        interpreter.changed()

    def _auto(self, statement: n.Numbering) -> None:
        start, step = [self._number(part) for part in (*statement.parts, None, None)][:2]
        if step == 0:
            raise BasicError(5)
        self.interpreter.auto = (10 if start is None else start, 10 if step is None else step)
