"""Rows of lists of lists that stay the same in a loop are taken in hand before it, as the engine has it.

    for k in range(1, n + 1):                    try:
        s = gw.add(s, a[i][k] * 2)                   _row1 = a[i]
                                                 except Exception:
                                                     _row1 = []
                                                 for k in range(1, n + 1):
                                                     s = gw.add(s, _row1[k] * 2)

A row that is not there is an empty one, so that the error comes where it is looked into. Only rows of lists whose rows
are never replaced in the file are; the loop changes neither the name of the list nor that of the row.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from basic.arithmetic.ranges import ANY

from .bounds import Bounds
from .sources import MODULE, STATE, Key
from .trees import given, is_list


def take_rows(tree: ast.Module, bounds: Bounds) -> None:
    """`bounds` hears what the rows are called."""
    lists = Lists(tree, bounds)
    for function in bounds.functions.values():
        if not any(isinstance(node, ast.FunctionDef | ast.Lambda) for part in function.body for node in ast.walk(part)):
            Taking(lists, function.name).generic_visit(function)


class Lists:
    """Which lists have lists in them that stay where they are."""

    def __init__(self, tree: ast.Module, bounds: Bounds) -> None:
        self.bounds = bounds
        self.taken = 0  # rows
        self.replaced: set[Key | None] = set()  # lists whose rows get others in their place
        self.shared: set[str] = set()  # fields of the state, and names of the module, that functions change
        for scope, root in ((MODULE, tree), *bounds.functions.items()):
            for node in _parts(root):
                match node:
                    case ast.Subscript(value=ast.Name() | ast.Attribute() as value, ctx=ast.Store() | ast.Del()):
                        self.replaced.add(self._elements(scope, value))
                    case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                        self.shared.add(name)
                    case ast.Global(names=names):
                        self.shared.update(names)
                    case _:
                        pass

    def _elements(self, scope: str, node: ast.expr) -> Key | None:
        return self.bounds.known_as(scope, ast.Subscript(node, ast.Constant(0), ast.Load()))

    def stay(self, scope: str, node: ast.expr) -> bool:
        """Whether the rows of a list are never replaced: `a[i] = ...` is nowhere, or only for other lists."""
        key, elements = self.bounds.key(scope, node), self._elements(scope, node)
        if key is None or elements is None or (key[0] in (MODULE, STATE) and key[1] in self.shared):
            return False
        if elements in self.replaced or ANY in self.bounds.sources.get(elements, ()):  # what is done to it is not known
            return False
        return self._has_rows(key, frozenset())

    def _has_rows(self, key: Key, asked: frozenset[Key]) -> bool:
        """Whether whatever a variable is given is a list of lists."""
        sources = self.bounds.sources.get(key, [])
        return key in asked or (bool(sources) and all(
            isinstance(source, tuple) and self._is_made_of_rows(*source, asked | {key}) for source in sources
        ))  # fmt: skip

    def _is_made_of_rows(self, scope: str, node: ast.expr, asked: frozenset[Key]) -> bool:
        match node:
            case ast.ListComp(elt=inner) | ast.List(elts=[inner]):
                return is_list(inner)
            case ast.List(elts=rows):
                return bool(rows) and all(map(is_list, rows))
            case ast.Name() | ast.Attribute() if (key := self.bounds.key(scope, node)) is not None:
                return self._has_rows(key, asked)
            case _:
                return False


class Taking(ast.NodeTransformer):
    """Takes the rows of the loops of a function in hand, from outside to inside."""

    def __init__(self, lists: Lists, function: str) -> None:
        self.lists, self.function, self.bounds = lists, function, lists.bounds

    def visit_For(self, node: ast.For | ast.While) -> list[ast.stmt]:
        changed = given(node)
        taken: dict[str, str] = {}
        before: list[ast.stmt] = []
        for row in ast.walk(node):
            match row:
                case ast.Subscript(value=ast.Subscript() as found, slice=place) if (
                    _is_simple(place) and self._stays(found, changed)
                ):
                    what = ast.unparse(found)
                    if what not in taken:
                        self.lists.taken += 1
                        taken[what] = name = f"_row{self.lists.taken}"
                        key = self.bounds.key(self.function, found.value)
                        assert key is not None
                        self.bounds.moved[name] = key
                        before.append(_fetched(name, found, node))
                    row.value = ast.copy_location(ast.Name(taken[what], ast.Load()), found)
                case _:
                    pass
        self.generic_visit(node)
        return [*before, node]

    visit_While = visit_For

    def _stays(self, row: ast.Subscript, changed: Set[str]) -> bool:
        """Whether a row is the same one in all of a loop that gives these names values."""
        match row.value:
            case ast.Name(id=name) if name not in changed:
                pass
            case ast.Attribute(value=ast.Name(id=name)) if name not in changed:
                pass
            case _:
                return False
        names = {part.id for part in ast.walk(row.slice) if isinstance(part, ast.Name)}
        own = all(name in self.bounds.locals[self.function] or name in self.bounds.moved for name in names)
        return _is_simple(row.slice) and own and not names & changed and self.lists.stay(self.function, row.value)


def _fetched(name: str, row: ast.Subscript, place: ast.stmt) -> ast.stmt:
    found = ast.parse(f"try:\n {name} = 0\nexcept Exception:\n {name} = []").body[0]
    for part in ast.walk(found):
        ast.copy_location(part, place)
    assert isinstance(found, ast.Try) and isinstance(found.body[0], ast.Assign)
    found.body[0].value = ast.Subscript(row.value, row.slice, ast.Load())
    return ast.fix_missing_locations(found)


def _is_simple(node: ast.expr) -> bool:
    """What can be worked out sooner or later: `i`, `2`, `i - 1`."""
    match node:
        case ast.Name() | ast.Constant(value=int()):
            return True
        case ast.BinOp(left=ast.Name(), op=ast.Add() | ast.Sub(), right=ast.Name() | ast.Constant(value=int())):
            return True
        case _:
            return False


def _parts(root: ast.AST) -> Iterator[ast.AST]:
    """What is in the module or in a function, but not in its functions."""
    for node in ast.iter_child_nodes(root):
        yield node
        if not isinstance(node, ast.FunctionDef):
            yield from _parts(node)
