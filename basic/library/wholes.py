"""Which doubles of a ported program are whole numbers, in straight code: what `engine/facts.py` knows of compiled ones.

    d = k * double.ONE                                              d is k, until one of them gets another value
    s = gw.add_double(s, gw.divide_double(double.ONE, gw.multiply_double(d, d)))     1 is divided by a whole number
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator


def is_one(node: ast.AST) -> bool:
    """`double.ONE`, and what `unboxing.py` writes for it"""
    match node:
        case ast.Attribute(value=ast.Name(id="double") | ast.Attribute(attr="rare"), attr="ONE"):
            return True
        case _:
            return False


def whole(node: ast.expr) -> ast.expr | None:
    """The whole number that a double is made of: of `k * double.ONE` it is `k`."""
    match node:
        case ast.Constant(value=0):
            return node
        case ast.BinOp(left=found, op=ast.Mult(), right=one) if is_one(one):
            return found
        case _:
            return ast.copy_location(ast.Constant(1), node) if is_one(node) else None


class Wholes:
    """`own` tells whether a name is a variable of the function in hand, which nothing else changes."""

    def __init__(self, own: Callable[[str], bool]) -> None:
        self.own = own
        self.known: dict[str, ast.expr] = {}  # a name or a constant for each double that is known
        self._begins: dict[ast.stmt, dict[str, ast.expr]] = {}  # what is known where a suite begins

    def enter(self, node: ast.stmt) -> dict[str, ast.expr]:
        """A statement begins; gives what will be known behind it. What is in it may come in any order, and again."""
        self.known = self._begins.pop(node, self.known)
        given = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        behind = {name: found for name, found in self.known.items() if not {name, *_names(found)} & given}
        again = any(isinstance(part, ast.NamedExpr) for part in ast.walk(node))
        if again or not isinstance(node, ast.Assign | ast.AnnAssign):
            self.known = behind
            self._begins.update(dict.fromkeys(_firsts(node), behind))
            return behind
        learnt = {}
        for name, value in _pairs(node):
            match found := whole(value):
                case ast.Name() | ast.Constant() if self.own(name) and all(map(self.own, _names(found))):
                    learnt[name] = found
                case _:
                    pass
        return behind | {name: found for name, found in learnt.items() if not _names(found) & given}

    def leave(self, behind: dict[str, ast.expr]) -> None:
        self.known = behind


def _firsts(node: ast.AST) -> Iterator[ast.stmt]:
    """The first statement of each suite in a statement."""
    for name in ("body", "orelse", "finalbody"):
        yield from getattr(node, name, [])[:1]
    for inner in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
        yield from _firsts(inner)


def _pairs(node: ast.Assign | ast.AnnAssign) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned to names: `d = x`, `d = e = x`, `d, e = x, y`."""
    if isinstance(node, ast.AnnAssign):
        if isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value
        return
    for target in node.targets:
        match target, node.value:
            case ast.Name(id=name), value:
                yield name, value
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for one, value in zip(targets, values, strict=True):
                    if isinstance(one, ast.Name):
                        yield one.id, value
            case _:
                pass


def _names(node: ast.expr) -> set[str]:
    return {node.id} if isinstance(node, ast.Name) else set()
