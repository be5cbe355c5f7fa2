"""What expressions of a ported program with operators give: a Single, a Double, a whole number, or one yet to round."""

from __future__ import annotations

import ast
import math
from typing import TYPE_CHECKING, Any

from basic.arithmetic.ranges import ANY, EXACT

from .bounds import Bounds
from .sources import RESULT, Key, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..singles import Program

FUNCTIONS = ("sqr", "exp", "log", "sin", "cos", "tan", "atn")  # of a number, which may be plain
SINGLES = (*FUNCTIONS, "single", "rnd", "Single", "input_number", "input_number_from", "read_number")
DOUBLES = ("val", "double", "Double", "input_double", "input_double_from", "read_double")
CLASSES = ("Single", "Double")
ROUNDERS = ("floor", "ceil", "trunc")


class Kinds:
    """What expressions give: as much of variables as all of their assignments agree to."""

    def __init__(self, bounds: Bounds, scope: dict[str, Any], program: Program) -> None:
        self.bounds, self.program = bounds, bounds.program
        self.rounders = {name for name in ROUNDERS if scope.get(name) is getattr(math, name)}
        self.everywhere = {name for name in CLASSES if scope.get(name) is getattr(program, name)}
        given = {key: sources for key, sources in bounds.sources.items() if sources and ANY not in sources}
        self.singles, self.doubles, self.numbers = set(given), set(given), set(given)  # variables, elements of lists
        before = None
        while before != (before := (len(self.singles), len(self.doubles), len(self.numbers))):
            self.singles = {key for key in self.singles if self._all(self.single, given[key])}
            self.doubles = {key for key in self.doubles if self._all(self.double, given[key])}
            self.numbers = {key for key in self.numbers if self._all(self._rounded, given[key])}

    def _all(self, holds: Callable[[str, ast.expr], bool], sources: Sequence[Source]) -> bool:
        return all(isinstance(source, tuple) and holds(*source) for source in sources)

    def _rounded(self, scope: str, node: ast.expr) -> bool:
        return self.number(scope, node) and self.small(scope, node)

    def single(self, scope: str, node: ast.expr) -> bool:
        """Whether an expression gives a Single."""
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), right=right):
                return (self.single(scope, left) and self.number(scope, right)) or (
                    self.single(scope, right) and self.number(scope, left)
                )
            case _:
                return self._holds(scope, node, self.single, self.singles, "Single", SINGLES)

    def double(self, scope: str, node: ast.expr) -> bool:
        """Whether an expression gives a Double."""
        match node:
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
                one, other = self.double(scope, left), self.double(scope, right)
                return (one or other) and (one or self.number(scope, left)) and (other or self.number(scope, right))
            case _:
                return self._holds(scope, node, self.double, self.doubles, "Double", DOUBLES)

    def _holds(
        self, scope: str, node: ast.expr, holds: Callable[[str, ast.expr], bool], keys: set[Key], kind: str,
        functions: tuple[str, ...],
    ) -> bool:  # fmt: skip
        """The same of what is alike for both."""
        match node:
            case ast.Name(id=name) if name.startswith(RESULT):
                return (scope, name) in keys
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return self.bounds.known_as(scope, node) in keys
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return holds(scope, operand)
            case ast.IfExp(body=body, orelse=orelse):
                return holds(scope, body) and holds(scope, orelse)
            case ast.Call(keywords=[]) if (called := self.bounds.callee(node)) is not None:
                return (called[0], RESULT) in keys and _returns(self.bounds.functions[called[0]])
            case ast.Call(args=args, keywords=[]):
                match node.func:
                    case ast.Name(id=name) if name == kind:
                        return self._is_class(scope, name) and len(args) == 1 and not isinstance(args[0], ast.Starred)
                    case ast.Attribute(value=ast.Name(id=self.program), attr=name):
                        return name in functions
                    case ast.Name(id=name) if len(args) == 1 and (name in self.rounders or name == "abs"):
                        return holds(scope, args[0])
                    case ast.Name(id="max" | "min") if len(args) > 1:
                        return all(holds(scope, value) for value in args)
                    case _:
                        return False
            case _:
                return False

    def _is_class(self, scope: str, name: str) -> bool:
        """Whether `Single` is what it is called for."""
        if name not in self.bounds.locals.get(scope, ()):
            return name in self.everywhere
        match self.bounds.sources.get((scope, name)):
            case [(_, ast.Attribute(value=ast.Name(id=self.program), attr=found))]:
                return found == name
            case _:
                return False

    def operand(self, scope: str, node: ast.expr) -> bool:
        """Whether an expression can stand beside a Double."""
        return self.double(scope, node) or self.number(scope, node)

    def number(self, scope: str, node: ast.expr) -> bool:
        """Whether an expression gives a Single, a whole number, or a fraction that is still to be rounded."""
        match node:
            case ast.Constant(value=bool()):
                return False
            case ast.Constant(value=float()):
                return True
            case ast.BinOp(left=left, op=ast.Div(), right=right) if not self.single(scope, node):
                divisor = self.bounds.expression(scope, right)
                return self.whole(scope, left) and self.whole(scope, right) and divisor.nonzero
            case _:
                return self.whole(scope, node) or self.single(scope, node) or self.rough(scope, node)

    def rough(self, scope: str, node: ast.expr) -> bool:
        """Whether it is a variable, or an element, that holds such a number."""
        place = isinstance(node, ast.Name | ast.Attribute | ast.Subscript)
        return place and self.bounds.known_as(scope, node) in self.numbers

    def whole(self, scope: str, node: ast.expr) -> bool:
        return self.bounds.expression(scope, node).whole

    def truth(self, scope: str, node: ast.expr) -> bool:
        """Whether it may be True or False."""
        return not isinstance(node, ast.Constant) and self.bounds.expression(scope, node).within(0, 1)

    def small(self, scope: str, node: ast.expr) -> bool:
        """Whether it has 24 bits, or will have them once it is rounded."""
        return not self.whole(scope, node) or self.bounds.expression(scope, node).within(-EXACT, EXACT)


def _returns(function: ast.FunctionDef) -> bool:
    """Whether a function gives a value wherever it ends."""
    bare = any(isinstance(node, ast.Return) and node.value is None for node in ast.walk(function))
    return not bare and _ends(function.body[-1])


def _ends(node: ast.stmt) -> bool:
    match node:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=[*_, last], orelse=[*_, other]):
            return _ends(last) and _ends(other)
        case ast.While(test=ast.Constant(value=True)):
            return not any(isinstance(part, ast.Break) for part in ast.walk(node))
        case _:
            return False
