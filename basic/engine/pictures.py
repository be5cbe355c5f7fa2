"""The statements that draw, as calls of the library with the operands by name: `circle((160, 100), 50, start=1.5)`."""

from __future__ import annotations

from ..library.later import LATER
from ..syntax import nodes as n
from ..syntax.visit import children
from .expressions import Expressions

WORDS = {"GetImage": "GET", "PutImage": "PUT", "PaletteUsing": "PALETTE USING", "Circle": "CIRCLE", "Paint": "PAINT"}
OF_ARRAYS = n.GetImage | n.PutImage | n.PaletteUsing


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

    def _pset(self, statement: n.Pset) -> list[str]:
        return self._call_of(statement.word.lower(), self._point(statement.point), colour=statement.colour)

    def _drawline(self, statement: n.DrawLine) -> list[str]:
        box = [f"box={statement.box!r}"] if statement.box else []
        ends = self._point(statement.start), self._point(statement.end)
        return self._call_of("draw_line", *ends, *box, colour=statement.colour, style=statement.style)

    def _drawing(self, statement: n.Statement) -> list[str]:
        word = WORDS.get(type(statement).__name__, getattr(statement, "word", ""))
        assert word in LATER
        codes = [code for operand in children(statement) for code in self._operand(statement, operand)]
        return [f"not_yet({', '.join([repr(word), *codes])})"]

    _circle = _paint = _getimage = _putimage = _paletteusing = _drawing

    def _viewport(self, statement: n.Viewport) -> list[str]:
        if statement.word != "VIEW PRINT":
            return self._drawing(statement)
        rows = [self.e.byte(self.e.expression(row)) for row in statement.arguments if row is not None]
        return [f"view_print({', '.join(rows)})"]

    def _operand(self, statement: n.Statement, operand: n.Node | n.Line) -> list[str]:
        if isinstance(operand, n.Point):
            return [self._number(operand.x), self._number(operand.y)]
        if not isinstance(operand, n.Expression):
            return []
        if isinstance(statement, OF_ARRAYS):  # a whole array, or from an element on, which must be there
            return [] if isinstance(operand, n.Variable) else [self.e.expression(operand).code]
        if isinstance(statement, n.Paint) and operand is statement.paint:
            return [self.e.expression(operand).code]  # a tile is a text
        return [self._number(operand)]
