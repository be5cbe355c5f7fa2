"""Small functions of a ported program in the place of their calls, as the engine has it with small subroutines.

    t = sub_300(a, t)      _sub_300_a = a; _sub_300_t = t; ...; t = _sub_300_t

Only functions of straight code, branches and loops are, that return at their end and do not come to themselves again;
only in loops, in statements that are nothing but the call; and only until a file, if it is no short one, has twice its
size.
"""

from __future__ import annotations

import ast
from collections.abc import Set
from typing import Any

from ..places import lines_of
from .bounds import Bounds
from .trees import changed

MOST = 24  # statements of a small function
ROOM = 200  # statements that even a short file may get more
PLAIN = (
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass,
)  # fmt: skip
SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Yield)


def unfold(tree: ast.Module, source: str, bounds: Bounds) -> None:
    """Put functions into others, first into the last one, which is `main`. `bounds` hears what variables are called."""
    told = lines_of(tree, source.splitlines(True)).keys()
    unfolding = Unfolding(bounds, sum(isinstance(node, ast.stmt) for node in ast.walk(tree)), told)
    for function in reversed(bounds.functions.values()):
        unfolding.unfold(function)


class Unfolding(ast.NodeTransformer):
    def __init__(self, bounds: Bounds, size: int, told: Set[int]) -> None:
        self.bounds = bounds
        self.told = told  # the rows that say which BASIC line they are; what a DEF FN does is done in its caller's line
        self.small = {name: node for name, node in bounds.functions.items() if _small(node)}
        self.free = {  # what the names in them mean outside
            name: {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} - bounds.locals[name]
            for name, node in self.small.items()
        }
        self.left = max(ROOM, size)
        self.loops = 0  # around the place in hand
        self.open: list[str] = []  # the function in hand, and those that are being put in

    def unfold(self, function: ast.FunctionDef) -> None:
        self.open = [function.name]
        function.body = changed(self, function.body)

    def _loop(self, node: ast.AST) -> ast.AST:
        self.loops += 1
        self.generic_visit(node)
        self.loops -= 1
        return node

    visit_For = visit_While = _loop

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    visit_ClassDef = visit_FunctionDef  # type: ignore[assignment]

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        """A call whose result nobody wants; what it is worked out from may ask or fail."""
        body = self._body(node.value)
        if body is None:
            return node
        last = [] if body[1] is None else [ast.copy_location(ast.Expr(body[1]), node)]
        return [*body[0], *last] or [ast.copy_location(ast.Pass(), node)]

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        body = None if node.value is None else self._body(node.value)
        if body is None:
            return node
        return [*body[0], ast.copy_location(ast.Return(body[1]), node)]

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        target = node.targets[0]
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        plain = len(node.targets) == 1 and all(isinstance(name, ast.Name | ast.Attribute) for name in names)
        body = self._body(node.value) if plain else None
        if body is None or body[1] is None:
            return node
        return [*body[0], ast.copy_location(ast.Assign([target], body[1]), node)]

    def _body(self, call: ast.expr) -> tuple[list[ast.stmt], ast.expr | None] | None:
        """The statements of the function that is called, and what it returns."""
        match call:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if self.loops and name in self.small:
                function = self.small[name]
            case _:
                return None
        if self.free[name] & self.bounds.locals[self.open[0]]:
            return None  # a name that means something else here
        parameters = function.args.args
        size = sum(isinstance(node, ast.stmt) for node in ast.walk(function))
        if name in self.open or size > self.left or len(given) != len(parameters):
            return None
        self.left -= size
        self.open.append(name)
        renamed = _Renamed(name, self.bounds, self.told, call)
        settings: list[ast.stmt] = [
            ast.Assign([renamed.name(parameter.arg, ast.Store())], value)
            for parameter, value in zip(parameters, given, strict=True)
        ]
        for setting in settings:
            ast.fix_missing_locations(ast.copy_location(setting, call))
        body = changed(self, [renamed.copy(statement) for statement in function.body])
        self.open.pop()
        last = body[-1] if body else None
        if isinstance(last, ast.Return):
            return [*settings, *body[:-1]], last.value
        return [*settings, *body], None


class _Renamed:
    """Copies of the statements of a function, its variables under names that no other has."""

    def __init__(self, function: str, bounds: Bounds, told: Set[int], call: ast.Call) -> None:
        self.function, self.bounds, self.told, self.call = function, bounds, told, call
        self.locals = bounds.locals[function]

    def name(self, name: str, context: ast.expr_context) -> ast.Name:
        found = f"_{self.function}_{name}"
        self.bounds.moved[found] = self.function, name
        return ast.Name(found, context)

    def copy(self, node: Any) -> Any:
        if isinstance(node, list):
            return [self.copy(part) for part in node]
        if not isinstance(node, ast.AST) or isinstance(node, ast.expr_context):
            return node
        if isinstance(node, ast.Name) and node.id in self.locals:
            found: ast.AST = self.name(node.id, node.ctx)
        else:
            found = type(node)(**{field: self.copy(value) for field, value in ast.iter_fields(node)})
        return ast.copy_location(found, node if getattr(node, "lineno", 0) in self.told else self.call)


def _small(function: ast.FunctionDef) -> bool:
    """Whether a function may stand in the place of a call."""
    if not function.body or function.decorator_list or function.args.defaults or function.args.kwonlyargs:
        return False
    nodes = list(ast.walk(function))
    statements = [node for node in nodes if isinstance(node, ast.stmt)][1:]
    last = function.body[-1]
    return (
        len(statements) <= MOST
        and all(isinstance(node, PLAIN) or (node is last and isinstance(node, ast.Return)) for node in statements)
        and not any(isinstance(node, SCOPES) for node in nodes)
    )
