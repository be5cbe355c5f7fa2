"""The statements that do not jump, as lines of Python. One method each; what jumps is written in `write.py`."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import CANT_CONTINUE, ILLEGAL, MISSING_OPERAND, SYNTAX
from ...library.registry import STATEMENTS
from ...syntax import nodes as n
from ..naming.words import remark_text
from ..program.prepare import TRACE
from ..shape.margin import WIDTH as SCREEN
from .assigning import Lines
from .drawing import HOMES, Drawing
from .expressions import Unportable
from .filing import Filing
from .inputs import Inputs
from .lists import Lists
from .transfer import Transfer
from .value import quoted

TRACING = ("TRON", "TROFF")


class Statements(Lists, Inputs, Filing, Drawing, Transfer):
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

    def _width(self, statement: n.Width) -> Lines:
        if self.e.modern and _is_usual(statement):
            return []
        columns = "None" if statement.columns is None else self.e.byte(self.e.expression(statement.columns))
        rows = "None" if statement.rows is None else self.e.byte(self.e.expression(statement.rows))
        if statement.printer:
            return [f"screen.width_printer({columns})"]
        if statement.channel is not None:
            return self._file("width", self.e.integer(self.e.expression(statement.channel)), columns)
        if statement.device is not None:
            device = self.e.text(self.e.expression(statement.device))
            return [f"devices.device_width({device}, {columns})"]
        return [f"screen.width({columns}{'' if rows == 'None' else ', ' + rows})"]

    def _clockassign(self, statement: n.ClockAssign) -> Lines:
        function = "set_date" if statement.word == "DATE$" else "set_time"
        return [f"clock.{function}({self.e.text(self.e.expression(statement.value))})"]

    def _ioctl(self, statement: n.Ioctl) -> Lines:
        channel = self.e.integer(self.e.expression(statement.channel))
        return [f"devices.ioctl({channel}, {self.e.text(self.e.expression(statement.text))})"]

    def _key(self, statement: n.Key) -> Lines:
        if self.e.modern and statement.switch == "OFF":
            return []  # no function keys are shown
        if statement.number is None or statement.text is None:
            return [f"keyboard.key_switch({quoted(statement.switch)})"]
        number = self.e.integer(self.e.expression(statement.number))
        return [f"keyboard.key_text({number}, {self.e.text(self.e.expression(statement.text))})"]

    def _command(self, statement: n.Command) -> Lines:
        arguments = statement.arguments
        if self.e.modern and (lines := self._plain_command(statement)) is not None:
            return lines
        if statement.word == "SHELL":
            return [f"devices.shell({''.join(self.e.text(self.e.expression(a)) for a in arguments if a is not None)})"]
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

    def _plain_command(self, statement: n.Command) -> Lines | None:
        """What Python's own screen can do; None if it cannot."""
        zeros = all(isinstance(a, n.Number) and a.value == 0 for a in statement.arguments)
        match statement.word:
            case "CLS" if not statement.arguments:
                return ["cls()"]
            case "BEEP" if not statement.arguments:
                return ["beep()"]
            case "SCREEN" if statement.arguments and zeros:
                return []  # it is a text screen
            case _:
                return None

    def _defseg(self, statement: n.DefSeg) -> Lines:
        segment = "None" if statement.segment is None else self.e.word(self.e.expression(statement.segment))
        return [f"memory.def_seg({segment})"]

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


def _is_usual(statement: n.Width) -> bool:
    """`WIDTH 80`, where no other width comes before"""
    others = statement.printer or statement.channel or statement.device or statement.rows
    return not others and isinstance(statement.columns, n.Number) and statement.columns.value == SCREEN + 1


def word(statement: n.Statement) -> str:
    """What a statement is called where it is refused."""
    match statement:
        case n.ListLines(word=word) | n.Numbering(word=word):
            return f"{word} of the program itself"
        case n.Call() | n.DefUsr():
            return f"{'CALL' if isinstance(statement, n.Call) else 'DEF USR'} of machine code"
        case _:
            return str(getattr(statement, "word", type(statement).__name__.upper()))
