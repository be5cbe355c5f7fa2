"""Numbers without objects: in a file with operators, variables that only ever hold Singles are kept as plain floats,
and those that only ever hold Doubles as the ints that are in these.

    c -= h * p[i]            c = gw.subtract(c, gw.multiply(h, float(p[i])))     c and h are floats in this function
    sell(c)                  sell(gw.rare.box(c))                                whoever else gets c gets a Single
    d += 1 / k               d = gw.add_double(d, gw.rare.cdbl(gw.divide(1, k)))

That is the form in which the exact manner has them, so that `rewriting.py` can write the arithmetic out. Only variables
of one function are changed, and only ones of which every assignment is known to give the same kind (`kinds.py`): what
is in lists, what functions share, take and give stays an object, and whatever is not understood here is handed objects
as before. An operation is changed only where its other operand is known to be a number; one with a whole number that
may have more than 24 bits stays a call, since the written forms rely on that.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from basic.arithmetic.ranges import EXACT
from basic.values.single import nearest

from ..doubles import Double, scaled
from .bounds import Bounds
from .counters import divide
from .facts import NOTHING, Course, Facts
from .kinds import FUNCTIONS, Kinds
from .trees import assigned, loaded

if TYPE_CHECKING:
    from ..singles import Program

NAMES = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
DOWN = {"floor": "floor_d", "trunc": "fix_d"}
BUILTINS = ("float", "int", "abs", "max", "min", "range")
SCOPES = (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

Node = TypeVar("Node", bound=ast.AST)


def unbox(tree: ast.Module, scope: dict[str, Any], program: Program, name: str) -> None:
    """Change the functions of a file. `scope` is what its names mean, `name` what the program is called in it."""
    if any(word in scope or word in names for names in _locals(tree) for word in BUILTINS):
        return  # `float` is something else there
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            divide(node)
    bounds = Bounds(tree, name, singles=True)
    kinds = Kinds(bounds, scope, program)
    for function in bounds.functions.values():
        Unboxer(kinds, function).change()


def _locals(tree: ast.Module) -> list[frozenset[str]]:
    return [frozenset(), *(assigned(node) for node in tree.body if isinstance(node, ast.FunctionDef))]


def _later(function: ast.FunctionDef) -> set[str]:
    """The names in subscripts of rows, `t[9][index(d)]`: where row 9 is not there, `places.py` works out the others,
    and takes ints for whole numbers."""
    elements = (node for node in ast.walk(function) if isinstance(node, ast.Subscript))
    later = (node.slice for node in elements if isinstance(node.value, ast.Subscript))
    return {part.id for inner in later for part in ast.walk(inner) if isinstance(part, ast.Name)}


class Unboxer(ast.NodeTransformer):
    """One function."""

    def __init__(self, kinds: Kinds, function: ast.FunctionDef) -> None:
        self.kinds, self.function, self.scope = kinds, function, function.name
        bounds = kinds.bounds
        inner = {part.id for node in ast.walk(function) if isinstance(node, SCOPES) and node is not function
                 for part in ast.walk(node) if isinstance(part, ast.Name)}  # fmt: skip
        own = bounds.locals[function.name] - inner
        self.plain = {name for name in own if (function.name, name) in kinds.singles}
        self.holding = kinds.single, kinds.double
        self.scaled = {name for name in own - _later(function) if (function.name, name) in kinds.doubles}
        self.known = Course(bounds, function, own.__contains__).before
        self.facts = Facts(bounds, function.name, own.__contains__)

    def change(self) -> None:
        self.kinds.bounds.here = self.facts.range
        body = [part for statement in self.function.body for part in self._statements(statement)]
        given = {argument.arg for argument in self.function.args.args}
        self.function.body = self._taken_out(given, self.function.body[0]) + body
        self.kinds.bounds.here = None

    def _statements(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def _taken_out(self, names: set[str], place: ast.AST) -> list[ast.stmt]:
        """`x = float(x)`, `d = d.scaled`"""
        found: list[ast.stmt] = ast.parse("\n".join([
            *(f"{name} = float({name})" for name in sorted(names & self.plain)),
            *(f"{name} = {name}.scaled" for name in sorted(names & self.scaled)),
        ])).body  # fmt: skip
        for statement in found:
            for part in ast.walk(statement):
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
                if self.kinds.small(self.scope, left) and self.kinds.small(self.scope, right):
                    return self._call(node, NAMES[type(op)], *operands)
                return self._rare(NAMES[type(op)], *operands)
            case ast.UnaryOp(operand=operand):
                zero = _at(ast.Constant(0), node)
                return _at(ast.BinOp(zero, _at(ast.Sub(), node), self.value(operand)), node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return _at(ast.IfExp(self.visit(test), self.value(body), self.value(orelse)), node)
            case ast.Call(func=func, args=[ast.Constant(value=int() | float() as number)]) if self._is_single(func):
                found = nearest(float(number))
                return _at(ast.Constant(int(found) if found == int(found) else found), node)
            case ast.Call(func=func, args=[one]) if self._is_single(func) and (
                self.kinds.number(self.scope, one) and self.kinds.small(self.scope, one)
            ):
                return self._float(self.number(one)) if self.kinds.truth(self.scope, one) else self.number(one)
            case ast.Call(func=func, args=[one]) if self._is_single(func) and self.kinds.whole(self.scope, one):
                return self._fitted(self.visit(one))
            case ast.Call(func=ast.Name(id="abs" | "max" | "min"), args=args):
                return _at(ast.Call(node.func, [self.value(one) for one in args], []), node)
            case ast.Call(func=ast.Name(id=name), args=[one]) if name in self.kinds.rounders and name == "floor":
                return self._rare("floor", self.value(one))
            case ast.Call(func=ast.Name(id=name), args=[one]) if name in self.kinds.rounders:
                return self._float(_at(ast.Call(node.func, [self.value(one)], []), node))
            case _:
                return self._float(self._boxed(node))

    def _fitted(self, node: ast.expr) -> ast.expr:
        """A whole number of any size as the nearest single, which is a whole number, too."""
        fitted = self._rare("whole", node)
        if not isinstance(node, ast.Name):
            return fitted
        test = ast.parse(f"{-EXACT} <= {node.id} <= {EXACT}", mode="eval").body
        for part in ast.walk(test):
            ast.copy_location(part, node)
        return _at(ast.IfExp(test, node, fitted), node)

    def number(self, node: ast.expr) -> ast.expr:
        """An operand beside a Single, as a plain number."""
        if self.kinds.single(self.scope, node):
            return self.value(node)
        match node:
            case ast.Constant(value=float() as constant):
                return _at(ast.Constant(nearest(constant)), node)
            case ast.BinOp(left=left, op=ast.Div(), right=right) if not self.kinds.whole(self.scope, node):
                return self._call(node, "divide", self.visit(left), self.visit(right))
            case _:
                found: ast.expr = self.visit(node)
                exact = self.kinds.whole(self.scope, node) and self.kinds.small(self.scope, node)
                return found if exact else self._rare("plain", found)

    def _call(self, place: ast.expr, name: str, *operands: ast.expr) -> ast.expr:
        function = ast.Attribute(self._program(place), name, ast.Load())
        return _at(ast.Call(_at(function, place), [*operands], []), place)

    def _program(self, place: ast.expr) -> ast.expr:
        return _at(ast.Name(self.kinds.program, ast.Load()), place)

    def _float(self, node: ast.expr) -> ast.expr:
        return _at(ast.Call(_at(ast.Name("float", ast.Load()), node), [node], []), node)

    # -- Doubles as whole numbers ---------------------------------------------------------------------------------

    def whole(self, node: ast.expr) -> ast.expr:
        """A Double, or an operand beside one, as so many 2^-184."""
        if not self.kinds.double(self.scope, node):
            return self._widened(node)
        match node:
            case ast.Name(id=name) if name in self.scaled:
                return node
            case ast.BinOp(left=left, op=op, right=right):
                return self._call(node, f"{NAMES[type(op)]}_double", self.whole(left), self.whole(right))
            case ast.UnaryOp(op=op, operand=operand):
                return _at(ast.UnaryOp(op, self.whole(operand)), node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return _at(ast.IfExp(self.visit(test), self.whole(body), self.whole(orelse)), node)
            case ast.Call(func=ast.Name(id="Double"), args=[ast.Constant(value=str() as digits)]):
                return _at(ast.Constant(Double(digits).scaled), node)
            case ast.Call(func=ast.Name(id="Double"), args=[one]) if self.kinds.operand(self.scope, one):
                return self.whole(one)
            case ast.Call(func=ast.Name(id="abs" | "max" | "min"), args=args):
                return _at(ast.Call(node.func, [self.whole(one) for one in args], []), node)
            case ast.Call(func=ast.Name(id=name), args=[one]) if name in self.kinds.rounders and name in DOWN:
                return self._rare(DOWN[name], self.whole(one))
            case _:
                return _at(ast.Attribute(self._boxed(node), "scaled", ast.Load()), node)

    def _widened(self, node: ast.expr) -> ast.expr:
        """A number in single precision."""
        match node:
            case ast.Constant(value=int() | float() as number) if isinstance(number, float) or not number:
                return _at(ast.Constant(scaled(number)), node)
            case _ if self.kinds.whole(self.scope, node):
                rare = _at(ast.Attribute(self._program(node), "rare", ast.Load()), node)
                one = _at(ast.Attribute(rare, "ONE", ast.Load()), node)
                return _at(ast.BinOp(self.visit(node), _at(ast.Mult(), node), one), node)
            case _:
                return self._rare("cdbl", self.number(node))

    # -- objects --------------------------------------------------------------------------------------------------

    def _boxed(self, node: ast.expr) -> ast.expr:
        """An expression as it stands, with objects in it."""
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.kinds.program), attr=name), args=[one]) if (
                name in FUNCTIONS and self.kinds.single(self.scope, one)
            ):
                return _at(ast.Call(node.func, [self.value(one)], []), node)
            case _:
                found: ast.expr = super().generic_visit(node)  # type: ignore[assignment]
                return found

    def _rare(self, name: str, *operands: ast.expr) -> ast.expr:
        """`gw.rare.box(x)`"""
        place = operands[0]
        rare = _at(ast.Attribute(self._program(place), "rare", ast.Load()), place)
        return _at(ast.Call(_at(ast.Attribute(rare, name, ast.Load()), place), [*operands], []), place)

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt):
            return self._changed(node)
        self.facts.restore(self.known.get(node, NOTHING))
        found = self._changed(node)
        self.facts.clear()
        return found

    def _changed(self, node: ast.AST) -> Any:
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in self.plain:
                return self._rare("box", node)
            case ast.Name(id=name, ctx=ast.Load()) if name in self.scaled:
                return self._rare("box_d", node)
            case ast.BinOp(op=op) if type(op) in NAMES and self.kinds.single(self.scope, node):
                return self._rare("box", self.value(node))
            case ast.BinOp(op=op) if type(op) in NAMES and self.kinds.double(self.scope, node):
                return self._rare("box_d", self.whole(node))
            case ast.Call(func=ast.Name(id="int"), args=[one], keywords=[]) if self.kinds.single(self.scope, one):
                return _at(ast.Call(node.func, [self.value(one)], []), node)
            case ast.Call(func=ast.Name(id=name), args=[_], keywords=[]) if (
                name in self.kinds.rounders and name in DOWN and self.kinds.double(self.scope, node)
            ):
                return self._rare("box_d", self.whole(node))
            case ast.Call(func=ast.Name() | ast.Attribute(), args=[_]) if self.kinds.single(self.scope, node):
                return self._boxed(node)
            case ast.FunctionDef() | ast.ClassDef() | ast.Lambda():
                return node
            case _:
                return super().visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What is printed may be plain."""
        match node.func:
            case ast.Attribute(attr="print" | "put", value=value) if self._is_program(value):
                single = self.kinds.single
                args = [self.value(one) if single(self.scope, one) else self.visit(one) for one in node.args]
                func = _at(ast.Attribute(self.visit(value), node.func.attr, ast.Load()), node.func)
                return _at(ast.Call(func, args, [self.visit(keyword) for keyword in node.keywords]), node)
            case _:
                return self.generic_visit(node)

    def _is_single(self, node: ast.expr) -> bool:
        """`Single`, `gw.Single`"""
        match node:
            case ast.Attribute(value=ast.Name(id=self.kinds.program), attr=name) | ast.Name(id=name):
                return name == "Single"
            case _:
                return False

    def _is_program(self, node: ast.expr) -> bool:
        """`gw`, `gw.put(a)`"""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "put":
            node = node.func.value
        return isinstance(node, ast.Name) and node.id == self.kinds.program

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        match node:
            case ast.Compare(ast.Name(id=name), [ast.In() | ast.NotIn() as among], [ast.Tuple(elts=others)]) \
                    if name in self.plain | self.scaled:  # `x == 1 or x == y`, for which nothing is made a Single
                op, together = (ast.Eq(), ast.Or()) if isinstance(among, ast.In) else (ast.NotEq(), ast.And())
                tests: list[Any] = [self.visit(_at(ast.Compare(node.left, [op], [other]), node)) for other in others]
                return _at(ast.BoolOp(together, tests), node)
        sides = [node.left, *node.comparators]
        single = [self.kinds.single(self.scope, side) for side in sides]
        beside = all(one or other for one, other in pairwise(single))
        known = beside and all(self.kinds.number(self.scope, side) for side in sides)
        if known and all(isinstance(op, ORDERS) or self._alike(op, sides) for op in node.ops):
            left, *others = (self._compared(side) for side in sides)
            return _at(ast.Compare(left, node.ops, others), node)
        double = [self.kinds.double(self.scope, side) for side in sides]
        asked = all(isinstance(op, (*ORDERS, ast.Eq, ast.NotEq)) for op in node.ops)
        if asked and all(one or other for one, other in pairwise(double)) and all(
            self.kinds.operand(self.scope, side) for side in sides
        ):
            left, *others = (self.whole(side) for side in sides)
            return _at(ast.Compare(left, node.ops, others), node)
        return self.generic_visit(node)

    def _compared(self, node: ast.expr) -> ast.expr:
        """One of several numbers of which it is asked which is larger; a whole one may have any size."""
        if not self.kinds.whole(self.scope, node) or self.kinds.single(self.scope, node):
            return self.number(node)
        found: ast.expr = self.visit(node)
        return found

    def _alike(self, op: ast.cmpop, sides: list[ast.expr]) -> bool:
        """Whether numbers are the same just when they are so as floats."""
        return isinstance(op, ast.Eq | ast.NotEq) and all(self.kinds.small(self.scope, side) for side in sides)

    # -- assignments ----------------------------------------------------------------------------------------------

    def _assigned(self, target: ast.expr, value: ast.expr) -> ast.expr:
        if isinstance(target, ast.Name) and target.id in self.plain | self.scaled:
            return self.value(value) if target.id in self.plain else self.whole(value)
        found: ast.expr = self.visit(value)
        return found

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
                return [self.generic_visit(node), *self._taken_out(names, node)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node
        value = self._assigned(node.target, node.value)
        return _at(ast.AnnAssign(self.visit(node.target), node.annotation, value, node.simple), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        match node.target:
            case ast.Name(id=name) if name in self.plain | self.scaled:
                whole = _at(ast.BinOp(_at(ast.Name(name, ast.Load()), node), node.op, node.value), node)
                return _at(ast.Assign([node.target], self._assigned(node.target, whole)), node)
            case ast.Attribute() | ast.Subscript() as target if _repeatable(target):
                place = _at(loaded(deepcopy(target)), target)
                whole = _at(ast.BinOp(place, node.op, node.value), node)
                if any(holds(self.scope, place) and holds(self.scope, whole) for holds in self.holding):
                    return _at(ast.Assign([self.visit(target)], self.visit(whole)), node)
        return self.generic_visit(node)


def _repeatable(node: ast.expr) -> bool:
    """Whether a place may be worked out twice."""
    plain = ast.Name | ast.Constant | ast.Attribute | ast.Subscript | ast.BinOp | ast.operator | ast.expr_context
    return all(isinstance(part, plain) for part in ast.walk(node))


def _at(node: Node, place: ast.AST) -> Node:
    return ast.copy_location(node, place)
