"""Statements that are calls of the library: what draws and sounds, files and devices.

    CIRCLE (160,100),50,,1.5        graphics.circle((160, 100), 50, start=1.5)
    PLAY "C"                        sound.play("C")
    OPEN "T.DAT" FOR OUTPUT AS 1    files.open("T.DAT", 1, "O")
    RUN "PART2"                     handover.run_file(gw, "PART2"), and the interpreter goes on with that file
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import SYNTAX, TYPE_MISMATCH
from ...syntax import nodes as n
from ..program.prepare import Handing, Naming
from .assigning import Assigning, Lines
from .expressions import Expressions
from .functions import Unportable
from .value import fail, quoted

TEXTS = {"DRAW": "graphics.draw", "PLAY": "sound.play"}  # those whose operand is a text in a language of its own

Form = tuple[str, str, str]
# What others call: a function, with these fields of theirs in their order and those by their names.
FORMS: dict[type[n.Statement], Form | Callable[[Any], Form]] = {
    n.Pset: lambda s: (f"graphics.{s.word.lower()}", "point", "colour"),
    n.DrawLine: ("graphics.line", "start end", "box colour style"),
    n.Circle: ("graphics.circle", "centre radius", "colour start end aspect"),
    n.Paint: ("graphics.paint", "point", "paint background border"),
    n.GetImage: ("graphics.get", "start end array", ""),
    n.PutImage: ("graphics.put", "point array action", ""),
    n.PaletteUsing: ("graphics.palette_using", "array", ""),
    n.Open: ("files.open", "file number mode", "access lock record"),
    n.Close: ("files.close", "channels", ""),
    n.Lock: lambda s: (f"files.{'un' * s.unlock}lock", "channel first last", ""),
    n.Rename: ("files.rename", "old new", ""),
    n.ProgramFile: ("files.read_program_file", "file", ""),
    n.Ioctl: ("devices.ioctl", "channel text", ""),
    n.ClockAssign: lambda s: (f"clock.set_{s.word.rstrip('$').lower()}", "value", ""),
    n.DefSeg: ("memory.def_seg", "segment", ""),
    n.OnEvent: ("traps.set", "event argument line", ""),
    n.EventSwitch: ("traps.switch", "event argument state", ""),
    n.Key: lambda s: ("keyboard.key_text", "number text", "") if s.text else ("keyboard.key_switch", "switch", ""),
    n.Width: lambda s: (
        ("screen.width_printer", "columns", "") if s.printer else
        ("files.width", "channel columns", "") if s.channel else
        ("devices.device_width", "device columns", "") if s.device else ("screen.width", "columns rows", "")
    ),
}
KINDS = {  # as what the fields are taken, where they are no singles
    **dict.fromkeys(("file", "mode", "old", "new", "text", "value", "background"), "text"),
    **dict.fromkeys(("number", "record", "channel", "channels"), "integer"), "segment": "word", "paint": "any",
    "device": "text", "columns": "byte", "rows": "byte",
}  # fmt: skip


class Calls:
    """An operand that is left out is an empty code."""

    def __init__(self, e: Expressions, assigning: Assigning) -> None:
        self.e, self.assigning = e, assigning

    def write(self, s: n.Statement) -> Lines:
        """A statement of one of the FORMS."""
        form = FORMS[type(s)]
        function, operands, named = form if isinstance(form, tuple) else form(s)
        fields = [(name, getattr(s, name)) for name in operands.split()]
        every = [(name, each) for name, field in fields for each in (field if isinstance(field, tuple) else [field])]
        codes = [self._field(name, field) for name, field in every]
        by_name = {name: self._field(name, getattr(s, name)) for name in named.split()}
        return self.call(function, *codes, **by_name)

    def _field(self, name: str, field: Any) -> str:
        match field:
            case None:
                return ""
            case str():
                return field and quoted(field)
            case n.LineRef(number=line):
                return str(line or None)
            case n.Point():
                return f"{'graphics.step' * field.step}({self.operand(field.x)}, {self.operand(field.y)})"
            case _ if name == "array":
                return self._picture(field)
            case _:
                return self.operand(field, KINDS.get(name, "single"))

    def call(self, function: str, *codes: str, **named: str) -> Lines:
        """What is left out is `None` where more follows."""
        said = max((place for place, code in enumerate(codes, 1) if code), default=0)
        given = [code or "None" for code in codes[:said]]
        given += (f"{name}={code}" for name, code in named.items() if code)
        return [f"{function}({', '.join(given)})"]

    def operand(self, node: n.Expression | None, kind: str = "single") -> str:
        return "" if node is None else self.e.given(node, kind)

    def _picture(self, node: n.Variable | n.Element) -> str:
        """The array that has a picture, with what its numbers are, and from which of its elements on."""
        kind = self.e.ranges.types.kind(node.name, node.sigil)
        known = isinstance(node, n.Element) or (node.name, kind, "()") in self.e.names.known
        if kind == "#" and not self.e.convert.exact:
            raise Unportable("a picture in doubles")
        place = node.subscripts if isinstance(node, n.Element) else ()
        codes = [self.e.array(node.name, node.sigil) if known else "None", quoted(kind)]
        codes += [self.operand(subscript, "integer") for subscript in place]
        return self.call("graphics.array", *codes, lowest=str(self.e.convert.base or ""))[0]

    def viewport(self, s: n.Viewport) -> Lines:
        if s.word == "VIEW PRINT":
            return self.call("screen.view_print", *(self.operand(row, "byte") for row in s.arguments))
        corners = [] if s.start is None else [self._field("start", s.start), self._field("end", s.end)]
        colours = dict(zip(("fill", "border"), map(self.operand, s.arguments), strict=False))
        return self.call(f"graphics.{s.word.lower()}", *corners, screen="True" * s.screen, **colours)

    def text(self, s: n.Command) -> Lines:
        """`PLAY "C"`, with the variables that it names; other machines play in three voices."""
        if len(s.arguments) != 1:
            return [fail(SYNTAX)]
        codes = [self.operand(s.arguments[0], "text")]
        if isinstance(s, Naming):
            if s.elements:
                raise Unportable(f"{s.word} of {s.elements[0]}")
            kinds = ["text" if self.e.kind(node) == "$" else "single" for node in s.named]
            named = zip(s.words, map(self.operand, s.named, kinds), strict=True)
            codes.append(f"{{{', '.join(f'{quoted(word)}: {code}' for word, code in named)}}}")
        return self.call(TEXTS[s.word], *codes)

    def field(self, s: n.Field) -> Lines:
        if any(self.e.kind(part.target) != "$" for part in s.parts):
            return [fail(TYPE_MISMATCH)]
        parts = (f"({self.assigning.in_buffer(part.target)}, {self.operand(part.width, 'byte')})" for part in s.parts)
        return self.call("fields.field", self.operand(s.channel, "integer"), *parts)

    def record(self, s: n.Record) -> Lines:
        number = self.operand(s.number)
        if s.number is not None and not self.e.expression(s.number).whole:  # beyond the integers: up to 16,777,215
            number = f"int({number})"
        return self.call("files.put" if s.put else "files.get", self.operand(s.channel, "integer"), number)

    def erase(self, s: n.Erase) -> Lines:
        return [f"{self.e.array(array.name, array.sigil)}.erase()" for array in s.arrays]

    # -- where another program takes over -------------------------------------------------------------------------

    def run(self, s: n.Run) -> Lines:
        assert s.file is not None  # else it is a jump
        return self._handover("run_file", s.file, keep_open="True" * s.keep_open)

    def file_command(self, s: n.FileCommand) -> Lines:
        if s.word != "LOAD":
            raise Unportable(f"{s.word} of the program itself")
        open_ = s.option == "R"
        return self._handover("run_file" if open_ else "load", s.file, keep_open="True" * open_)

    def chain(self, s: n.Chain) -> Lines:
        if s.merge or s.delete:
            raise Unportable("CHAIN with MERGE or DELETE")
        if isinstance(s, Handing) and s.refused:
            raise Unportable(s.refused)
        handed = [*filter(None, map(self._handed, s.variables))] if isinstance(s, Handing) else []
        common = f"{{{', '.join(handed)}}}" if handed else ""
        base = "1" * self.e.convert.base
        return self._handover("chain", s.file, start=self._start(s.start), base=base, common=common)

    def _start(self, line: n.Expression | None) -> str:
        """`100`, or `lambda: convert.word(k * 100)`, which may fail: GW-BASIC opens the file before that."""
        if line is None:
            return ""
        return f"{'' if self.e.failures.safe(line, 'word') else 'lambda: '}{self.e.given(line, 'word')}"

    def _handed(self, variable: n.Variable | n.Whole) -> str:
        """`"N%": n`, `"C!()": c`; nothing for an array that the program does not use."""
        if isinstance(variable, n.Variable):
            return f"{quoted(variable.name + self.e.kind(variable))}: {self.e.expression(variable).code}"
        kind = self.e.ranges.types.kind(variable.name, variable.sigil)
        if (variable.name, kind, "()") not in self.e.names.known:
            return ""
        return f"{quoted(variable.name + kind + '()')}: {self.e.array(variable.name, variable.sigil)}"

    def _handover(self, function: str, file: n.Expression, **named: str) -> Lines:
        return self.call(f"handover.{function}", "gw", self.operand(file, "text"), **named)
