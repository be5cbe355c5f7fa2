"""Singles without objects: in a file with operators, variables that only ever hold Singles are kept as plain floats.

    c -= h * p[i]            c = gw.subtract(c, gw.multiply(h, float(p[i])))     c and h are floats in this function
    sell(c)                  sell(gw.rare.box(c))                                whoever else gets c gets a Single

That is the form in which the exact manner has them, so that `rewriting.py` can write the arithmetic out. Only variables
of one function are changed, and only ones of which every assignment is known to give a Single: what is in lists, what
functions share, take and give stays a Single, and whatever is not understood here is handed Singles as before. An
operation is changed only where its other operand is known to be a number; one with a whole number that may have more
than 24 bits stays a call, since the written forms rely on that.
"""

from __future__ import annotations

import ast
import math
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from basic.arithmetic.ranges import ANY, EXACT
from basic.values.single import nearest

from .bounds import RESULT, Bounds, Source
from .trees import loaded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .singles import Program

NAMES = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
FUNCTIONS = ("sqr", "exp", "log", "sin", "cos", "tan", "atn")  # of a number, which may be plain
SINGLES = (*FUNCTIONS, "single", "rnd", "Single", "input_number", "read_number")
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
ROUNDERS = ("floor", "ceil", "trunc")
BUILTINS = ("float", "int", "abs", "max", "min")
SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Node = TypeVar("Node", bound=ast.AST)


def unbox(tree: ast.Module, scope: dict[str, Any], program: Program, name: str) -> None:
    """Change the functions of a file. `scope` is what its names mean, `name` what the program is called in it."""
    bounds = Bounds(tree, name, singles=True)
    if any(word in scope or any(word in names for names in bounds.locals.values()) for word in BUILTINS):
        return  # `float` is something else there
    singles = Singles(bounds, scope, program)
    for function in bounds.functions.values():
        Unboxer(singles, function).change()


class Singles:
    """Which expressions give Singles, and which numbers: as many variables as all of their assignments agree to."""

    def __init__(self, bounds: Bounds, scope: dict[str, Any], program: Program) -> None:
        self.bounds, self.program = bounds, bounds.program
        self.rounders = {name for name in ROUNDERS if scope.get(name) is getattr(math, name)}
        self.everywhere = scope.get("Single") is program.Single
        given = {key: sources for key, sources in bounds.sources.items() if sources and ANY not in sources}
        self.keys, self.numbers = set(given), set(given)  # variables, and elements of lists
        before = None
        while before != (before := (len(self.keys), len(self.numbers))):
            self.keys = {key for key in self.keys if self._all(self.single, given[key])}
            self.numbers = {key for key in self.numbers if self._all(self._rounded, given[key])}

    def _all(self, holds: Callable[[str, ast.expr], bool], sources: Sequence[Source]) -> bool:
        return all(isinstance(source, tuple) and holds(*source) for source in sources)

    def _rounded(self, scope: str, node: ast.expr) -> bool:
        return self.number(scope, node) and self.small(scope, node)

    def single(self, scope: str, node: ast.expr) -> bool:
        """Whether an expression gives a Single."""
        match node:
            case ast.Name(id=name) if name.startswith(RESULT):
                return (scope, name) in self.keys
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return self.bounds.known_as(scope, node) in self.keys
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow(), right=right):
                return (self.single(scope, left) and self.number(scope, right)) or (
                    self.single(scope, right) and self.number(scope, left)
                )
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.single(scope, operand)
            case ast.IfExp(body=body, orelse=orelse):
                return self.single(scope, body) and self.single(scope, orelse)
            case ast.Call(args=args, keywords=[]):
                return self._called(scope, node, args)
            case _:
                return False

    def _called(self, scope: str, node: ast.Call, args: list[ast.expr]) -> bool:
        called = self.bounds.callee(node)
        if called is not None:
            return (called[0], RESULT) in self.keys and _returns(self.bounds.functions[called[0]])
        match node.func:
            case ast.Name(id="Single"):
                return self._is_class(scope) and len(args) == 1 and not isinstance(args[0], ast.Starred)
            case ast.Attribute(value=ast.Name(id=self.program), attr=name):
                return name in SINGLES
            case ast.Name(id=name) if len(args) == 1 and (name in self.rounders or name == "abs"):
                return self.single(scope, args[0])
            case ast.Name(id="max" | "min") if len(args) > 1:
                return all(self.single(scope, value) for value in args)
            case _:
                return False

    def _is_class(self, scope: str) -> bool:
        """Whether `Single` is what it is called for."""
        if "Single" not in self.bounds.locals.get(scope, ()):
            return self.everywhere
        match self.bounds.sources.get((scope, "Single")):
            case [(_, ast.Attribute(value=ast.Name(id=self.program), attr="Single"))]:
                return True
            case _:
                return False

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

    def small(self, scope: str, node: ast.expr) -> bool:
        """Whether it has 24 bits, or will have them once it is rounded."""
        return not self.whole(scope, node) or self.bounds.expression(scope, node).within(-EXACT, EXACT)


class Unboxer(ast.NodeTransformer):
    """One function."""

    def __init__(self, singles: Singles, function: ast.FunctionDef) -> None:
        self.singles, self.function, self.scope = singles, function, function.name
        bounds = singles.bounds
        inner = {part.id for node in ast.walk(function) if isinstance(node, SCOPES) and node is not function
                 for part in ast.walk(node) if isinstance(part, ast.Name)}  # fmt: skip
        own = bounds.locals[function.name] - inner
        self.plain = {name for name in own if (function.name, name) in singles.keys}

    def change(self) -> None:
        body = [part for statement in self.function.body for part in self._statements(statement)]
        given = [argument for argument in self.function.args.args if argument.arg in self.plain]
        self.function.body = [self._floated(argument.arg, self.function.body[0]) for argument in given] + body

    def _statements(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def _floated(self, name: str, place: ast.AST) -> ast.stmt:
        """`x = float(x)`"""
        found: ast.stmt = ast.parse(f"{name} = float({name})").body[0]
        for part in ast.walk(found):
            ast.copy_location(part, place)
        return found

    # -- plain numbers --------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> ast.expr:
        """What gives a Single, as a plain number."""
        match node:
            case ast.Name(id=name) if name in self.plain:
                return node
            case ast.BinOp(left=left, op=op, right=right) if type(op) in NAMES:
                operands = self.number(left), self.number(right)
                if self.singles.small(self.scope, left) and self.singles.small(self.scope, right):
                    return self._call(node, NAMES[type(op)], *operands)
                return self._rare(NAMES[type(op)], *operands)
            case ast.UnaryOp(operand=operand):
                zero = _at(ast.Constant(0.0), node)
                return _at(ast.BinOp(zero, _at(ast.Sub(), node), self.value(operand)), node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return _at(ast.IfExp(self.visit(test), self.value(body), self.value(orelse)), node)
            case ast.Call(func=ast.Name(id="Single"), args=[ast.Constant(value=int() | float() as number)]):
                return _at(ast.Constant(nearest(float(number))), node)
            case ast.Call(func=ast.Name(id="Single"), args=[one]) if (
                self.singles.number(self.scope, one) and self.singles.small(self.scope, one)
            ):
                return self._float(self.number(one))
            case ast.Call(func=ast.Name(id="abs" | "max" | "min"), args=args):
                return _at(ast.Call(node.func, [self.value(one) for one in args], []), node)
            case ast.Call(func=ast.Name(id=name), args=[one]) if name in self.singles.rounders:
                return self._float(_at(ast.Call(node.func, [self.value(one)], []), node))
            case _:
                return self._float(self._boxed(node))

    def number(self, node: ast.expr) -> ast.expr:
        """An operand beside a Single, as a plain number."""
        if self.singles.single(self.scope, node):
            return self.value(node)
        match node:
            case ast.Constant(value=float() as constant):
                return _at(ast.Constant(nearest(constant)), node)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if not self.singles.whole(self.scope, node):
                return self._call(node, "divide", self.visit(left), self.visit(right))
            case _:
                found: ast.expr = self.visit(node)
                exact = self.singles.whole(self.scope, node) and self.singles.small(self.scope, node)
                return found if exact else self._rare("plain", found)

    def _call(self, place: ast.expr, name: str, *operands: ast.expr) -> ast.expr:
        function = ast.Attribute(_at(ast.Name(self.singles.program, ast.Load()), place), name, ast.Load())
        return _at(ast.Call(_at(function, place), [*operands], []), place)

    def _float(self, node: ast.expr) -> ast.expr:
        return _at(ast.Call(_at(ast.Name("float", ast.Load()), node), [node], []), node)

    # -- Singles --------------------------------------------------------------------------------------------------

    def _boxed(self, node: ast.expr) -> ast.expr:
        """An expression as it stands, with Singles in it."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.singles.program), attr=name), args=[one]) if (
                name in FUNCTIONS and self.singles.single(self.scope, one)
            ):
                return _at(ast.Call(node.func, [self.value(one)], []), node)
            case _:
                found: ast.expr = super().generic_visit(node)  # type: ignore[assignment]
                return found

    def _rare(self, name: str, *operands: ast.expr) -> ast.expr:
        """`gw.rare.box(x)`"""
        place = operands[0]
        rare = _at(ast.Attribute(_at(ast.Name(self.singles.program, ast.Load()), place), "rare", ast.Load()), place)
        return _at(ast.Call(_at(ast.Attribute(rare, name, ast.Load()), place), [*operands], []), place)

    def visit(self, node: ast.AST) -> Any:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in self.plain:
                return self._rare("box", node)
            case ast.BinOp(op=op) if type(op) in NAMES and self.singles.single(self.scope, node):
                return self._rare("box", self.value(node))
            case ast.Call(func=ast.Name(id="int"), args=[one], keywords=[]) if self.singles.single(self.scope, one):
                return _at(ast.Call(node.func, [self.value(one)], []), node)
            case ast.Call(func=ast.Name() | ast.Attribute(), args=[_]) if self.singles.single(self.scope, node):
                return self._boxed(node)
            case ast.FunctionDef() | ast.ClassDef() | ast.Lambda():
                return node
            case _:
                return super().visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What is printed may be plain."""
        match node.func:
            case ast.Attribute(attr="print" | "put", value=value) if self._is_program(value):
                single = self.singles.single
                args = [self.value(one) if single(self.scope, one) else self.visit(one) for one in node.args]
                func = _at(ast.Attribute(self.visit(value), node.func.attr, ast.Load()), node.func)
                return _at(ast.Call(func, args, [self.visit(keyword) for keyword in node.keywords]), node)
            case _:
                return self.generic_visit(node)

    def _is_program(self, node: ast.expr) -> bool:
        """`gw`, `gw.put(a)`"""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "put":
            node = node.func.value
        return isinstance(node, ast.Name) and node.id == self.singles.program

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        sides = [node.left, *node.comparators]
        single = [self.singles.single(self.scope, side) for side in sides]
        beside = all(one or other for one, other in pairwise(single))
        known = beside and all(self.singles.number(self.scope, side) for side in sides)
        if known and all(isinstance(op, ORDERS) or self._alike(op, sides) for op in node.ops):
            left, *others = (self.number(side) for side in sides)
            return _at(ast.Compare(left, node.ops, others), node)
        return self.generic_visit(node)

    def _alike(self, op: ast.cmpop, sides: list[ast.expr]) -> bool:
        """Whether numbers are the same just when they are so as floats."""
        return isinstance(op, ast.Eq | ast.NotEq) and all(self.singles.small(self.scope, side) for side in sides)

    # -- assignments ----------------------------------------------------------------------------------------------

    def _assigned(self, target: ast.expr, value: ast.expr) -> ast.expr:
        return self.value(value) if isinstance(target, ast.Name) and target.id in self.plain else self.visit(value)

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node.targets, node.value:
            case [ast.Name() as target], value:
                return _at(ast.Assign(node.targets, self._assigned(target, value)), node)
            case [ast.Tuple(elts=targets)], ast.Tuple(elts=values) if len(targets) == len(values):
                parts = [self._assigned(target, value) for target, value in zip(targets, values, strict=True)]
                return _at(ast.Assign([self.visit(node.targets[0])], _at(ast.Tuple(parts, ast.Load()), node)), node)
            case _:
                names = {part.id for target in node.targets for part in ast.walk(target)
                         if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}  # fmt: skip
                return [self.generic_visit(node), *(self._floated(name, node) for name in sorted(names & self.plain))]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        value = self._assigned(node.target, node.value)
        return _at(ast.AnnAssign(self.visit(node.target), node.annotation, value, node.simple), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        match node.target:
            case ast.Name(id=name) if name in self.plain:
                read = _at(ast.Name(name, ast.Load()), node)
                return _at(ast.Assign([node.target], self.value(_at(ast.BinOp(read, node.op, node.value), node))), node)
            case ast.Attribute() | ast.Subscript() as target if _repeatable(target):
                place = _at(loaded(deepcopy(target)), target)
                whole = _at(ast.BinOp(place, node.op, node.value), node)
                if self.singles.single(self.scope, place) and self.singles.single(self.scope, whole):
                    return _at(ast.Assign([self.visit(target)], self.visit(whole)), node)
        return self.generic_visit(node)


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


def _repeatable(node: ast.expr) -> bool:
    """Whether a place may be worked out twice."""
    plain = ast.Name | ast.Constant | ast.Attribute | ast.Subscript | ast.BinOp | ast.operator | ast.expr_context
    return all(isinstance(part, plain) for part in ast.walk(node))


def _at(node: Node, place: ast.AST) -> Node:
    return ast.copy_location(node, place)
