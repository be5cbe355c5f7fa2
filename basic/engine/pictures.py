"""The statements that draw, as calls of the library with the operands by name: `circle((160, 100), 50, start=1.5)`."""

from __future__ import annotations

from ..errors import MISSING_OPERAND, SYNTAX
from ..syntax import nodes as n
from .expressions import Expressions
from .writers import writes


class Pictures:
    """Writes them; `Statements` is one."""

    e: Expressions

    def _call_of(self, name: str, *codes: str, **named: n.Expression | None) -> list[str]:
        given = [*codes, *(f"{key}={self._number(node)}" for key, node in named.items() if node is not None)]
        return [f"{name}({', '.join(given)})"]

    def _point(self, point: n.Point | None) -> str:
        if point is None:
            return "None"
        return f"{'Step' * point.step}({self._number(point.x)}, {self._number(point.y)})"

    def _number(self, node: n.Expression) -> str:
        return self.e.single(self.e.expression(node))

    @writes(n.Pset)
    def _pset(self, statement: n.Pset) -> list[str]:
        return self._call_of(statement.word.lower(), self._point(statement.point), colour=statement.colour)

    @writes(n.DrawLine)
    def _drawline(self, statement: n.DrawLine) -> list[str]:
        box = [f"box={statement.box!r}"] if statement.box else []
        ends = self._point(statement.start), self._point(statement.end)
        return self._call_of("draw_line", *ends, *box, colour=statement.colour, style=statement.style)

    @writes(n.Circle)
    def _circle(self, statement: n.Circle) -> list[str]:
        named = {"colour": statement.colour, "start": statement.start, "end": statement.end, "aspect": statement.aspect}
        return self._call_of("circle", self._point(statement.centre), self._number(statement.radius), **named)

    @writes(n.Paint)
    def _paint(self, statement: n.Paint) -> list[str]:
        """A tile and what it is painted over are texts."""
        codes = [self._point(statement.point)]
        if statement.paint is not None:
            value = self.e.expression(statement.paint)
            codes.append(f"paint={value.code if value.kind == '$' else self.e.single(value)}")
        codes += [] if statement.border is None else [f"border={self._number(statement.border)}"]
        if statement.background is not None:
            codes.append(f"background={self.e.text(self.e.expression(statement.background))}")
        return self._call_of("paint", *codes)

    @writes(n.GetImage)
    def _getimage(self, statement: n.GetImage) -> list[str]:
        ends = self._point(statement.start), self._point(statement.end)
        return self._call_of("get_picture", *ends, self._elements(statement.array))

    @writes(n.PutImage)
    def _putimage(self, statement: n.PutImage) -> list[str]:
        action = [repr(statement.action)] if statement.action else []
        return self._call_of("put_picture", self._point(statement.point), self._elements(statement.array), *action)

    @writes(n.PaletteUsing)
    def _paletteusing(self, statement: n.PaletteUsing) -> list[str]:
        return self._call_of("palette_using", self._elements(statement.array))

    def _elements(self, node: n.Variable | n.Element) -> str:
        """A whole array, or from an element on."""
        if isinstance(node, n.Element):
            return f"elements(*{self.e.key(node)})"
        return f"elements({self.e.array(node.name, node.sigil, 0)!r})"

    @writes(n.Viewport)
    def _viewport(self, statement: n.Viewport) -> list[str]:
        if statement.word == "VIEW PRINT":
            rows = [self.e.byte(self.e.expression(row)) for row in statement.arguments if row is not None]
            return [f"view_print({', '.join(rows)})"]
        corners = [] if statement.start is None else [self._point(statement.start), self._point(statement.end)]
        flag = ["screen=True"] if statement.screen else []
        named = dict(zip(("fill", "border"), statement.arguments, strict=False))
        return self._call_of(statement.word.lower(), *corners, *flag, **named)

    @writes(n.Command, "PALETTE")
    def _palette(self, statement: n.Command) -> list[str]:
        """`PALETTE 1,2`"""
        given = [node for node in statement.arguments if node is not None]
        if len(statement.arguments) not in (0, 2) or len(given) < len(statement.arguments):
            return [self.e.fail(SYNTAX, *(self.e.expression(node).code for node in given))]
        return [f"palette_set({', '.join(map(self._number, given))})"]

    @writes(n.Command, "DRAW", "PLAY")
    def _macro(self, statement: n.Command) -> list[str]:
        """`DRAW "U5"`, `PLAY "CDE"`: what names of variables stand for in it is asked while it is carried out."""
        given = [node for node in statement.arguments if node is not None]
        if len(given) != 1 or len(statement.arguments) > 1:  # other machines play in three voices
            return [self.e.fail(SYNTAX if given else MISSING_OPERAND)]
        return [f"{statement.word.lower()}({self.e.text(self.e.expression(given[0]))}, rt.named)"]
