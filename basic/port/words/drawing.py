"""Pictures and sounds as calls by keyword: `graphics.circle((160, 100), 50, start=1.5)`, `sound.play("C")`."""

from __future__ import annotations

from ...errors import MISSING_OPERAND, SYNTAX
from ...syntax import nodes as n
from ..program.prepare import Naming
from .assigning import Lines
from .expressions import Expressions, Unportable
from .value import quoted

# Where the statements live that are a word and its operands.
HOMES = {"DRAW": "graphics", "PALETTE": "graphics", "PLAY": "sound", "SOUND": "sound"}
TEXTS = {"DRAW", "PLAY"}  # their operands are texts, those of the others numbers


class Drawing:
    """The statements of pictures and sounds; `Statements` is one."""

    e: Expressions

    def _graphics(self, name: str, *codes: str, **named: n.Expression | None) -> Lines:
        given = [*codes, *(f"{key}={self._number(node)}" for key, node in named.items() if node is not None)]
        return [f"graphics.{name}({', '.join(given)})"]

    def _number(self, node: n.Expression) -> str:
        return self.e.single(self.e.expression(node))

    def _point(self, point: n.Point | None) -> str:
        if point is None:
            return "None"
        return f"{'graphics.step' * point.step}({self._number(point.x)}, {self._number(point.y)})"

    def _pset(self, statement: n.Pset) -> Lines:
        return self._graphics(statement.word.lower(), self._point(statement.point), colour=statement.colour)

    def _drawline(self, statement: n.DrawLine) -> Lines:
        box = [f"box={quoted(statement.box)}"] if statement.box else []
        ends = self._point(statement.start), self._point(statement.end)
        return self._graphics("line", *ends, *box, colour=statement.colour, style=statement.style)

    def _circle(self, statement: n.Circle) -> Lines:
        named = {"colour": statement.colour, "start": statement.start, "end": statement.end, "aspect": statement.aspect}
        return self._graphics("circle", self._point(statement.centre), self._number(statement.radius), **named)

    def _paint(self, statement: n.Paint) -> Lines:
        codes = [] if statement.paint is None else [f"paint={self.e.expression(statement.paint).code}"]
        if statement.background is not None:
            codes.append(f"background={self.e.text(self.e.expression(statement.background))}")
        return self._graphics("paint", self._point(statement.point), *codes, border=statement.border)

    def _getimage(self, statement: n.GetImage) -> Lines:
        ends = self._point(statement.start), self._point(statement.end)
        return self._graphics("get", *ends, self._picture(statement.array))

    def _putimage(self, statement: n.PutImage) -> Lines:
        action = [quoted(statement.action)] if statement.action else []
        return self._graphics("put", self._point(statement.point), self._picture(statement.array), *action)

    def _picture(self, node: n.Variable | n.Element) -> str:
        """The array that has a picture, with what its numbers are, and from which of its elements on."""
        kind = self.e.ranges.types.kind(node.name, node.sigil)
        known = isinstance(node, n.Element) or (node.name, kind, "()") in self.e.names.known
        array = self.e.array(node.name, node.sigil) if known else "None"
        if kind == "#" and not self.e.exact:
            raise Unportable("a picture in doubles")
        codes = [array, quoted(kind)]
        if isinstance(node, n.Element):
            codes += [self.e.integer(self.e.expression(subscript)) for subscript in node.subscripts]
        low = [f"lowest={self.e.base}"] if self.e.base else []
        return f"graphics.array({', '.join(codes + low)})"

    def _paletteusing(self, statement: n.PaletteUsing) -> Lines:
        return self._graphics("palette_using", self._picture(statement.array))

    def _viewport(self, statement: n.Viewport) -> Lines:
        if statement.word == "VIEW PRINT":
            rows = [self.e.byte(self.e.expression(row)) for row in statement.arguments if row is not None]
            return [f"screen.view_print({', '.join(rows)})"]
        corners = [] if statement.start is None else [self._point(statement.start), self._point(statement.end)]
        flag = ["screen=True"] if statement.screen else []
        named = dict(zip(("fill", "border"), statement.arguments, strict=False))
        return self._graphics(statement.word.lower(), *corners, *flag, **named)

    def _home_of(self, statement: n.Command) -> Lines:
        """`PLAY "C"`; other machines play in three voices."""
        if statement.word in TEXTS and (len(statement.arguments) != 1 or statement.arguments[0] is None):
            return [self.e.fail(SYNTAX if any(statement.arguments) else MISSING_OPERAND)]
        convert = self.e.text if statement.word in TEXTS else self.e.single
        codes = ["None" if a is None else convert(self.e.expression(a)) for a in statement.arguments]
        return [f"{HOMES[statement.word]}.{statement.word.lower()}({', '.join(codes)})"]

    def _naming(self, statement: Naming) -> Lines:
        """`DRAW "U=N;"`: the variables that it may name come behind the text."""
        if statement.elements:
            raise Unportable(f"{statement.word} of {statement.elements[0]}")
        named = [self.e.expression(node) for node in statement.named]
        codes = [value.code if value.kind == "$" else self.e.single(value) for value in named]
        values = ", ".join(f"{quoted(word)}: {code}" for word, code in zip(statement.words, codes, strict=True))
        (call,) = self._home_of(statement)
        return [f"{call[:-1]}, {{{values}}})"]
