"""Statements that are calls of the library: what draws and sounds, files and devices.

    CIRCLE (160,100),50,,1.5        graphics.circle((160, 100), 50, start=1.5)
    PLAY "C"                        sound.play("C")
    OPEN "T.DAT" FOR OUTPUT AS 1    files.open("T.DAT", 1, "O")
"""

from __future__ import annotations

from ...errors import MISSING_OPERAND, SYNTAX, TYPE_MISMATCH
from ...syntax import nodes as n
from ..program.prepare import Naming
from .assigning import Assigning, Lines
from .expressions import Expressions, Unportable
from .value import quoted

# Where the statements live that are a word and its operands.
HOMES = {"DRAW": "graphics", "PALETTE": "graphics", "PLAY": "sound", "SOUND": "sound"}
TEXTS = {"DRAW", "PLAY"}  # their operands are texts, those of the others numbers


class Calls:
    """A method for each statement; an operand that is left out is an empty code."""

    def __init__(self, e: Expressions, assigning: Assigning) -> None:
        self.e, self.assigning = e, assigning

    def call(self, function: str, *codes: str, **named: str) -> Lines:
        given = [*filter(None, codes), *(f"{name}={code}" for name, code in named.items() if code)]
        return [f"{function}({', '.join(given)})"]

    def operand(self, node: n.Expression | None, kind: str = "single") -> str:
        return "" if node is None else self.e.given(node, kind)

    # -- pictures and sounds --------------------------------------------------------------------------------------

    def _point(self, point: n.Point | None) -> str:
        if point is None:
            return "None"
        return f"{'graphics.step' * point.step}({self.operand(point.x)}, {self.operand(point.y)})"

    def pset(self, s: n.Pset) -> Lines:
        return self.call(f"graphics.{s.word.lower()}", self._point(s.point), colour=self.operand(s.colour))

    def draw_line(self, s: n.DrawLine) -> Lines:
        named = {"box": s.box and quoted(s.box), "colour": self.operand(s.colour), "style": self.operand(s.style)}
        return self.call("graphics.line", self._point(s.start), self._point(s.end), **named)

    def circle(self, s: n.Circle) -> Lines:
        named = {"colour": s.colour, "start": s.start, "end": s.end, "aspect": s.aspect}
        codes = {name: self.operand(node) for name, node in named.items()}
        return self.call("graphics.circle", self._point(s.centre), self.operand(s.radius), **codes)

    def paint(self, s: n.Paint) -> Lines:
        paint = "" if s.paint is None else self.e.expression(s.paint).code
        background, border = self.operand(s.background, "text"), self.operand(s.border)
        return self.call("graphics.paint", self._point(s.point), paint=paint, background=background, border=border)

    def get_image(self, s: n.GetImage) -> Lines:
        return self.call("graphics.get", self._point(s.start), self._point(s.end), self._picture(s.array))

    def put_image(self, s: n.PutImage) -> Lines:
        action = s.action and quoted(s.action)
        return self.call("graphics.put", self._point(s.point), self._picture(s.array), action)

    def palette_using(self, s: n.PaletteUsing) -> Lines:
        return self.call("graphics.palette_using", self._picture(s.array))

    def _picture(self, node: n.Variable | n.Element) -> str:
        """The array that has a picture, with what its numbers are, and from which of its elements on."""
        kind = self.e.ranges.types.kind(node.name, node.sigil)
        known = isinstance(node, n.Element) or (node.name, kind, "()") in self.e.names.known
        if kind == "#" and not self.e.exact:
            raise Unportable("a picture in doubles")
        place = node.subscripts if isinstance(node, n.Element) else ()
        codes = [self.e.array(node.name, node.sigil) if known else "None", quoted(kind)]
        codes += [self.operand(subscript, "integer") for subscript in place]
        return self.call("graphics.array", *codes, lowest=str(self.e.base or ""))[0]

    def viewport(self, s: n.Viewport) -> Lines:
        if s.word == "VIEW PRINT":
            return self.call("screen.view_print", *(self.operand(row, "byte") for row in s.arguments))
        corners = [] if s.start is None else [self._point(s.start), self._point(s.end)]
        colours = dict(zip(("fill", "border"), map(self.operand, s.arguments), strict=False))
        return self.call(f"graphics.{s.word.lower()}", *corners, screen="True" * s.screen, **colours)

    def home_of(self, s: n.Command) -> Lines:
        """`PLAY "C"`; other machines play in three voices."""
        if s.word in TEXTS and (len(s.arguments) != 1 or s.arguments[0] is None):
            return [self.e.fail(SYNTAX if any(s.arguments) else MISSING_OPERAND)]
        kind = "text" if s.word in TEXTS else "single"
        codes = [self.operand(argument, kind) or "None" for argument in s.arguments]
        if isinstance(s, Naming):
            if s.elements:
                raise Unportable(f"{s.word} of {s.elements[0]}")
            kinds = ["text" if self.e.kind(node) == "$" else "single" for node in s.named]
            named = zip(s.words, map(self.operand, s.named, kinds), strict=True)
            codes.append(f"{{{', '.join(f'{quoted(word)}: {code}' for word, code in named)}}}")
        return self.call(f"{HOMES[s.word]}.{s.word.lower()}", *codes)

    # -- files ----------------------------------------------------------------------------------------------------

    def open(self, s: n.Open) -> Lines:
        mode = quoted(s.mode) if isinstance(s.mode, str) else self.operand(s.mode, "text")
        access, lock = (word and quoted(word) for word in (s.access, s.lock))
        codes = self.operand(s.file, "text"), self.operand(s.number, "integer"), mode
        return self.call("files.open", *codes, access=access, lock=lock, record=self.operand(s.record, "integer"))

    def close(self, s: n.Close) -> Lines:
        return self.call("files.close", *(self.operand(channel, "integer") for channel in s.channels))

    def field(self, s: n.Field) -> Lines:
        if any(self.e.kind(part.target) != "$" for part in s.parts):
            return [self.e.fail(TYPE_MISMATCH)]
        widths = [self.operand(part.width, "byte") for part in s.parts]
        names = [self.e.names[self.e.key(part.target)] for part in s.parts if isinstance(part.target, n.Variable)]
        if len({*names}) == len(widths):
            return self.call("gw.field", self.operand(s.channel, "integer"), **dict(zip(names, widths, strict=True)))
        parts = (
            f"({self.assigning.in_buffer(part.target)}, {width})" for part, width in zip(s.parts, widths, strict=True)
        )
        return self.call("gw.field", self.operand(s.channel, "integer"), *parts)

    def record(self, s: n.Record) -> Lines:
        number = self.operand(s.number)
        if s.number is not None and not self.e.expression(s.number).whole:  # beyond the integers: up to 16,777,215
            number = f"int({number})"
        return self.call("files.put" if s.put else "files.get", self.operand(s.channel, "integer"), number)

    def lock(self, s: n.Lock) -> Lines:
        bounds = (self.operand(number) or "None" for number in (s.first, s.last))
        return self.call("files.unlock" if s.unlock else "files.lock", self.operand(s.channel, "integer"), *bounds)

    def program_file(self, s: n.ProgramFile) -> Lines:
        return self.call("files.read_program_file", self.operand(s.file, "text"))

    def rename(self, s: n.Rename) -> Lines:
        return self.call("files.rename", self.operand(s.old, "text"), self.operand(s.new, "text"))

    # -- devices --------------------------------------------------------------------------------------------------

    def width(self, s: n.Width) -> Lines:
        columns, rows = self.operand(s.columns, "byte") or "None", self.operand(s.rows, "byte")
        if s.printer:
            return self.call("screen.width_printer", columns)
        if s.channel is not None:
            return self.call("files.width", self.operand(s.channel, "integer"), columns)
        if s.device is not None:
            return self.call("devices.device_width", self.operand(s.device, "text"), columns)
        return self.call("screen.width", columns, rows)

    def clock_assign(self, s: n.ClockAssign) -> Lines:
        return self.call("clock.set_date" if s.word == "DATE$" else "clock.set_time", self.operand(s.value, "text"))

    def ioctl(self, s: n.Ioctl) -> Lines:
        return self.call("devices.ioctl", self.operand(s.channel, "integer"), self.operand(s.text, "text"))

    def key(self, s: n.Key) -> Lines:
        if s.number is None or s.text is None:
            return self.call("keyboard.key_switch", quoted(s.switch))
        return self.call("keyboard.key_text", self.operand(s.number, "integer"), self.operand(s.text, "text"))

    def def_seg(self, s: n.DefSeg) -> Lines:
        return self.call("memory.def_seg", self.operand(s.segment, "word") or "None")

    def erase(self, s: n.Erase) -> Lines:
        return [f"{self.e.array(array.name, array.sigil)}.erase()" for array in s.arrays]
