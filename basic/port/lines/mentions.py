"""What a line of written Python does with a variable: whether it mentions it, sets it, or only gives it a value."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache

from .trees import MANY, changed, part, tree, within


def mentions(code: str, name: str) -> bool:
    """Whether a name, or what is reached by one (`g.a`), stands in a line."""
    return name in names_in(code)


def sets(code: str, name: str) -> bool:
    """Whether a line may give a variable, or an element of it, another value."""
    return name in set_by(code)


def gives(code: str, name: str) -> bool:
    """Whether a line gives a variable a value without looking at it."""
    return name in given_by(code)


def times(code: str, name: str) -> int:
    """How often it stands there."""
    return occurrences(code).count(name)


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
    return frozenset(occurrences(code))


@lru_cache(MANY)
def occurrences(code: str) -> tuple[str, ...]:
    """The names in a line, each as often as it stands there."""
    return tuple(filter(None, map(_named, within(tree(code)))))


@lru_cache(MANY)
def set_by(code: str) -> frozenset[str]:
    return frozenset(name for node in within(tree(code)) for name in _targets(node))


@lru_cache(MANY)
def given_by(code: str) -> frozenset[str]:
    match tree(code):
        case ast.For(target=target, iter=value) | ast.Assign(targets=[target], value=value):
            pass
        case ast.AnnAssign(target=target, value=value) if value is not None:
            pass
        case _:
            return frozenset()
    looked_at = {*filter(None, map(_named, within(value)))}
    places = target.elts if isinstance(target, ast.Tuple) else [target]
    if not all(isinstance(place, ast.Name | ast.Attribute) for place in places):
        return frozenset()
    return frozenset(name for place in places if (name := _named(place)) not in looked_at)


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


def _targets(node: ast.AST) -> list[str]:
    """What a node sets, or elements of it."""
    match node:
        case ast.Assign(targets=targets):
            return [name for target in targets for name in _places(target)]
        case ast.AnnAssign(value=None):
            return []
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.NamedExpr(target=target):
            return _places(target)
        case ast.For(target=target) | ast.withitem(optional_vars=ast.Name() as target):
            return _places(target)
        case _:
            return []


def _places(target: ast.expr) -> list[str]:
    match target:
        case ast.Tuple(elts=parts):
            return [name for part in parts for name in _places(part)]
        case ast.Subscript(value=value):
            return _places(value)
        case _:
            return [_named(target)]
