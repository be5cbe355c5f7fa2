"""What the numbers in a ported program can be: whole or not, between which bounds, with which grain.

As `analysis/variables/types.py` finds it for BASIC: each variable is what any of its sources gives it (`sources.py`),
in whatever order (`facts.py` follows that).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial, reduce

from basic.arithmetic.ranges import (
    ANY,
    EXACT,
    INTEGER,
    INTEGER_BOUNDS,
    LARGEST,
    WHOLE,
    Range,
    arithmetic,
    fraction,
    function_range,
    negated_range,
)
from basic.record import replace

from .sources import RESULT, Key, Source, Sources

OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
SYMBOLS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
INTEGERS = ("read_integer", "input_integer", "input_integer_from")
COUNT = Range(True, 0, 65535)
BIT = Range(True, 0, 1)
DRAWN = Range(False, 0, 1, -24)  # RND
ZERO = Range(True, 0, 0)
PATIENCE = 2  # times that bounds may grow until they are let go


class _Unknown(Exception):
    """Nothing has been found yet for a variable."""


class Bounds(Sources):
    """`singles`: of a Single `floor` gives a Single."""

    def __init__(self, tree: ast.Module, program: str, singles: bool = False) -> None:
        super().__init__(tree, program)
        self.singles = singles
        self.known: dict[Key, Range] = {}
        self.here: Callable[[str, Range], Range] | None = None  # what is known besides at the place in hand
        self._solve()

    def _solve(self) -> None:
        """Join what variables are given, as long as that says more."""
        changes = dict.fromkeys(self.sources, 0)
        waiting = True
        while waiting:
            waiting = False
            for key, sources in self.sources.items():
                old = self.known.get(key)
                new = reduce(_join, map(self._value, sources), old)
                if new is None or new == old:
                    continue
                changes[key] += 1
                if old is not None and changes[key] > PATIENCE:
                    new = Range(
                        new.whole,
                        new.low if new.low == old.low else None,
                        new.high if new.high == old.high else None,
                        new.grain if new.grain == old.grain else None,
                    )
                self.known[key] = new
                waiting = True
            if not waiting and len(self.known) < len(self.sources):  # what is only made of itself
                self.known = dict.fromkeys(self.sources, ANY) | self.known
                waiting = True

    def _value(self, source: Source) -> Range | None:
        """None: nothing has been found yet for a variable in it."""
        try:
            return source if isinstance(source, Range) else self.expression(*source)
        except _Unknown:
            return None

    def _of(self, key: Key | None) -> Range:
        if key is None:
            return ANY
        key = self._one(key)
        if key in self.sources and key not in self.known:
            raise _Unknown
        return self.known.get(key, ANY)

    def expression(self, scope: str, node: ast.expr) -> Range:
        """What an expression in a function can be; of a text, or what is not known: anything."""
        match node:
            case ast.Constant(value=bool()) | ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return BIT
            case ast.Constant(value=int() as number):
                return Range(True, number, number)
            case ast.Constant(value=float() as number):
                return fraction(number)
            case ast.Name(id=name) if name.startswith(RESULT):
                return self._of((scope, name))
            case ast.Name(id=name) if self.here is not None:
                return self.here(name, self._of(self.key(scope, node)))
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return self._of(self.key(scope, node))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negated_range(self.expression(scope, operand))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self.expression(scope, left), self.expression(scope, right))
            case ast.BoolOp(values=[first, *others]):
                return self._any(scope, first, *others)
            case ast.IfExp(body=body, orelse=orelse):
                return self._any(scope, body, orelse)
            case ast.Tuple(elts=bounds):
                return _counted([self.expression(scope, bound) for bound in bounds])
            case ast.Call():
                return self._result(scope, node)
            case _:
                return ANY

    def _any(self, scope: str, first: ast.expr, *others: ast.expr) -> Range:
        found = self.expression(scope, first)
        for other in others:
            found = found.join(self.expression(scope, other))
        return found

    def _binary(self, op: ast.operator, left: Range, right: Range) -> Range:
        match op:
            case ast.Add() | ast.Sub() | ast.Mult() | ast.Div():
                return arithmetic(SYMBOLS[type(op)], left, right)
            case ast.FloorDiv() if left.whole and right.whole and right.low is not None and right.low > 0:
                return _floored(left, right)
            case ast.Mod() if left.whole and right.whole and right.low is not None and right.low > 0:
                return Range(True, 0, None if right.high is None else right.high - 1)
            case ast.FloorDiv() | ast.Mod() | ast.BitAnd() | ast.BitOr() | ast.BitXor():
                return Range(left.whole and right.whole, None, None)
            case _:
                return ANY

    def _result(self, scope: str, node: ast.Call) -> Range:
        if (called := self.callee(node)) is not None:
            return self._of((called[0], RESULT))
        given = [self.expression(scope, argument) for argument in node.args]
        match node.func:
            case ast.Attribute(value=ast.Name(id=self.program), attr=name) if len(given) == 2:
                stem, _, kind = name.partition("_")
                if stem in OPERATORS and kind in ("", "whole"):
                    return self._operation(OPERATORS[stem], kind == "whole", node.args, given)
                return WHOLE if stem in OPERATORS and kind == "double" else ANY
            case ast.Attribute(value=ast.Name(id=self.program), attr=name) if name in INTEGERS:
                return INTEGER
            case ast.Attribute(value=ast.Name(id=self.program), attr="randrange"):
                known = given[0].whole and given[0].within(1, EXACT) and given[0].high
                return Range(True, 0, known - 1 if known else None)
            case ast.Attribute(value=ast.Name(id=self.program), attr="rnd") if not given:
                return DRAWN
            case ast.Attribute(attr="find"):
                return Range(True, -1, 65535)
            case ast.Attribute(value=ast.Name(id="strings"), attr="asc" | "instr") | ast.Name(id="ord"):
                return Range(True, 0, 255)
            case _ if not given:
                return ANY
            case ast.Name(id="integer"):
                return given[0].clipped(*INTEGER_BOUNDS) if given[0].whole else INTEGER
            case ast.Name(id="index"):
                return given[0].clipped(0, INTEGER_BOUNDS[1]) if given[0].whole else Range(True, 0, INTEGER_BOUNDS[1])
            case ast.Name(id="byte"):
                return given[0].clipped(0, 255) if given[0].whole else Range(True, 0, 255)
            case ast.Attribute(value=ast.Attribute(attr="rare"), attr="whole"):
                return WHOLE
            case ast.Attribute(value=ast.Attribute(attr="rare"), attr="floor"):
                return function_range("INT", given[0])
            case ast.Name(id="floor" | "trunc") if self.singles and not given[0].whole:
                return ANY
            case ast.Name(id="int" | "floor" | "trunc"):
                return function_range("INT", given[0])
            case ast.Name(id="min" | "max" as word):
                return reduce(partial(_extreme, word), given)
            case ast.Name(id="abs"):
                return function_range("ABS", given[0])
            case ast.Name(id="len"):
                return COUNT
            case ast.Name(id="sum") if _counts(node.args[0]):
                return Range(True, 0, None)
            case _:
                return ANY

    def _operation(self, operator: str, whole: bool, operands: list[ast.expr], given: list[Range]) -> Range:
        left, right = given
        if whole:
            left, right = (Range(True, side.low, side.high) for side in given)
        found = arithmetic(operator, left, right)
        match operands:
            case [ast.Name(id=one), ast.Name(id=two)] if operator == "*" and one == two:
                return Range(found.whole, max(0, found.low or 0), found.high, found.grain)  # a square
            case _:
                return found


def _join(one: Range | None, other: Range | None) -> Range | None:
    return one or other if one is None or other is None else one.join(other)


def _counted(bounds: list[Range]) -> Range:
    """What the variable of `for i in range(...)` can be; it is set only while the loop runs."""
    if not all(bound.whole for bound in bounds):
        return WHOLE
    start, stop = (ZERO, bounds[0]) if len(bounds) == 1 else bounds[:2]
    step = bounds[2] if len(bounds) > 2 else BIT
    if step.low is not None and step.low >= 0:
        return Range(True, start.low, None if stop.high is None else stop.high - 1)
    if step.high is not None and step.high <= 0:
        return Range(True, None if stop.low is None else stop.low + 1, start.high)
    return WHOLE


def _floored(left: Range, right: Range) -> Range:
    """`x // k` of whole numbers, k above 0; of one that may be any a half is not more than half of the largest"""
    low, high = left.low, left.high
    if right.low is not None and right.low > 1:
        low, high = -LARGEST if low is None else low, LARGEST if high is None else high
    least = right.low or 1
    most = None if right.high is None else max(least, right.high)  # less where a program never comes to it
    if low is not None:
        low = low // least if low < 0 else 0 if most is None else low // most
    if high is not None:
        high = high // least if high >= 0 else -1 if most is None else high // most
    return Range(True, low, high)


def _counts(node: ast.expr) -> bool:
    """`1 for i in range(1, 9) if b[i] == p`"""
    return isinstance(node, ast.GeneratorExp) and isinstance(node.elt, ast.Constant) and node.elt.value == 1


def _extreme(word: str, one: Range, two: Range) -> Range:
    """`min(x, 9)` is 9 at most."""
    both = one.join(two)
    if word == "min":
        return replace(both, high=min((side.high for side in (one, two) if side.high is not None), default=None))
    return replace(both, low=max((side.low for side in (one, two) if side.low is not None), default=None))
