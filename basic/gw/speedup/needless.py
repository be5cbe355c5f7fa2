"""What nobody looks at is not worked out: doubles that stand as whole numbers where they are used, and mere counters.

    d = k << 184                        (nothing)
    for _ in range(1000): ...           for _ in repeat(None, 1000): ...
"""

from __future__ import annotations

import ast
from contextlib import suppress

from basic.arithmetic.ranges import EXACT
from basic.values.double import SCALE

from .bounds import Bounds

REPEAT = "repeat"


class Needless(ast.NodeTransformer):
    """Looks through one function when it has been rewritten. `repeats`: whether it needs `repeat` now, by this name."""

    def __init__(self, bounds: Bounds, function: ast.FunctionDef, word: str) -> None:
        self.bounds, self.function, self.word = bounds, function.name, word
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        self.unread = bounds.locals[function.name] - {name.id for name in names if isinstance(name.ctx, ast.Load)}
        self.repeats = False
        function.body = self._suite(function.body)

    def _suite(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        kept = [self.visit(statement) for statement in statements if not self._idle(statement)]
        return kept or [ast.copy_location(ast.Pass(), statements[0])]

    def _idle(self, node: ast.stmt) -> bool:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(
                left=ast.Name() | ast.Constant(), op=ast.LShift(), right=ast.Constant(value=places)
            )):  # fmt: skip
                return name in self.unread and places == SCALE
            case _:
                return False

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Suites are all that statements are in; expressions are not looked into."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self._suite(value))
            elif isinstance(value, list):
                for part in value:
                    if isinstance(part, ast.ExceptHandler | ast.match_case):
                        self.visit(part)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        turns = self._turns(node.iter)
        if turns is not None and isinstance(node.target, ast.Name) and node.target.id in self.unread:
            call = ast.Call(ast.Name(self.word, ast.Load()), [ast.Constant(None), turns], [])
            for part in (call, call.func, call.args[0]):
                ast.copy_location(part, node.iter)
            node.iter, self.repeats = call, True
        return self.generic_visit(node)

    def _turns(self, node: ast.expr) -> ast.expr | None:
        """How often a loop over a range is gone through, if that is a constant or a small number."""
        match node:
            case ast.Call(func=ast.Name(id="range"), args=[ast.Name() as count], keywords=[]):
                bounds = self.bounds.expression(self.function, count)
                return count if bounds.whole and bounds.high is not None and bounds.high <= EXACT else None
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]):
                with suppress(ValueError, TypeError):
                    return ast.copy_location(ast.Constant(len(range(*map(ast.literal_eval, args)))), node)
            case _:
                pass
        return None
