"""What straight code tells of its variables.

    30 U=X*X: V=Y*Y: IF U+V>4 THEN 90     behind it U is 4 at most, and so X is between -2 and 2
    40 D#=K: S#=S#+1/(D#*D#)              D# is the whole number K, and D#*D# needs no rounding
"""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.variables.types import MIRRORED, OPPOSITE, bare
from ..arithmetic import facts
from ..arithmetic.value import Value
from ..syntax import nodes as n
from . import names


class Facts(facts.Facts):
    """All of them by the identifiers of scalars."""

    def assign(self, identifier: str, value: Value) -> None:
        """A variable gets a value."""
        self.forget(identifier)
        kind = names.kind_of(identifier)
        if kind == "#":
            self.whole(identifier, value if value.whole else value.unscaled)
        elif (kind == "!" and value.kind in "%!") or (kind == "%" and value.whole):
            self.number(identifier, value)

    def learn(self, condition: n.Expression, true: bool, value: Callable[[n.Expression], Value]) -> None:
        """Take in what a condition says where it holds, or where it does not."""
        match bare(condition):
            case n.Binary(operator="AND" | "OR" as operator, left=left, right=right):
                if true is (operator == "AND"):
                    self.learn(left, true, value)
                    self.learn(right, true, value)
            case n.Binary(operator=operator, left=left, right=right) if operator in OPPOSITE:
                held = operator if true else OPPOSITE[operator]
                self._learnt(bare(left), held, bare(right), value)
                self._learnt(bare(right), MIRRORED[held], bare(left), value)
            case _:
                pass

    def _learnt(
        self, node: n.Expression, operator: str, limit: n.Expression, value: Callable[[n.Expression], Value]
    ) -> None:
        constant = isinstance(limit, n.Number) or (isinstance(limit, n.Unary) and isinstance(limit.operand, n.Number))
        if not (constant or isinstance(limit, n.Variable)) or (bound := value(limit)).kind not in "%!":
            return
        match node:
            case n.Variable() if (variable := value(node)).kind in "%!":
                self.compared(variable, operator, bound)
            case n.Binary(operator="+", left=n.Variable() as left, right=n.Variable() as right):
                one, other = value(left), value(right)
                if one.kind in "%!" and other.kind in "%!":
                    self.sum_compared(one, other, operator, bound)
            case _:
                pass
