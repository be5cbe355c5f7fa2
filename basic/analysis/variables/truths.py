"""Variables that only ever say whether something is so.

    10 FOUND=0: WHILE NOT FOUND: FOUND=(A(I)=K): I=I+1: WEND
    20 IF FOUND=-1 THEN ...

BASIC has no truth values: programs keep 0 and -1 or 0 and 1 in a number. Such a variable, or an array, is a *flag* if
all that it gets are these constants, comparisons and what AND, OR and NOT make of flags, and if all that is asked of it
is which of the two it is. `NOT 1` is -2, which is true as well: under NOT there are flags of 0 and -1 only.
"""

from __future__ import annotations

from collections.abc import Callable

from ...syntax import nodes as n
from ...syntax.effects import anything
from ...syntax.visit import children
from ..defaults import DefTypes, Name
from ..flow import Flow, Table, core
from .types import COMPARISONS, bare

NOTHING, NUMBER = 0, 99  # no truth but 0 as yet; any other number. Else: the number that stands for true
JOINING = ("AND", "OR")
TRUTH, GIVEN = "truth", "given"  # how a value is wanted


def flags(flow: Flow, types: DefTypes, possible: Callable[[Name], bool]) -> dict[Name, int]:
    """The flags of a program, and what each has for true: 1 or -1. `possible`: what may be one for other reasons."""
    return _Search(flow, types, possible).found()


class _Search:
    def __init__(self, flow: Flow, types: DefTypes, possible: Callable[[Name], bool]) -> None:
        self.statements = [core(point.statement) for point in flow.points]
        self.types = types
        self.sources: list[tuple[n.Target, n.Expression]] = []
        for statement in self.statements:
            if isinstance(statement, n.Let):
                self.sources.append((statement.target, statement.value))
            elif isinstance(statement, n.Swap):
                self.sources += [(statement.left, statement.right), (statement.right, statement.left)]
        keys = {self.types.name(target) for target, _ in self.sources}
        self.known = {key: NOTHING if key[1] in "%!" and possible(key) else NUMBER for key in keys}

    def found(self) -> dict[Name, int]:
        if any(map(anything, self.statements)):
            return {}
        before: dict[Name, int] | None = None
        while before != self.known:
            before = {**self.known}
            self._join()
            for statement in self.statements:
                self._look(statement)
        return {key: true or -1 for key, true in self.known.items() if true != NUMBER}

    def _join(self) -> None:
        """Join what every variable gets."""
        before: dict[Name, int] | None = None
        while before != self.known:
            before = {**self.known}
            for target, value in self.sources:
                key = self.types.name(target)
                self.known[key] = _joined(self.known[key], self.meaning(value))

    # -- what an expression is ------------------------------------------------------------------------------------

    def meaning(self, node: n.Expression) -> int:
        """What an expression has for true, if it is 0 or that."""
        node = bare(node)
        match node:
            case n.Number(value=value, kind=kind) if kind != "#" and value in (0, 1):
                return NOTHING if value == 0 else 1
            case n.Variable() | n.Element():
                return self.known.get(self.types.name(node), NUMBER)
            case n.Unary(operator="-", operand=operand):
                true = self.meaning(operand)
                return true if true == NUMBER else -true
            case n.Unary(operator="NOT", operand=operand):
                return -1 if self.meaning(operand) in (NOTHING, -1) else NUMBER
            case n.Function(name="ABS", arguments=(argument,)):
                return 1 if self.meaning(argument) in (1, -1) else NUMBER
            case n.Binary(operator="-", left=left, right=right):
                constant = self.meaning(left)
                return constant if _constant(left) and self.meaning(right) in (NOTHING, constant) else NUMBER
            case n.Binary() if self._joins(node):
                return _joined(self.meaning(node.left), self.meaning(node.right))
            case n.Binary(operator=operator) if operator in COMPARISONS:
                return -1
            case _:
                return NUMBER

    def _joins(self, node: n.Binary) -> bool:
        """Whether it is AND or OR of two truths."""
        sides = (node.left, node.right)
        return node.operator in JOINING and not any(_constant(each) or self.meaning(each) == NUMBER for each in sides)

    # -- what is asked of it --------------------------------------------------------------------------------------

    def _look(self, statement: n.Statement) -> None:
        """Take out the variables that a statement uses as numbers."""
        match statement:
            case n.If(condition=condition) | n.While(condition=condition):
                self._use(condition, TRUTH)
            case n.Let(target=target, value=value):
                self._subscripts(target)
                self._use(value, None if self.known[self.types.name(target)] == NUMBER else GIVEN)
            case n.Swap(left=left, right=right):
                self._subscripts(left, right)
            case Table(arrays=(array,)):
                self.known[self.types.name(array)] = NUMBER
            case n.Dim() | n.Erase() | n.Common():
                self._subscripts(*children(statement))
            case n.Next():
                pass
            case _:
                self._use(statement)

    def _subscripts(self, *targets: object) -> None:
        for target in targets:
            for subscript in target.subscripts if isinstance(target, n.Element) else ():
                self._use(subscript)

    def _use(self, node: n.Node, wanted: str | None = None) -> None:
        """Take out the variables that an expression is a number of. `wanted`: only whether it is 0 matters (TRUTH), or
        it is given to a flag (GIVEN)."""
        match node:
            case n.Parenthesised(inner=inner):
                self._use(inner, wanted)
            case n.Variable() | n.Element():
                if not wanted:
                    self.known[self.types.name(node)] = NUMBER
                self._subscripts(node)
            case n.Binary(operator=operator) if operator in COMPARISONS and self._asks(node):
                self._use(node.left, TRUTH)
                self._use(node.right, TRUTH)
            case n.Binary() if wanted and self._joins(node):
                self._use(node.left, TRUTH)
                self._use(node.right, TRUTH)
            case n.Unary(operator="NOT", operand=operand) if wanted and self.meaning(node) != NUMBER:
                self._use(operand, TRUTH)
            case n.Binary(operator="-", right=given) | n.Unary(operator="-", operand=given) if wanted == GIVEN:
                self._use(given, GIVEN)
            case n.Function(arguments=(given,)) if wanted == GIVEN:
                self._use(given, GIVEN)
            case _:
                for child in children(node):
                    if isinstance(child, n.Node):
                        self._use(child)

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
                self.known[self.types.name(right)] = true  # `F=FALSE`
            return node.operator in ("=", "<>") and self.meaning(right) == true
        return holds(node.operator, 0, number) != holds(node.operator, true, number)


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


def holds(operator: str, left: float, right: float) -> bool:
    """Whether a comparison of two numbers is true."""
    return {
        "=": left == right, "<>": left != right, "<": left < right,
        ">": left > right, "<=": left <= right, ">=": left >= right,
    }[operator]  # fmt: skip


def _joined(one: int, two: int) -> int:
    if NOTHING in (one, two):
        return one or two
    return one if one == two else NUMBER
