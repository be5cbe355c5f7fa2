"""What a line of written Python does with a variable: whether it mentions it, sets it, or only gives it a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ...record import record
from .trees import MANY, Head, changed, part, tree, within


def replaced(code: str, others: Mapping[str, str]) -> str:
    """Code with something else in the place of some names."""
    if names_in(code).isdisjoint(others):
        return code
    found: dict[ast.expr | ast.arg, str] = {}
    for node in within(tree(code)):
        if isinstance(node, ast.expr | ast.arg) and (other := others.get(_named(node))):
            kind = node.annotation if isinstance(node, ast.arg) else None
            found[node] = f"{other}: {part(code, kind)}" if kind else other
    return changed(code, found)


@lru_cache(MANY)
def names_in(code: str) -> frozenset[str]:
    """What a line mentions: names, and what is reached by one (`g.a`)."""
    return frozenset(occurrences(code))


@lru_cache(MANY)
def occurrences(code: str) -> tuple[str, ...]:
    """The names in a line, each as often as it stands there."""
    return tuple(filter(None, map(_named, within(tree(code)))))


@lru_cache(MANY)
def set_by(code: str) -> frozenset[str]:
    """What it may give another value, or an element of which."""
    return frozenset(map(_named, _stored(tree(code))))


@lru_cache(MANY)
def given_by(code: str) -> frozenset[str]:
    """What it gives a value without looking at it."""
    head = tree(code)
    if not isinstance(head, ast.Assign | ast.AnnAssign | ast.For):
        return frozenset()
    loaded = (node for node in within(head) if isinstance(getattr(node, "ctx", None), ast.Load))
    return set_by(code).difference(map(_named, loaded))


def _stored(head: Head | None) -> Iterator[ast.AST]:
    """What is set, or the array of an element; `a: int` only declares."""
    declared = isinstance(head, ast.AnnAssign) and head.value is None
    for node in within(None if declared else head):
        if isinstance(getattr(node, "ctx", None), ast.Store):
            while isinstance(node, ast.Subscript):
                node = node.value
            yield node


@record
class Given:
    """What a line gives to a place, and by which operator."""

    place: ast.expr
    sign: type[ast.operator] | None
    value: ast.expr


@lru_cache(MANY)
def given(code: str) -> list[Given]:
    """`t += 1` gives to one place; `a = b = 0` and `a, b = 0, 1` to two; `a, b = f()` to a tuple."""
    match tree(code):
        case ast.Assign([ast.Tuple(places)], ast.Tuple(values)) if len(places) == len(values):
            return [Given(place, None, value) for place, value in zip(places, values, strict=True)]
        case ast.Assign(places, value):
            return [Given(place, None, value) for place in places]
        case ast.AnnAssign(place, value=ast.expr() as value):
            return [Given(place, None, value)]
        case ast.AugAssign(place, sign, value):
            return [Given(place, type(sign), value)]
        case _:
            return []


def _named(node: ast.AST) -> str:
    """The name that a node is: `a`, `g.a`; empty if it is none."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{base}.{name}" if (base := _named(value)) else ""
        case ast.ExceptHandler(name=name) | ast.MatchAs(name=name) | ast.keyword(arg=name):
            return name or ""
        case _:
            return ""
