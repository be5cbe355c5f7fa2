"""A written line of Python as a tree, which is asked what the line says: its spelling is not.

    match tree(line.text):
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=0)):
            ...
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

MANY = 1 << 14  # lines whose trees are kept: the same are looked at in each attempt at a routine
SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}  # in `t += 1` and `t + 1`
Head = ast.stmt | ast.match_case | ast.ExceptHandler
Node = TypeVar("Node", bound=ast.expr | ast.arg)
# What a line that goes on with a statement, or stands in one, needs before it: as many lines of Python as its tree is
# found behind.
_BEFORE = {"elif": "if 0: pass", "case": "match 0:", "except": "try: pass"}

_UNDER = {"match": "\n case _: pass", "try": " pass\nfinally: pass"}  # what else than `pass` stands under a head


@lru_cache(MANY)
def tree(code: str) -> Head | None:
    """A statement, or the head of one with nothing under it; None is a remark, decorator, `else:` or `finally:`."""
    if not code or code.startswith(("#", "@", "else:", "finally:")):
        return None
    word = code.split(maxsplit=1)[0].rstrip(":")
    body = code + _UNDER.get(word, " pass") * code.endswith(":")
    if word not in _BEFORE:
        return ast.parse(body).body[0]
    match ast.parse(f"{_BEFORE[word]}\n{_shift(code) * ' '}{body}").body[0]:
        case ast.If(orelse=[found]) | ast.Match(cases=[found]) | ast.Try(handlers=[found]):
            return found
    raise AssertionError(code)


def _shift(code: str) -> int:
    """How far a line stands in before it is read as a tree."""
    return int(code.startswith("case "))


def part(code: str, node: ast.expr | ast.arg) -> str:
    """An expression of a line as it is written there."""
    shift = _shift(code)
    return code.encode()[node.col_offset - shift : (node.end_col_offset or 0) - shift].decode()


def changed(code: str, others: Mapping[Node, str]) -> str:
    """A line with other code in the place of some of its expressions, none of which stands in another."""
    data, shift = code.encode(), _shift(code)
    for node in sorted(others, key=lambda node: node.col_offset, reverse=True):
        begin, end = node.col_offset - shift, (node.end_col_offset or 0) - shift
        data = data[:begin] + others[node].encode() + data[end:]
    return data.decode()


@lru_cache(MANY)
def expression(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def same(node: ast.AST, code: str) -> bool:
    """Whether an expression says what another does."""
    return type(node) is type(expression(code)) and ast.dump(node) == _dumped(code)


@lru_cache(MANY)
def _dumped(code: str) -> str:
    return ast.dump(expression(code))


def screen(node: ast.expr) -> ast.Name | None:
    """The `gw` of `gw.put("NAME").put(n)`; nothing if that is a file or the printer."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "put":
        node = node.func.value
    return node if isinstance(node, ast.Name) and node.id == "gw" else None


def within(node: ast.AST | None) -> Iterator[ast.AST]:
    """A node and all below it, in the order in which they are written."""
    if node is not None:
        yield node
        for child in ast.iter_child_nodes(node):
            yield from within(child)
