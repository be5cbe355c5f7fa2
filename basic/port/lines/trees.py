"""A written line of Python as a tree, which is asked what the line says: its spelling is not.

    match line.tree:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=0)):
            ...
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

MANY = 1 << 14  # lines whose trees are kept: the same are looked at in each attempt at a routine
SIGNS: dict[type[ast.operator], str] = {  # in `t += 1` and `t + 1`
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Pow: "**", ast.Mod: "%"
}  # fmt: skip
LOW, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SUM, PRODUCT, SIGN, ATOM = range(12)
LEVELS: dict[type[ast.AST], int] = {  # how tightly operators bind
    ast.Or: OR, ast.And: AND, ast.Not: NOT, ast.Compare: COMPARE, ast.BitOr: BIT_OR, ast.BitXor: BIT_XOR,
    ast.BitAnd: BIT_AND, ast.Add: SUM, ast.Sub: SUM, ast.Mult: PRODUCT, ast.Div: PRODUCT, ast.FloorDiv: PRODUCT,
    ast.Mod: PRODUCT, ast.USub: SIGN, ast.Invert: SIGN, ast.Pow: SIGN, ast.IfExp: LOW, ast.Lambda: LOW,
    ast.NamedExpr: LOW,
}  # fmt: skip
Node = TypeVar("Node", bound=ast.expr | ast.arg)


class Remark(ast.AST):
    """A remark, which is none of Python's nodes."""

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said


class Decorator(ast.Expr):
    """`@dataclass`"""


class Elif(ast.If):
    """An `if` that goes on with another."""


class Otherwise(ast.AST):
    """`else:` or `finally:`"""

    body = ()


Head = ast.stmt | ast.match_case | ast.ExceptHandler | Remark | Otherwise
CONTINUING = Elif | Otherwise | ast.ExceptHandler  # what goes on with a statement
# What a line needs around it to be read by itself: what stands before it, and under it.
_AROUND = {
    "elif": ("if 0: pass\n", " pass"), "case": ("match 0:\n ", " pass"), "except": ("try: pass\n", " pass"),
    "match": ("", "\n case _: pass"), "try": ("", " pass\nfinally: pass"),
}  # fmt: skip


@lru_cache(MANY)
def tree(code: str) -> Head | None:
    """A statement, or the head of one with nothing under it; None is an empty line."""
    word = code.split(maxsplit=1)[0].rstrip(":") if code else ""
    if word in ("else", "finally"):
        return Otherwise()
    match code[:1]:
        case "":
            return None
        case "#":
            return Remark(code[2:])
        case "@":
            return Decorator(value=expression(code[1:]))
    before, under = _AROUND.get(word, ("", " pass"))
    match ast.parse(before + code + under * code.endswith(":")).body[0]:
        case ast.If(orelse=[ast.If() as found]) if before:
            return Elif(**vars(found))
        case ast.Match(cases=[found]) | ast.Try(handlers=[found]) if before:
            return found
        case found:
            return found


def _shift(code: str) -> int:
    """How far a line stands in when it is read as a tree."""
    return int(isinstance(tree(code), ast.match_case))


def part(code: str, node: ast.expr | ast.arg, last: ast.expr | None = None) -> str:
    """An expression of a line as it is written there, or all from one to another."""
    shift = _shift(code)
    return code.encode()[node.col_offset - shift : ((last or node).end_col_offset or 0) - shift].decode()


def changed(code: str, others: Mapping[Node, str]) -> str:
    """A line with other code in the place of some of its expressions, none of which stands in another."""
    data, shift = code.encode(), _shift(code)
    for node in sorted(others, key=lambda node: node.col_offset, reverse=True):
        begin, end = node.col_offset - shift, (node.end_col_offset or 0) - shift
        data = data[:begin] + others[node].encode() + data[end:]
    return data.decode()


def put(code: str, others: Mapping[ast.expr, str]) -> str:
    """The same, in brackets where these bind less than their place needs."""
    needs = {node: level for parent in within(tree(code)) for node, level in _needs(parent).items()}
    return changed(code, {node: at(needs.get(node, LOW), other) for node, other in others.items()})


def _needs(parent: ast.AST) -> dict[ast.expr, int]:
    """How tightly what stands in an expression has to bind."""
    match parent:
        case ast.BoolOp(values=values):
            return dict.fromkeys(values, NOT)
        case ast.BinOp(left, op, right):
            return {left: LEVELS[type(op)], right: LEVELS[type(op)] + 1}
        case ast.UnaryOp(op, operand):
            return {operand: LEVELS[type(op)]}
        case ast.Compare(left, comparators=others):
            return dict.fromkeys([left, *others], COMPARE + 1)
        case ast.IfExp(test, body):
            return {test: LOW + 1, body: LOW + 1}
        case ast.Attribute(value) | ast.Subscript(value) | ast.Call(value):
            return {value: ATOM}
        case _:
            return {}


@lru_cache(MANY)
def expression(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def level(code: str) -> int:
    """How tightly an expression binds."""
    match expression(code):
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) | ast.UnaryOp(op=operator):
            return LEVELS[type(operator)]
        case node:
            return LEVELS.get(type(node), ATOM)


def at(place: int, code: str) -> str:
    """Code, in parentheses if it binds less tightly than its place needs."""
    return code if level(code) >= place else f"({code})"


def augmented(place: str, code: str, exact: bool) -> str:
    """`x += 1` for `x + 1`; `t += a - b` for `t + a - b` where that is `exact`, however the terms are added."""
    node = first = expression(code)
    while isinstance(first, ast.BinOp) and type(first.op) in (ast.Add, ast.Sub) and isinstance(first.left, ast.BinOp):
        first = first.left
    if not isinstance(first, ast.BinOp) or type(first.op) not in SIGNS or part(code, first.left) != place:
        return ""
    if first is node:
        return f"{place} {SIGNS[type(first.op)]}= {part(code, first.right)}"
    return f"{place} += {code[len(place) + len(' + ') :]}" if exact and isinstance(first.op, ast.Add) else ""


def same(node: ast.AST, code: str) -> bool:
    """Whether an expression says what another does."""
    return type(node) is type(expression(code)) and ast.dump(node) == _dumped(code)


@lru_cache(MANY)
def _dumped(code: str) -> str:
    return ast.dump(expression(code))


def within(node: ast.AST | None) -> Iterator[ast.AST]:
    """A node and all below it, in the order in which they are written."""
    if node is not None:
        yield node
        for child in ast.iter_child_nodes(node):
            yield from within(child)
