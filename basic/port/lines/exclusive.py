"""`elif` for an `if` whose test is never true where one before it was, and nothing in between changes that.

    if b[i] == 0:           if b[i] == 0:
        print(".")              print(".")
    if b[i] in (1, 3):      elif b[i] in (1, 3):
        print("X")              print("X")
    if b[i] > 3:            elif b[i] > 3:
        print("O")              print("O")
"""

from __future__ import annotations

import ast
from collections.abc import Collection

from ...record import record
from .arms import Fails
from .mentions import names_in, sets
from .suites import Clause, Statement, closed, lines_in
from .trees import part, tree, within
from .whether import only_looks

INFINITE = float("inf")
# What changes neither lists nor shared variables, without naming them.
KEEPING = ("print", "floor", "int", "abs", "len", "min", "max", "Single", "range")


@record
class Among:
    """What a place is where a comparison holds: one of some constants, or a number between two."""

    place: str
    constants: frozenset[object]
    low: float = -INFINITE
    high: float = INFINITE
    open: bool = False  # without its limit

    def excludes(self, other: Among) -> bool:
        """Whether both can never be so."""
        if self.place != other.place:
            return False
        if self.constants and other.constants:
            return not self.constants & other.constants and len({*map(_kind, self.constants | other.constants)}) == 1
        if self.constants:
            return other.excludes(self)
        if other.constants:
            return all(isinstance(each, int | float) and not self._holds(each) for each in other.constants)
        apart = self.low > other.high or other.low > self.high
        return apart or ((self.low == other.high or other.low == self.high) and (self.open or other.open))

    def _holds(self, number: float) -> bool:
        if self.open and number in (self.low, self.high):
            return False
        return self.low <= number <= self.high


def _kind(constant: object) -> bool:
    return isinstance(constant, str)


def exclude(suite: list[Statement], fails: Fails) -> None:
    """Do so in statements, and in what stands under them."""
    for position in range(len(suite) - 2, -1, -1):
        one, two = suite[position : position + 2]
        if one.branches and two.branches and _follows(one, two, fails):
            two.line.text = f"el{two.text}"
            one.clauses += two.clauses
            del suite[position + 1]
    for statement in suite:
        for clause in statement.clauses:
            exclude(clause.suite, fails)


def _follows(one: Statement, two: Statement, fails: Fails) -> bool:
    """Whether the second needs to be asked only where the first did nothing."""
    if one.complete or two.complete or any(closed(clause.suite) for clause in one.clauses):  # they are guards
        return False
    tests = [head.test for clause in two.clauses if isinstance(head := tree(clause.text), ast.If)]
    if any(fails(clause.line) for clause in two.clauses) or not all(map(only_looks, tests)):
        return False
    for clause in one.clauses:
        before = among(clause.text)
        if not all(any(one.excludes(two) for one in before for two in among(other.text)) for other in two.clauses):
            return False
    looked_at = {name for clause in two.clauses for name in names_in(clause.text)}
    shared = any(isinstance(node, ast.Subscript | ast.Attribute) for test in tests for node in within(test))
    return not any(_may_change(clause, looked_at, shared) for clause in one.clauses)


def _may_change(clause: Clause, names: Collection[str], shared: bool) -> bool:
    """Whether what stands under a clause may give one of the names, or an element, another value."""
    for line in lines_in(clause.suite):
        if any(sets(line.text, name) for name in names):
            return True
        for node in within(tree(line.text)):
            match node:
                case ast.With() | ast.Try() | ast.Global() | ast.FunctionDef() | ast.NamedExpr():
                    return True
                case ast.Call(func=ast.Name(id=name)) if shared and name not in KEEPING:
                    return True
                case ast.Attribute(value=ast.Name(id="gw"), attr="call") if shared:
                    return True
                case ast.Name(id="files" | "fields") if shared:
                    return True
    return False


def among(code: str) -> list[Among]:
    """What the comparisons say that are all true where the test of an `if` is."""
    match tree(code):
        case ast.If(test=ast.BoolOp(op=ast.And(), values=tests)):
            pass
        case ast.If(test=test):
            tests = [test]
        case _:
            return []
    return [found for test in tests if (found := _compared(code, test)) is not None]


def _compared(code: str, node: ast.expr) -> Among | None:
    match node:
        case ast.Compare(left=place, ops=[operator], comparators=[value]) if _is_place(place):
            shown = part(code, place)
        case _:
            return None
    try:
        constant = ast.literal_eval(value)
    except ValueError:
        return None
    match operator:
        case ast.Eq():
            return Among(shown, frozenset([constant]))
        case ast.In() if isinstance(constant, tuple):
            return Among(shown, frozenset(constant))
        case ast.Lt() | ast.LtE() if isinstance(constant, int | float):
            return Among(shown, frozenset(), high=constant, open=isinstance(operator, ast.Lt))
        case ast.Gt() | ast.GtE() if isinstance(constant, int | float):
            return Among(shown, frozenset(), low=constant, open=isinstance(operator, ast.Gt))
        case _:
            return None


def _is_place(node: ast.expr) -> bool:
    """Whether it is a variable or an element, which a sum may lead to."""
    match node:
        case ast.Name() | ast.Attribute(value=ast.Name()):
            return True
        case ast.Subscript(value=value, slice=ast.BinOp(left=left, right=ast.Name() | ast.Constant())):
            return _is_place(value) and isinstance(left, ast.Name | ast.Constant)
        case ast.Subscript(value=value, slice=ast.Name() | ast.Attribute() | ast.Constant()):
            return _is_place(value)
        case _:
            return False
