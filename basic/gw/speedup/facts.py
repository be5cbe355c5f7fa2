"""What the code of a ported program tells of its variables on the way, as `engine/facts.py` has it for compiled ones.

    u = gw.multiply(x, x)
    v = gw.multiply(y, y)
    if gw.add(u, v) > 4:
        break                        behind it u is 4 at most, and so x is between -2 and 2
    d = k * double.ONE               d is k, until one of them gets another value

Every function is followed twice: first nothing is known where a loop begins anew but of what it does not change; then
what all ways there told.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Set
from functools import partial

from basic.arithmetic import facts
from basic.arithmetic.facts import Known, meet
from basic.arithmetic.ranges import Range
from basic.arithmetic.value import Value
from basic.record import replace

from .bounds import Bounds
from .trees import loaded

Assignment = ast.Assign | ast.AnnAssign | ast.AugAssign
TIMES = 2  # that a function is followed
NOTHING: Known = ({}, {}, {})
SYMBOLS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=", ast.NotEq: "<>", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
OPPOSITE = {"=": "<>", "<>": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


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


class Facts(facts.Facts):
    """Those at one place of a function. `own` tells whether a name is a variable that nothing else changes."""

    def __init__(self, bounds: Bounds, function: str, own: Callable[[str], bool], known: Known = NOTHING) -> None:
        super().__init__()
        self.bounds, self.function, self.own = bounds, function, own
        self.restore(known)

    def expression(self, node: ast.expr) -> Range:
        """What an expression can be here."""
        before, self.bounds.here = self.bounds.here, self.range
        try:
            return self.bounds.expression(self.function, node)
        finally:
            self.bounds.here = before

    def value(self, node: ast.expr) -> Value:
        """A variable or a constant, or a sum or product of variables; of anything else there is only what it can be."""
        bounds = self.expression(node)
        match node:
            case ast.Name(id=name) if self.own(name):
                return Value(name, "!", bounds, simple=True)
            case ast.Constant(value=int() as number):
                return Value(str(number), "!", bounds, simple=True)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=self.bounds.program), attr="add" | "multiply" as word),
                          args=[ast.Name() as one, ast.Name() as other], keywords=[]):  # fmt: skip
                operator = "+" if word == "add" else "*"
                return Value("", "!", bounds, operation=(operator, self.value(one), self.value(other)))
            case _:
                found = whole(node)
                known = None if found is None or not self.expression(found).whole else self.value(found)
                return Value("", "!", bounds, unscaled=known)

    def gets(self, node: Assignment, given: Set[str]) -> None:
        """An assignment gives these variables values."""
        values = [(name, self.value(value)) for name, value in _pairs(node) if self.own(name)]
        for name in given:
            self.forget(name)
        for name, value in values:
            one = value if value.code == "0" else value.unscaled
            if len(given) > 1:  # what is given at the same time is another number now
                value, one = replace(value, operation=None), None if one is None or one.code in given else one
            self.number(name, value)
            self.whole(name, one)

    def learn(self, test: ast.expr, true: bool) -> None:
        """Take in what a condition says where it holds, or where it does not."""
        match test:
            case ast.BoolOp(op=op, values=values) if true is isinstance(op, ast.And):
                for value in values:
                    self.learn(value, true)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.learn(operand, not true)
            case ast.Compare(left=left, ops=ops, comparators=others) if true or len(ops) == 1:
                for one, relation, other in zip((left, *others), ops, others, strict=False):
                    if (said := SYMBOLS.get(type(relation))) is not None:
                        held = said if true else OPPOSITE[said]
                        self._compared(self.value(one), held, self.value(other))
                        self._compared(self.value(other), MIRRORED[held], self.value(one))
            case _:
                pass

    def _compared(self, value: Value, operator: str, bound: Value) -> None:
        match value:
            case Value(operation=("+", one, other)) if one.code.isidentifier() and other.code.isidentifier():
                self.sum_compared(one, other, operator, bound)
            case Value() if value.code.isidentifier():
                self.compared(value, operator, bound)
            case _:
                pass


class Course:
    """One function: what is known before each of its statements (of `while`: where its condition is asked)."""

    def __init__(self, bounds: Bounds, function: ast.FunctionDef, own: Callable[[str], bool]) -> None:
        inside = {part.target.id for part in ast.walk(function) if isinstance(part, ast.NamedExpr)}  # of expressions
        self.at = partial(Facts, bounds, function.name, lambda name: name not in inside and own(name))
        self.everywhere = lambda name: bounds.expression(function.name, ast.Name(name, ast.Load()))
        self.before: dict[ast.AST, Known] = {}
        self._names: dict[ast.AST, Set[str]] = {}  # that get values in a part of the function
        self._ways: dict[ast.stmt, list[Known | None]] = {}  # to where a loop begins a turn
        self._loops: list[tuple[list[Known | None], list[Known | None]]] = []  # around the place: continue, break
        for _ in range(TIMES):
            self._all(function.body, NOTHING)

    def _all(self, statements: list[ast.stmt], known: Known | None) -> Known | None:
        """Follow a suite; gives what is known behind it, None if its end is not reached."""
        for statement in statements:
            before = NOTHING if known is None else known
            self.before[statement] = before
            known = self._stated(statement, before)
        return known

    def _stated(self, node: ast.stmt, known: Known) -> Known | None:
        match node:
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                found = self.at(known)
                found.gets(node, self._stored(node))
                return found.known()
            case ast.If(test=test, body=body, orelse=orelse):
                ends = self._all(body, self._held(known, test, True)), self._all(orelse, self._held(known, test, False))
                return self._met(ends)
            case ast.While() | ast.For():
                return self._loop(node, known)
            case ast.With(items=items, body=body):
                self._all(body, self._without(known, *items))
                return self._without(known, node)  # after an error in it goes on there
            case ast.Match(cases=cases):
                known = self._without(known, *(part for case in cases for part in (case.pattern, case.guard) if part))
                return self._met([known, *(self._all(case.body, known) for case in cases)])
            case ast.Return() | ast.Raise():
                return None
            case ast.Continue() | ast.Break():
                self._loops[-1][isinstance(node, ast.Break)].append(known)
                return None
            case _:
                known = self._without(known, node)
                for part in (node, *getattr(node, "handlers", [])):
                    for name in ("body", "orelse", "finalbody"):
                        self._all(getattr(part, name, []), known)
                return known

    def _loop(self, node: ast.While | ast.For, known: Known) -> Known | None:
        head = self._without(known, node)
        told = self._met(self._ways.get(node, [])) or NOTHING
        head = head[0] | told[0], head[1] | told[1], head[2] | told[2]
        again: list[Known | None] = []
        out: list[Known | None] = []
        self._loops.append((again, out))
        if isinstance(node, ast.While):
            self.before[node] = head
            again.append(self._all(node.body, self._held(head, node.test, True)))
            endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
            end = None if endless else self._held(head, node.test, False)
        else:
            again.append(self._all(node.body, self._counted(node, known, head)))
            end = self._without(head, node.target)
        self._loops.pop()
        self._ways[node] = [known, *again]
        return self._met([*out, None if end is None else self._all(node.orelse, end)])

    def _counted(self, node: ast.For, known: Known, head: Known) -> Known:
        """In a loop its counter is between its bounds."""
        found = self.at(self._without(head, node.target))
        match node:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=bounds)) if (
                found.own(name)
            ):
                found.number(name, Value("", "!", self.at(known).expression(ast.Tuple(bounds, ast.Load()))))
            case _:
                pass
        return found.known()

    def _held(self, known: Known, test: ast.expr, true: bool) -> Known:
        found = self.at(known)
        found.learn(test, true)
        return found.known()

    def _without(self, known: Known, *nodes: ast.AST) -> Known:
        """What still holds when something in these may have been carried out."""
        given = {name for node in nodes for name in self._stored(node)}
        if not (given and any(known)):
            return known
        found = self.at(known)
        for name in given:
            found.forget(name)
        return found.known()

    def _stored(self, node: ast.AST) -> Set[str]:
        """The names that get a value in something."""
        found = self._names.get(node)
        if found is None:
            inner = (self._stored(part) for part in ast.iter_child_nodes(node))
            found = self._names[node] = _named(node).union(*inner)
        return found

    def _met(self, ways: Iterable[Known | None]) -> Known | None:
        """What several ways to a place all tell."""
        found = [way for way in ways if way is not None]
        if len(found) < 2:
            return found[0] if found else None
        first, *others = found
        wholes = {name: one for name, one in first[1].items() if all(other[1].get(name) == one for other in others)}
        squares = {name: root for name, root in first[2].items() if all(other[2].get(name) == root for other in others)}
        return meet([ranges for ranges, _, _ in found], self.everywhere), wholes, squares


def _named(node: ast.AST) -> frozenset[str]:
    """The name that gets a value here."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.ExceptHandler(name=str(name)):
            return frozenset((name,))
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
            return frozenset((name,))
        case _:
            return frozenset()


def _pairs(node: Assignment) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned to names: `d = x`, `d = e = x`, `d, e = x, y`, `d += x`."""
    if isinstance(node, ast.AugAssign):
        if isinstance(node.target, ast.Name):
            yield node.target.id, ast.BinOp(loaded(node.target), node.op, node.value)
        return
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
