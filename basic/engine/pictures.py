"""The statements that draw: for now error 73, after their operands, which GW-BASIC works out before it draws."""

from __future__ import annotations

from ..syntax import nodes as n
from ..syntax.visit import children
from .expressions import Expressions

WORDS = {
    "DrawLine": "LINE",
    "Circle": "CIRCLE",
    "Paint": "PAINT",
    "GetImage": "GET",
    "PutImage": "PUT",
    "PaletteUsing": "PALETTE",
}
OF_ARRAYS = n.GetImage | n.PutImage | n.PaletteUsing


class Pictures:
    """Writes them; `Statements` is one."""

    e: Expressions

    def _drawing(self, statement: n.Statement) -> list[str]:
        word = WORDS.get(type(statement).__name__, getattr(statement, "word", ""))
        codes = [code for operand in children(statement) for code in self._operand(statement, operand)]
        return [f"not_yet({', '.join([repr(word), *codes])})"]

    _pset = _drawline = _circle = _paint = _getimage = _putimage = _paletteusing = _drawing

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

    def _number(self, node: n.Expression) -> str:
        return self.e.single(self.e.expression(node))
