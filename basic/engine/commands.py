"""Statements about the program itself: RUN, CHAIN, CLEAR, TRON, NEW and their kin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..analysis.flow import core
from ..analysis.types import DefTypes
from ..errors import BasicError, NotYet
from ..library import files
from ..syntax import nodes as n
from ..syntax.source import Unusable, read_program
from . import names
from .runtime import RESERVED

if TYPE_CHECKING:
    from .interpreter import Interpreter


class Commands:
    """Carries them out for an interpreter. Each gives the point to go on from, or None for the next statement."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter

    def carry_out(self, statement: n.Statement, following: int, direct: bool) -> int | None:
        match statement:
            case n.Run():
                return self._run(statement)
            case n.Chain():
                return self._chain(statement)
            case n.Command(word="CLEAR", arguments=arguments):
                self._clear(arguments)
                return None
            case n.Command(word="TRON" | "TROFF" as word):
                self.interpreter.tracing = word == "TRON"
                return None
            case _:
                raise NotYet(getattr(statement, "word", type(statement).__name__.upper()))

    def _value(self, node: n.Expression, kind: str) -> Any:
        return self.interpreter.evaluate(node, kind)

    # -- RUN and CLEAR --------------------------------------------------------------------------------------------

    def _run(self, statement: n.Run) -> int:
        interpreter = self.interpreter
        if statement.file is not None:
            raise NotYet("RUN of a file")
        target = 0
        if statement.line is not None:
            if statement.line.number not in interpreter.flow.starts:
                raise BasicError(8)
            target = interpreter.flow.starts[statement.line.number]
        interpreter.rt.clear()
        interpreter.machine.random.reset()
        return target

    def _clear(self, arguments: tuple[n.Expression | None, ...]) -> None:
        """CLEAR [,memory][,stack]: the first argument is ignored, as in GW-BASIC."""
        values = [None if a is None else self._value(a, "!") for a in arguments]
        limits = self.interpreter.machine.limits
        if len(values) > 1 and values[1] is not None and not values[1]:
            raise BasicError(5)
        if len(values) > 2 and values[2] is not None:
            if values[2] < RESERVED:
                raise BasicError(5 if not values[2] else 7)
            limits.stack = int(values[2])
        self.interpreter.rt.clear()

    # -- CHAIN ----------------------------------------------------------------------------------------------------

    def read(self, name: str) -> n.Program:
        """A program file as LOAD reads it."""
        data = files.read_program_file(self.interpreter.machine, name)
        try:
            return read_program(data).program
        except Unusable as problem:
            raise BasicError(66) from problem

    def _chain(self, statement: n.Chain) -> int:
        """CHAIN: another program takes over, with the variables that COMMON names, or ALL of them."""
        interpreter = self.interpreter
        rt = interpreter.rt
        name = self._value(statement.file, "$")
        start = None if statement.start is None else int(self._value(statement.start, "!"))
        program = self.read(name)
        keep = set(rt.variables) if statement.all else self._common()
        if not statement.merge:
            rt.types = DefTypes()
            keep = {identifier for identifier in keep if not identifier.startswith("FN_")}
        else:
            lines = self._without(statement.delete)
            lines.update({line.number: line for line in program.lines})
            program = n.Program(tuple(lines[number] for number in sorted(lines)))
        interpreter.replace(program)
        rt.forget(keep)
        if start is None:
            return 0
        if start not in interpreter.flow.starts:
            raise BasicError(8)
        return interpreter.flow.starts[start]

    def _without(self, removed: n.LineRange | None) -> dict[int, n.Line]:
        lines = dict(self.interpreter.program)
        if removed is not None:
            first = removed.first.number if removed.first else 0
            last = removed.last.number if removed.last else 65529
            if last not in lines or (removed.first and first not in lines):
                raise BasicError(5)
            for number in list(lines):
                if first <= number <= last:
                    del lines[number]
        return lines

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
