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
import re

from ...record import record
from .arms import Fails
from .mentions import mentions, sets
from .suites import Clause, Statement, closed, written

WITHIN = re.compile(r"(?:gw\.|\w+\.)?\w+(?:\[[\w. +-]+\])*")
CALLED = re.compile(  # what may change lists and shared variables, without naming them
    r"(?<![\w.])(?!(?:print|floor|int|abs|len|min|max|Single|range)\()[A-Za-z_]\w*\(|\b(?:gw\.call|files\.|fields\.)"
)
DOING = re.compile(r"\b(?!(?:int|abs|floor|len)\()[\w.]+\(|:=")  # what a test may do besides asking: draw a number
NAMES = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")  # `b`, and `g.b` of the shared ones
INFINITE = float("inf")


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
    if one.complete or two.complete:
        return False
    if any(fails(clause.line) or DOING.search(clause.text) for clause in two.clauses):
        return False
    if any(closed(clause.suite) for clause in one.clauses):
        return False  # they are guards
    for clause in one.clauses:
        before = among(clause.text)
        for other in two.clauses:
            if not any(first.excludes(second) for first in before for second in among(other.text)):
                return False
    looked_at = {name for clause in two.clauses for name in NAMES.findall(clause.text)}
    shared = any("[" in clause.text or "." in clause.text for clause in two.clauses)
    return not any(_may_change(clause, looked_at, shared) for clause in one.clauses)


def _may_change(clause: Clause, names: set[str], shared: bool) -> bool:
    """Whether what stands under a clause may give one of the names, or an element, another value."""
    for line in written(clause.suite, clause.line.indent + 1):
        if any(mentions(line.text, name) and sets(line.text, name) for name in names):
            return True
        if line.text.startswith(("with ", "try:", "global ", "def ")) or ":=" in line.text:
            return True
        if shared and CALLED.search(line.text):
            return True
    return False


def among(text: str) -> list[Among]:
    """What the comparisons say that are all true where a test is."""
    head = text.removeprefix("el").removeprefix("if ").removesuffix(":")
    try:
        tree = ast.parse(head, mode="eval").body
    except SyntaxError:
        return []
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    return [found for part in parts if (found := _compared(head, part)) is not None]


def _compared(text: str, node: ast.expr) -> Among | None:
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return None
    place, value = ast.get_source_segment(text, node.left) or "", node.comparators[0]
    try:
        constant = ast.literal_eval(value)
    except ValueError:
        return None
    if not WITHIN.fullmatch(place):
        return None
    match node.ops[0]:
        case ast.Eq():
            return Among(place, frozenset([constant]))
        case ast.In() if isinstance(constant, tuple):
            return Among(place, frozenset(constant))
        case (ast.Lt() | ast.LtE()) as less if isinstance(constant, int | float):
            return Among(place, frozenset(), high=constant, open=isinstance(less, ast.Lt))
        case (ast.Gt() | ast.GtE()) as more if isinstance(constant, int | float):
            return Among(place, frozenset(), low=constant, open=isinstance(more, ast.Gt))
        case _:
            return None
