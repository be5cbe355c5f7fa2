"""The statements that do not jump, as lines of Python. One method each; what jumps is written in `write.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...analysis.flow import Table
from ...errors import CANT_CONTINUE, ILLEGAL, MISSING_OPERAND, SYNTAX
from ...library.registry import STATEMENTS
from ...syntax import nodes as n
from ..naming.words import remark_text
from ..program.prepare import TRACE, Handing, Naming
from .assigning import Assigning, Lines
from .calls import HOMES, Calls
from .expressions import Expressions, Unportable
from .inputs import Inputs
from .lists import Lists
from .printing import Printing
from .transfer import Transfer

TRACING = ("TRON", "TROFF")
SILENT = (n.Empty, n.DefType, n.Data, n.Common, n.DefFn, n.EventSwitch)  # what is said elsewhere, or nowhere


class Statements:
    """Writes every statement, by the part that knows its kind."""

    def __init__(
        self, e: Expressions, assigning: type[Assigning] = Assigning, printing: type[Printing] = Printing,
        inputs: type[Inputs] = Inputs, calls: type[Calls] = Calls,
    ) -> None:  # fmt: skip
        self.e = e
        self.assigning, self.printing = assigning(e), printing(e)
        self.lists = Lists(e, self.assigning)
        self.inputs = inputs(e, self.assigning, self.printing)
        self.calls = calls(e, self.assigning)
        transfer = Transfer(e, self.calls)
        self.writers: dict[type[n.Statement], Callable[[Any], Lines]] = {
            n.Let: self.assigning.let, n.MidAssign: self.assigning.mid_assign, n.Justify: self.assigning.justify,
            n.Swap: self.assigning.swap, n.Dim: self.lists.dims, n.OptionBase: self.lists.option_base,
            Table: self.lists.make_table, n.Print: self.printing.print, n.Write: self.printing.write_items,
            n.Input: self.inputs.input, n.LineInput: self.inputs.line_input, n.Read: self.inputs.read,
            n.Pset: self.calls.pset, n.DrawLine: self.calls.draw_line, n.Circle: self.calls.circle,
            n.Paint: self.calls.paint, n.GetImage: self.calls.get_image, n.PutImage: self.calls.put_image,
            n.PaletteUsing: self.calls.palette_using, n.Viewport: self.calls.viewport, Naming: self.calls.home_of,
            n.Open: self.calls.open, n.Close: self.calls.close, n.Field: self.calls.field, n.Lock: self.calls.lock,
            n.Record: self.calls.record, n.Rename: self.calls.rename, n.ProgramFile: self.calls.program_file,
            n.Width: self.calls.width, n.ClockAssign: self.calls.clock_assign, n.Ioctl: self.calls.ioctl,
            n.Key: self.calls.key, n.DefSeg: self.calls.def_seg, n.Erase: self.calls.erase,
            n.Run: transfer.run, n.Chain: transfer.chain, Handing: transfer.chain, n.FileCommand: transfer.file_command,
            n.Command: self.command, n.OnEvent: self.on_event, n.Remark: self.remark,
            **dict.fromkeys(SILENT, _nothing),
        }  # fmt: skip

    def write(self, statement: n.Statement) -> Lines:
        if type(statement) not in self.writers:
            raise Unportable(word(statement))
        return self.writers[type(statement)](statement)

    def knows(self, statement: n.Statement) -> bool:
        """Whether it is written here, and done before the error of one that only begins so: no jump is, nor TRON."""
        tracing = isinstance(statement, n.Command) and statement.word in TRACING
        return type(statement) in self.writers and not tracing

    def remark(self, statement: n.Remark) -> Lines:
        text = remark_text(statement)
        return [f"# {text}"] if text else []

    def command(self, statement: n.Command) -> Lines:
        arguments = statement.arguments
        if statement.word == "SHELL":
            return self.calls.call("devices.shell", *(self.calls.operand(argument, "text") for argument in arguments))
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
            return self.calls.home_of(statement)
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

    def on_event(self, statement: n.OnEvent) -> Lines:
        if statement.line.number:
            raise Unportable(f"ON {statement.event} GOSUB")
        return []  # there is no trap that it could take away

    def event(self, statement: n.OnEvent | n.EventSwitch) -> str:
        """Which key, joystick or time of an event."""
        return "None" if statement.argument is None else self.e.integer(self.e.expression(statement.argument))


def _nothing(statement: n.Statement) -> Lines:
    return []


def word(statement: n.Statement) -> str:
    """What a statement is called where it is refused."""
    match statement:
        case n.ListLines(word=word) | n.Numbering(word=word):
            return f"{word} of the program itself"
        case n.Call() | n.DefUsr():
            return f"{'CALL' if isinstance(statement, n.Call) else 'DEF USR'} of machine code"
        case _:
            return str(getattr(statement, "word", type(statement).__name__.upper()))
