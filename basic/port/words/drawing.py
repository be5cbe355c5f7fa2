"""Pictures and sounds as calls by keyword: `graphics.circle((160, 100), 50, start=1.5)`, `sound.play("C")`."""

from __future__ import annotations

from ...library.later import TEXTS
from ...syntax import nodes as n
from .assigning import Lines
from .expressions import Expressions
from .value import quoted

# Where the statements live that are a word and its operands.
HOMES = {"DRAW": "graphics", "PALETTE": "graphics", "PCOPY": "graphics", "PLAY": "sound", "SOUND": "sound"}


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
        named = {"border": statement.border, "background": statement.background}
        codes = [] if statement.paint is None else [f"paint={self.e.expression(statement.paint).code}"]
        return self._graphics("paint", self._point(statement.point), *codes, **named)

    def _getimage(self, statement: n.GetImage) -> Lines:
        ends = self._point(statement.start), self._point(statement.end)
        return self._graphics("get", *ends, self._picture(statement.array))

    def _putimage(self, statement: n.PutImage) -> Lines:
        action = [quoted(statement.action)] if statement.action else []
        return self._graphics("put", self._point(statement.point), self._picture(statement.array), *action)

    def _picture(self, node: n.Variable | n.Element) -> str:
        """The array that has a picture, from its beginning or from one of its elements on; None if it is never used."""
        if isinstance(node, n.Element):
            return self.e.expression(node).code
        kind = self.e.ranges.types.kind(node.name, node.sigil)
        return self.e.array(node.name, node.sigil) if (node.name, kind, "()") in self.e.names.known else "None"

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
        """`PLAY "C"`"""
        convert = self.e.text if statement.word in TEXTS else self.e.single
        codes = ["None" if a is None else convert(self.e.expression(a)) for a in statement.arguments]
        return [f"{HOMES[statement.word]}.{statement.word.lower()}({', '.join(codes)})"]
