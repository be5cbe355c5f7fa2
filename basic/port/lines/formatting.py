"""Lines that are too long, broken as the usual formatters of Python break them (ruff's and black's common rules).

The expression of a statement is broken inside its brackets, from the left, where the text up to the next bracket does
not fit; or, if it has operators, at those that bind least, in brackets of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import takewhile

from ...record import record
from .trees import Head, part, tree

WIDTH = 120
NARROW = 88  # what tools take where nothing else is said; imports are sorted and broken by that
STEP = 4
FEWEST = 6  # items of a table
JOINED = '" f"'  # between two f-strings that are one
ALIKE = ({ast.Add, ast.Sub}, {ast.Mult, ast.Div, ast.FloorDiv, ast.Mod})  # operators that bind as each other


@record
class Row:
    """What may have a line each: items with commas, or operands, each but the first with its operator before it."""

    parts: list[Row | Term]
    items: bool

    def __str__(self) -> str:
        return (", " if self.items else " ").join(map(str, self.parts))


@record
class Term:
    """An expression of names and brackets alone, with what stands before it."""

    sign: str
    pieces: list[str | Brackets]

    def __str__(self) -> str:
        return self.sign + "".join(map(str, self.pieces))


@record
class Brackets:
    begin: str
    inside: Row | Term
    end: str
    called: bool = False  # whether they belong to what stands before them, as a call or a subscript

    def __str__(self) -> str:
        return f"{self.begin}{self.inside}{self.end}"


def formatted(text: str, indent: int, more: int = 0) -> list[str]:
    """A statement as lines with their margin, behind the last of which `more` characters are to fit."""
    margin = " " * indent
    if indent + len(text) + more <= NARROW:
        return [margin + text]
    node, whole = tree(text), text.replace(JOINED, "")
    if indent + len(whole) + more <= (NARROW if isinstance(node, ast.ImportFrom) else WIDTH):
        return [margin + whole]
    lines = _statement(text, node, indent, more)
    return [margin + lines[0], *lines[1:]]


# -- statements ---------------------------------------------------------------------------------------------------


def _statement(text: str, node: Head | None, indent: int, more: int) -> list[str]:
    """The lines of a statement that is too long, the first without its margin."""
    reader = _Reader(text)
    match node:
        case ast.FunctionDef(args=ast.arguments(args=[first, *_] as given)):
            head, foot = reader.text(0, first.col_offset), reader.text(given[-1].end_col_offset)
            inside = Row([Term(part(text, each), []) for each in given], True)
            return [head, *_inside(inside, indent + STEP, True), " " * indent + foot]
        case ast.ImportFrom(module=module, names=names):
            return [f"from {module} import (", *(f"{' ' * (indent + STEP)}{each.name}," for each in names), ")"]
        case ast.With(items=[first, *others]) if others:
            entered = Row([reader.read(each.context_expr) for each in (first, *others)], True)
            return _expression("with ", entered, ":", indent, more)
        case (
            ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.AugAssign(value=value)
            | ast.Return(value=ast.expr() as value) | ast.Expr(value=value) | ast.If(test=value)
            | ast.While(test=value) | ast.For(iter=value) | ast.Match(subject=value)
            | ast.With(items=[ast.withitem(context_expr=value)])
        ):  # fmt: skip
            head, foot = reader.text(0, value.col_offset), reader.text(value.end_col_offset)
            if not more and isinstance(value, ast.List | ast.Tuple) and _is_table(value.elts):
                return _rows(head, [part(text, each) for each in value.elts], part(text, value), indent)
            return _expression(head, reader.read(value), foot, indent, more)
    return [text]


def _is_table(items: list[ast.expr]) -> bool:
    """Whether they are constants."""
    bare = (item.operand if isinstance(item, ast.UnaryOp) else item for item in items)
    return len(items) >= FEWEST and all(isinstance(item, ast.Constant) for item in bare)


def _rows(head: str, items: list[str], code: str, indent: int) -> list[str]:
    """A table in as few lines as it needs; formatters would give each item its own."""
    margin = " " * (indent + STEP)
    rows = [head + code[0], ""]
    for item in items:
        if rows[-1] and len(rows[-1]) + len(item) + 2 > WIDTH:
            rows.append("")
        rows[-1] += f" {item}," if rows[-1] else f"{margin}{item},"
    return [*rows, " " * indent + code[-1] + "  # fmt: skip"]


def _expression(head: str, code: Row | Term, foot: str, indent: int, more: int) -> list[str]:
    """An expression that gets brackets of its own if it has operators, or no others."""
    if isinstance(code, Term):
        if any(isinstance(piece, Brackets) for piece in code.pieces):
            return _broken(head, code, foot, indent, more)
        if indent + STEP + len(str(code)) > WIDTH:
            return [f"{head}{code}{foot}"]
    return [f"{head}(", *_inside(code, indent + STEP, False), f"{' ' * indent}){foot}"]


def _inside(code: Row | Term, indent: int, packs: bool) -> list[str]:
    """What stands in brackets; `packs`: whether several items may have one line together."""
    if isinstance(code, Term) or not code.items or (packs and indent + len(str(code)) <= WIDTH):
        return _piece(code, indent)
    return [line for item in code.parts for line in _piece(item, indent, ",")]


def _piece(code: Row | Term, indent: int, foot: str = "") -> list[str]:
    """What stands in brackets already, perhaps with an operator before it, each line with its margin."""
    margin = " " * indent
    if indent + len(f"{code}{foot}") <= WIDTH:
        return [f"{margin}{code}{foot}"]
    if isinstance(code, Term):
        first, *others = _broken("", code, foot, indent, 0)
        return [margin + first, *others]
    *lines, last = [line for each in code.parts for line in _piece(each, indent)]
    return [*lines, last + foot]


def _broken(head: str, code: Term, foot: str, indent: int, more: int) -> list[str]:
    """Broken inside its brackets: from the left, where what goes to the next bracket does not fit. The first line is
    without its margin."""
    lines: list[str] = []
    line, column = head + code.sign, indent
    for place, piece in enumerate(code.pieces):
        if isinstance(piece, str):
            line += piece
            continue
        behind = [*takewhile(lambda each: isinstance(each, str), code.pieces[place + 1 :])]
        last = place + 1 + len(behind) == len(code.pieces)
        rest = len(f"{piece}{''.join(map(str, behind))}") + (len(foot) + more if last else 1)
        if column + len(line) + rest <= WIDTH:
            line += str(piece)
        else:
            lines += [line + piece.begin, *_inside(piece.inside, indent + STEP, piece.called)]
            line, column = " " * indent + piece.end, 0
    return [*lines, line + foot]


# -- expressions --------------------------------------------------------------------------------------------------


class _Reader:
    """Takes the expressions of a statement apart."""

    def __init__(self, text: str) -> None:
        self.code = text.encode()

    def text(self, begin: int | None, end: int | None = None) -> str:
        return self.code[begin:end].decode()

    def read(self, node: ast.expr | ast.keyword, sign: str = "") -> Row | Term:
        begin = node.col_offset
        match node:
            case ast.BoolOp(values=values):
                return self._operands(node, values, sign)
            case ast.Compare(left, _, others):
                return self._operands(node, [left, *others], sign)
            case ast.IfExp(test, body, orelse):
                return self._operands(node, [body, test, orelse], sign)
            case ast.BinOp(left, op, right) if not isinstance(op, ast.Pow):
                return self._operands(node, [left, right], sign)
            case ast.UnaryOp(operand=value) | ast.NamedExpr(value=value) | ast.keyword(value=value):
                return self._one(value, begin, sign + self.text(begin, value.col_offset).rstrip("("))
            case ast.JoinedStr() if JOINED in (text := self.text(begin, node.end_col_offset)):
                texts = text.replace(JOINED, JOINED.replace(" ", "\n")).split("\n")
                return Row([Term(sign * (not place), [text]) for place, text in enumerate(texts)], False)
            case ast.Tuple([first, *_] as items) if first.col_offset == begin:
                return self._items(items, begin)
        return Term(sign, self._pieces(node))

    def _one(self, node: ast.expr | ast.keyword, begin: int, sign: str = "") -> Row | Term:
        """What stands in something that begins there, perhaps in brackets of its own."""
        if node.col_offset > begin and self.text(node.col_offset - 1, node.col_offset) == "(":
            return Term(sign, [Brackets("(", self.read(node), ")")])
        return self.read(node, sign)

    def _operands(self, node: ast.expr, values: list[ast.expr], sign: str = "") -> Row:
        found: list[Row | Term] = []
        for value in values:
            part = self._one(value, node.col_offset, sign)
            found += part.parts if isinstance(part, Row) and _bind_alike(node, value) else [part]
            following = next((each.col_offset for each in values if each.col_offset > value.col_offset), 0)
            sign = self.text(value.end_col_offset, following).strip(" ()") + " "
        return Row(found, False)

    def _items(self, nodes: Sequence[ast.expr | ast.keyword], begin: int) -> Row | Term:
        found = [self._one(node, begin) for node in nodes]
        return found[0] if len(found) == 1 else Row(found, True)

    def _pieces(self, node: ast.expr) -> list[str | Brackets]:
        """An expression without operators."""
        text = self.text(node.col_offset, node.end_col_offset)
        match node:
            case ast.Call(base, [ast.GeneratorExp() as made], []) if made.col_offset == base.end_col_offset:
                behind = self._pieces(made)
            case ast.Call(base, args, keywords) if args or keywords:
                begin = (base.end_col_offset or 0) + 1
                behind = [Brackets("(", self._items([*args, *keywords], begin), ")", True)]
            case ast.Subscript(base, ast.expr() as subscript) if not isinstance(subscript, ast.Slice):
                behind = [Brackets("[", self.read(subscript), "]", True)]
            case ast.Call(base) | ast.Attribute(base) | ast.Subscript(base):
                behind = [self.text(base.end_col_offset, node.end_col_offset)]
            case ast.List([_, *_] as items) | ast.Tuple([_, _, *_] as items):
                return [Brackets(text[0], self._items(items, node.col_offset + 1), text[-1])]
            case ast.Dict(keys, values) if values:
                pairs = zip(keys, values, strict=True)
                shown: list[Row | Term] = [
                    self.read(value, f"{self.text(key.col_offset, key.end_col_offset)}: ")
                    for key, value in pairs
                    if key
                ]
                return [Brackets("{", Row(shown, True), "}")]
            case ast.ListComp(element, loops) | ast.GeneratorExp(element, loops):
                parts = [element, *(each for loop in loops for each in (loop.iter, *loop.ifs))]
                return [Brackets(text[0], self._operands(node, parts), text[-1])]
            case _:
                return [text]
        found = self._one(base, node.col_offset)
        return [*(found.pieces if isinstance(found, Term) else [str(found)]), *behind]


def _bind_alike(one: ast.expr, other: ast.expr) -> bool:
    """Whether an operand is one in a row: `a + b` in `a + b - c`."""
    kinds = {type(getattr(each, "op", None)) for each in (one, other)}
    return type(one) is type(other) and (len(kinds) == 1 or any(kinds <= alike for alike in ALIKE))
