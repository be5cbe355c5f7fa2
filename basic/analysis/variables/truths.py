"""Variables that only ever say whether something is so.

    10 FOUND=0: WHILE NOT FOUND: FOUND=(A(I)=K): I=I+1: WEND
    20 IF FOUND=-1 THEN ...

BASIC has no truth values: programs keep 0 and -1 or 0 and 1 in a number. Such a variable, or an array, is a *flag* if
all that it gets are these constants, comparisons and what AND, OR and NOT make of flags, and if all that is asked of it
is which of the two it is. `NOT 1` is -2, which is true as well: under NOT there are flags of 0 and -1 only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from ...syntax import nodes as n
from ...syntax.effects import anything
from ...syntax.visit import children
from ..defaults import DefTypes
from ..flow import Flow, Table, core
from .types import COMPARISONS, bare

T = TypeVar("T")
Key = tuple[str, str, str]  # name, kind, and "()" for an array
NOTHING, NUMBER = 0, 99  # no truth but 0 as yet; any other number. Else: the number that stands for true
JOINING = ("AND", "OR")


def flags(flow: Flow, types: DefTypes, possible: Callable[[Key], bool]) -> dict[Key, int]:
    """The flags of a program, and what each has for true: 1 or -1. `possible`: what may be one for other reasons."""
    return _Search(flow, types, possible).found()


class _Search:
    def __init__(self, flow: Flow, types: DefTypes, possible: Callable[[Key], bool]) -> None:
        self.flow = flow
        self.types = types
        self.possible = possible
        self.known: dict[Key, int] = {}
        self.sources: list[tuple[Key, n.Expression]] = []

    def found(self) -> dict[Key, int]:
        for point in self.flow.points:
            if anything(core(point.statement)):
                return {}
            match core(point.statement):
                case n.Let(target=target, value=value):
                    self._source(target, value)
                case n.Swap(left=left, right=right):
                    self._source(left, right)
                    self._source(right, left)
                case _:
                    pass
        changed = True
        while changed:
            changed = self._meanings()
            for point in self.flow.points:
                changed = self._statement(core(point.statement)) or changed
        return {key: true or -1 for key, true in self.known.items() if true != NUMBER}

    def _source(self, target: n.Target, value: n.Expression) -> None:
        key = self.key(target)
        self.known.setdefault(key, NOTHING if key[1] in "%!" and self.possible(key) else NUMBER)
        self.sources.append((key, value))

    def _meanings(self) -> bool:
        """Join what every variable gets; gives whether that says anything new."""
        before = dict(self.known)
        changed = True
        while changed:
            changed = False
            for key, value in self.sources:
                new = _joined(self.known[key], self.meaning(value))
                if new != self.known[key]:
                    self.known[key] = new
                    changed = True
        return before != self.known

    # -- what an expression is ------------------------------------------------------------------------------------

    def key(self, node: n.Target) -> Key:
        array = "()" if isinstance(node, n.Element) else ""
        return node.name, self.types.kind(node.name, node.sigil), array

    def meaning(self, node: n.Expression) -> int:
        """What an expression has for true, if it is 0 or that."""
        node = bare(node)
        match node:
            case n.Number(value=value, kind=kind) if kind != "#" and value in (0, 1):
                return NOTHING if value == 0 else 1
            case n.Variable() | n.Element():
                return self.known.get(self.key(node), NUMBER)
            case n.Unary(operator="-", operand=operand):
                true = self.meaning(operand)
                return true if true == NUMBER else -true
            case n.Unary(operator="NOT", operand=operand):
                return -1 if self.meaning(operand) in (NOTHING, -1) else NUMBER
            case n.Function(name="ABS", arguments=(argument,)):
                return 1 if self.meaning(argument) in (1, -1) else NUMBER
            case n.Binary(operator="-", left=left, right=right):
                constant = self.meaning(left)
                return constant if _constant(left) and constant == self._or(self.meaning(right), constant) else NUMBER
            case n.Binary(operator=operator, left=left, right=right) if operator in JOINING:
                one, two = self.meaning(left), self.meaning(right)
                return _joined(one, two) if not (_constant(left) or _constant(right)) else NUMBER
            case n.Binary(operator=operator) if operator in COMPARISONS:
                return -1
            case _:
                return NUMBER

    def _or(self, true: int, other: int) -> int:
        return other if true == NOTHING else true

    # -- what is asked of it --------------------------------------------------------------------------------------

    def _statement(self, statement: n.Statement) -> bool:
        """Take out the variables that a statement uses as numbers; gives whether there were any."""
        match statement:
            case n.If(condition=condition) | n.While(condition=condition):
                return self._tested(condition)
            case n.Let(target=target, value=value):
                inside = self._subscripts(target)
                if self.known[self.key(target)] == NUMBER:
                    return self._value(value) or inside
                return self._given(value) or inside
            case n.Swap(left=left, right=right):
                inside = self._subscripts(left) | self._subscripts(right)
                one, two = self.key(left), self.key(right)
                if NUMBER in (self.known[one], self.known[two]):
                    return self._out(one) | self._out(two) | inside
                return inside
            case Table(arrays=(array,)):
                return self._out(self.key(array))
            case n.Dim() | n.Erase() | n.Common():
                return self._any(self._subscripts, [t for t in children(statement) if isinstance(t, n.Element)])
            case n.Next():
                return False
            case n.For(variable=variable):
                return self._out(self.key(variable)) | self._value(statement)
            case _:
                return self._value(statement)

    def _subscripts(self, target: n.Target) -> bool:
        return isinstance(target, n.Element) and self._any(self._value, target.subscripts)

    def _any(self, look: Callable[[T], bool], nodes: Iterable[T]) -> bool:
        """Whether there is one, after a look at each."""
        return True in [look(node) for node in nodes]

    def _out(self, key: Key) -> bool:
        if self.known.get(key, NUMBER) == NUMBER:
            return False
        self.known[key] = NUMBER
        return True

    def _value(self, node: n.Node) -> bool:
        """An expression used as a number: no variable in it is a flag, unless a comparison asks which it is."""
        match node:
            case n.Parenthesised(inner=inner):
                return self._value(inner)
            case n.Variable():
                return self._out(self.key(node))
            case n.Element():
                return self._out(self.key(node)) | self._subscripts(node)
            case n.Binary(operator=operator) if operator in COMPARISONS and self._asks(node):
                return self._tested(node.left) | self._tested(node.right)
            case _:
                return self._any(self._value, [child for child in children(node) if isinstance(child, n.Node)])

    def _asks(self, node: n.Binary) -> bool:
        """`F=0`, `F<>1`, `F=G`: whether a comparison tells the two values of a truth apart."""
        left, right = bare(node.left), bare(node.right)
        true = self.meaning(left)
        flag = isinstance(left, n.Variable | n.Element)
        if _constant(left) or true not in ((1, -1) if flag else (-1,)):
            return False
        number = constant(right)
        if number is None:
            if self.meaning(right) == NOTHING and isinstance(right, n.Variable | n.Element):
                self.known[self.key(right)] = true  # `F=FALSE`
            return node.operator in ("=", "<>") and self.meaning(right) == true
        return holds(node.operator, 0, number) != holds(node.operator, true, number)

    def _tested(self, node: n.Expression) -> bool:
        """An expression of which only matters whether it is 0."""
        node = bare(node)
        match node:
            case n.Variable() | n.Element():
                return self._subscripts(node)
            case n.Binary(operator=operator, left=left, right=right) if operator in JOINING:
                if NUMBER in (self.meaning(left), self.meaning(right)) or _constant(left) or _constant(right):
                    return self._value(node)
                return self._tested(left) | self._tested(right)
            case n.Unary(operator="NOT", operand=operand):
                return self._tested(operand) if self.meaning(operand) in (NOTHING, -1) else self._value(operand)
            case _:
                return self._value(node)

    def _given(self, node: n.Expression) -> bool:
        """What is given to a flag."""
        node = bare(node)
        match node:
            case n.Binary(operator="-", right=right):
                return self._given(right)
            case n.Unary(operator="-", operand=operand) | n.Function(arguments=(operand,)):
                return self._given(operand)
            case _:
                return self._tested(node)


def constant(node: n.Expression) -> int | None:
    """A whole number that stands there: `1`, `-1`."""
    node = bare(node)
    sign = 1
    if isinstance(node, n.Unary) and node.operator == "-":
        sign, node = -1, bare(node.operand)
    if isinstance(node, n.Number) and node.kind != "#" and node.value == int(node.value):
        return sign * int(node.value)
    return None


def _constant(node: n.Expression) -> bool:
    return constant(node) is not None


def holds(operator: str, left: int, right: int) -> bool:
    """Whether a comparison of two numbers is true."""
    return {
        "=": left == right, "<>": left != right, "<": left < right,
        ">": left > right, "<=": left <= right, ">=": left >= right,
    }[operator]  # fmt: skip


def _joined(one: int, two: int) -> int:
    if NOTHING in (one, two):
        return one or two
    return one if one == two else NUMBER
