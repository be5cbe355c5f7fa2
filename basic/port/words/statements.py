"""The statements that do not jump, as lines of Python. One method each; what jumps is written in `write.py`."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import CANT_CONTINUE, ILLEGAL, MISSING_OPERAND, SYNTAX
from ...library.registry import STATEMENTS
from ...syntax import nodes as n
from ..naming.words import remark_text
from ..program.prepare import TRACE
from .assigning import Lines
from .calls import HOMES
from .expressions import Unportable
from .inputs import Inputs
from .lists import Lists
from .transfer import Transfer

TRACING = ("TRON", "TROFF")


class Statements(Lists, Inputs, Transfer):
    def write(self, statement: n.Statement) -> Lines:
        method = self._method(statement)
        if method is None:
            raise Unportable(word(statement))
        return method(statement)

    def knows(self, statement: n.Statement) -> bool:
        """Whether it is written here, and done before the error of one that only begins so: no jump is, nor TRON."""
        tracing = isinstance(statement, n.Command) and statement.word in TRACING
        return self._method(statement) is not None and not tracing

    def _method(self, statement: n.Statement) -> Callable[[n.Statement], Lines] | None:
        return getattr(self, "_" + type(statement).__name__.lower(), None)

    def _empty(self, statement: n.Statement) -> Lines:
        return []

    _deftype = _data = _common = _empty

    def _remark(self, statement: n.Remark) -> Lines:
        text = remark_text(statement)
        return [f"# {text}"] if text else []

    def _deffn(self, statement: n.DefFn) -> Lines:
        return []

    def _command(self, statement: n.Command) -> Lines:
        arguments = statement.arguments
        if statement.word == "SHELL":
            return self.call("devices.shell", *(self.operand(argument, "text") for argument in arguments))
        if statement.word == "CONT":
            return [self.e.fail(CANT_CONTINUE)]
        if statement.word in TRACING:
            return [f"gw.tracing = {statement.word == 'TRON'}"]
        if statement.word == TRACE:
            return [f"gw.trace({', '.join(str(a.value) for a in arguments if isinstance(a, n.Number))})"]
        if statement.word == "ERROR" and len(arguments) == 1 and arguments[0] is not None:
            return [f"gw.fail({self.e.byte(self.e.expression(arguments[0]))})"]
        if statement.word == "RANDOMIZE" and len(arguments) < 2:
            codes = []
            for argument in arguments:
                if argument is not None:
                    value = self.e.expression(argument)
                    if value.kind == "$":
                        return [self.e.fail(ILLEGAL, value.code)]
                    code = self.e.convert(value, "#") if value.kind == "#" else value.code
                    codes = [code] if value.kind == "!" else [code, f'"{value.kind}"']
            return [f"gw.randomize({', '.join(codes)})"]
        if statement.word in HOMES:
            return self._home_of(statement)
        entry = STATEMENTS.get(statement.word)
        if entry is None:
            raise Unportable(statement.word)
        values = [None if a is None else self.e.expression(a) for a in arguments]
        codes = []
        names = entry.function.__code__.co_varnames[entry.machine :]
        skipped = False
        for position, parameter in enumerate(entry.parameters):
            given = values[position] if position < len(values) else None
            if given is not None:
                code = self.e.convert(given, parameter.kind)
                codes.append(f"{names[position]}={code}" if skipped else code)
            elif parameter.optional:
                skipped = True
            else:
                codes.append(self.e.fail(SYNTAX if any(values) else MISSING_OPERAND))
        if len(values) > len(entry.parameters):
            codes.append(self.e.fail(SYNTAX))
        return [f"{self.e.library(entry)}({', '.join(codes)})"]

    def stop(self, line: int, gives: bool) -> Lines:
        """STOP, in a function that `gives` something to its caller or does not."""
        return ["return " * gives + f"gw.stop({line})"]

    def restart(self, gives: bool) -> str:
        """RUN"""
        return "return " * gives + "gw.restart()"

    def _onevent(self, statement: n.OnEvent) -> Lines:
        if statement.line.number:
            raise Unportable(f"ON {statement.event} GOSUB")
        return []  # there is no trap that it could take away

    def _eventswitch(self, statement: n.EventSwitch) -> Lines:
        return []

    def event(self, statement: n.OnEvent | n.EventSwitch) -> str:
        """Which key, joystick or time of an event."""
        return "None" if statement.argument is None else self.e.integer(self.e.expression(statement.argument))


def word(statement: n.Statement) -> str:
    """What a statement is called where it is refused."""
    match statement:
        case n.ListLines(word=word) | n.Numbering(word=word):
            return f"{word} of the program itself"
        case n.Call() | n.DefUsr():
            return f"{'CALL' if isinstance(statement, n.Call) else 'DEF USR'} of machine code"
        case _:
            return str(getattr(statement, "word", type(statement).__name__.upper()))
