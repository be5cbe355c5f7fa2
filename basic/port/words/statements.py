"""The statements that do not jump, as lines of Python. One method each; what jumps is written in `write.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...analysis.flow import Table
from ...errors import CANT_CONTINUE, ILLEGAL
from ...library.registry import STATEMENTS, Entry
from ...syntax import nodes as n
from ..naming.words import remark_text
from ..program import prepare
from ..program.prepare import Handing, Naming
from ..shape.margin import WIDTH as SCREEN
from .assigning import Assigning, Lines
from .calls import FORMS, Calls
from .expressions import Expressions
from .functions import Unportable, library
from .inputs import Inputs, ModernInputs
from .lists import Lists
from .printing import ModernPrinting, Printing
from .value import Value, fail

TRACING = ("TRON", "TROFF")
OWN_OPERANDS = {"SHELL": ("devices.shell", "text"), "PALETTE": ("graphics.palette", "single")}
SILENT = (n.Empty, n.DefType, n.Data, n.Common, n.DefFn)  # what is said elsewhere, or nowhere


class Statements:
    """Writes every statement, by the part that knows its kind."""

    def __init__(self, e: Expressions) -> None:
        self.e = e
        self.assigning, self.printing = Assigning(e), (ModernPrinting if e.modern else Printing)(e)
        self.lists = Lists(e, self.assigning)
        self.inputs = (ModernInputs if e.modern else Inputs)(e, self.assigning, self.printing)
        self.calls = Calls(e, self.assigning)
        self.writers: dict[type[n.Statement], Callable[[Any], Lines]] = {
            n.Let: self.assigning.let, n.MidAssign: self.assigning.mid_assign, n.Justify: self.assigning.justify,
            n.Swap: self.assigning.swap, n.Dim: self.lists.dims, n.OptionBase: self.lists.option_base,
            Table: self.lists.make_table, n.Print: self.printing.print, n.Write: self.printing.write_items,
            n.Input: self.inputs.input, n.LineInput: self.inputs.line_input, n.Read: self.inputs.read,
            **dict.fromkeys(FORMS, self.calls.write), n.Viewport: self.calls.viewport, Naming: self.calls.text,
            n.Field: self.calls.field, n.Record: self.calls.record,
            n.Erase: self.calls.erase, n.Run: self.calls.run, n.Chain: self.calls.chain, Handing: self.calls.chain,
            n.FileCommand: self.calls.file_command, n.Command: self.command, n.Remark: self.remark,
            **dict.fromkeys(SILENT, _nothing),
        }  # fmt: skip

    def write(self, statement: n.Statement) -> Lines:
        if type(statement) not in self.writers:
            raise Unportable(word(statement))
        known = self._in_python(statement) if self.e.modern else None
        return self.writers[type(statement)](statement) if known is None else known

    def knows(self, statement: n.Statement) -> bool:
        """Whether it is written here, and done before the error of one that only begins so: no jump is, nor TRON."""
        tracing = isinstance(statement, n.Command) and statement.word in TRACING
        return type(statement) in self.writers and not tracing

    def remark(self, statement: n.Remark) -> Lines:
        text = remark_text(statement)
        return [f"# {text}"] if text else []

    def command(self, statement: n.Command) -> Lines:
        """What is a word and its operands."""
        match statement:
            case n.Command(word="SHELL" | "PALETTE" as word, arguments=given):
                function, kind = OWN_OPERANDS[word]
                return self.calls.call(function, *(self.calls.operand(argument, kind) for argument in given))
            case n.Command(word="DRAW" | "PLAY"):
                return self.calls.text(statement)
            case n.Command(word="CONT"):
                return [fail(CANT_CONTINUE)]
            case n.Command(word="TRON" | "TROFF" as word):
                return [f"gw.tracing = {word == 'TRON'}"]
            case n.Command(word=prepare.TRACE, arguments=(n.Number(value=line),)):
                return [f"gw.trace({line})"]
            case n.Command(word="ERROR", arguments=(number,)) if number is not None:
                return [f"gw.fail({self.e.given(number, 'byte')})"]
            case n.Command(word="RANDOMIZE", arguments=() | (None,)):
                return ["gw.randomize()"]
            case n.Command(word="RANDOMIZE", arguments=(seed,)) if seed is not None:
                return self._randomize(self.e.expression(seed))
            case n.Command(word=word, arguments=given) if word in STATEMENTS:
                return self._library(STATEMENTS[word], given)
        raise Unportable(statement.word)

    def _in_python(self, statement: n.Statement) -> Lines | None:
        """What Python's own screen and the RND of the file can do; nothing is to be done for `WIDTH 80`, where no other
        comes before, for `SCREEN 0` and `KEY OFF`."""
        match statement:
            case n.Width(device=None, channel=None, printer=False, columns=n.Number(value=columns), rows=None):
                return [] if columns == SCREEN + 1 else None
            case n.Key(switch="OFF"):
                return []
            case n.Command(word="CLS" | "BEEP" as word, arguments=()):
                return [f"{word.lower()}()"]
            case n.Command(word="SCREEN", arguments=(_, *_) as modes):
                return [] if all(isinstance(each, n.Number) and each.value == 0 for each in modes) else None
            case n.Command(word="RANDOMIZE", arguments=()):
                return ["randomize(ask_seed())"]
            case n.Command(word="RANDOMIZE", arguments=(seed,)) if seed is not None:
                value = self.e.expression(seed)
                return [f"randomize{'_by' * (value.kind == '!')}({value.code})"] if value.kind in "%!" else None
        return None

    def _randomize(self, seed: Value) -> Lines:
        if seed.kind == "$":
            return [fail(ILLEGAL, seed.code)]
        integer = f'Number("%", {seed.code})'
        return [f"gw.randomize({integer if seed.kind == '%' else self.e.convert.item(seed)})"]

    def _library(self, entry: Entry, arguments: tuple[n.Expression | None, ...]) -> Lines:
        """A call of the word's function; those behind a parameter that is left out are given by their names."""
        names = entry.function.__code__.co_varnames[entry.machine :]
        codes: list[str] = []
        for name, parameter, argument in zip(names, entry.parameters, arguments, strict=False):
            if argument is not None:
                skipped = len(codes) < names.index(name)
                codes.append(f"{name}=" * skipped + self.e.given(argument, parameter.kind))
        return [f"{library(entry)}({', '.join(codes)})"]

    def stop(self, line: int) -> Lines:
        if self.e.modern:
            first = "" if self.printing.at_margin else "\\n"
            return [f'print("{first}Break in {line}")', "sys.exit()"]
        return [f"raise Stop({line})"]


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
