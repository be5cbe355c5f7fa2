"""What Python has in each variable of single precision: an `int`, a Single, or a number that is still to be rounded.

A variable that gets a Single anywhere always holds one, so that everything that is worked out with it is right. The
others stay Python's own: counters, and what only ever gets constants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.flow import Table, core
from ...analysis.variables.types import INTEGER_BOUNDS
from ...syntax import nodes as n
from ...syntax.effects import assigned, filled
from ..words.value import EXACT_BOUNDS, EXACTLY, NEARLY, SINGLE

if TYPE_CHECKING:
    from .knowledge import Knowledge

Key = tuple[str, str, str]
ORDER = (EXACTLY, NEARLY, SINGLE)


class Forms:
    """Joins what the variables of a program are given, until nothing changes."""

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.changed = True

    def find(self) -> None:
        statements = [core(point.statement) for point in self.k.flow.points]
        e = self.k.e
        while self.changed:
            self.changed = False
            for statement in statements:
                self._look(statement)
        e.uncertain, e.rounding = set(), False  # nothing has been written yet

    def _look(self, statement: n.Statement) -> None:
        match statement:
            case n.Let(target=target, value=value):
                self._gets(target, self._form(target, value))
            case n.For(variable=variable):
                self._gets(variable, EXACTLY if self.k.e.ranges.everywhere(variable).whole else SINGLE)
            case Table(arrays=(array,), values=values):
                fractions = any(isinstance(value, float) for _, value in values)
                self._gets(array, NEARLY if fractions else EXACTLY)
            case n.Read(targets=targets):
                data = self.k.e.ranges.data
                for target in targets:
                    self._gets(target, EXACTLY if data.whole and data.within(*INTEGER_BOUNDS) else SINGLE)
            case n.Swap(left=left, right=right) if self.k.e.kind(left) == self.k.e.kind(right):  # else it is error 13
                self._gets(left, self.k.e.form(right))
                self._gets(right, self.k.e.form(left))
            case _:
                for target in (*assigned(statement), *filled(statement)):
                    self._gets(target, SINGLE)

    def _form(self, target: n.Variable | n.Element, node: n.Expression) -> str:
        if self.k.e.flag(target):
            return EXACTLY
        value = self.k.e.expression(node)
        bounds = self.k.e.ranges.everywhere(target)
        if value.kind == "#":
            return SINGLE
        return EXACTLY if bounds.whole and bounds.within(*EXACT_BOUNDS) else value.form

    def _gets(self, target: n.Variable | n.Element, form: str) -> None:
        key: Key = self.k.e.key(target)
        before = self.k.e.forms.get(key, EXACTLY)
        if key[1] == "!" and ORDER.index(form) > ORDER.index(before):
            self.k.e.forms[key] = form
            self.changed = True
