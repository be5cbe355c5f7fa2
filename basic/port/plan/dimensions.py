"""Which arrays can be Python's lists: those declared once, before they are used, with the same bounds each time.

    10 DIM A(20), B(N)              a = [0] * 21; b = [0] * (index(n) + 1)
    20 C(3)=1                       c = [0] * 11: GW-BASIC makes it where it is used
    30 IF N>5 THEN DIM D(N)         an object (`gw/arrays.py`), which knows whether it is there
    40 DIM E(9): ERASE E            one, too: it comes and goes

Where a DIM has failed and ON ERROR goes on, the array has subscripts up to 10: a list whose bounds are not known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis.defaults import Name
from ...analysis.flow import core, itself
from ...sizes import HIGHEST, MEMORY, UNDECLARED, array_size
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..words.expressions import Bounds

if TYPE_CHECKING:
    from .knowledge import Knowledge

STEADY = (n.Number, n.Variable, n.Binary, n.Unary, n.Parenthesised)


class Dimensions:
    """The arrays of a program: with how many subscripts each is used (`ranks`), where it is declared, and which ones
    come and go while it runs (`fleeting`)."""

    def __init__(self, k: Knowledge) -> None:
        self.k = k
        self.ranks: dict[Name, set[int]] = {}
        self.declared: dict[Name, list[tuple[int, n.Element]]] = {}
        self.fleeting: set[Name] = set()
        for point in k.flow.points:
            self._look(point.index, core(point.statement))
        for name in sorted(self.fleeting):
            self.ranks.setdefault(name, set())
        self.fleeting |= {self._name(name, sigil) for name, sigil in k.source.whole}
        if k.clearing:
            self.fleeting |= set(self.ranks)

    def _name(self, name: str, sigil: str) -> Name:
        return name, self.k.types.kind(name, sigil), "()"

    def _look(self, index: int, statement: n.Statement) -> None:
        if isinstance(statement, n.Dim):
            for target in statement.arrays:
                if isinstance(target, n.Element):
                    self.declared.setdefault(self._name(target.name, target.sigil), []).append((index, target))
        if isinstance(statement, n.Erase):
            self.fleeting |= {self._name(array.name, array.sigil) for array in statement.arrays}
        for node in walk(itself(statement)):
            if isinstance(node, n.Element):
                self.ranks.setdefault(self._name(node.name, node.sigil), set()).add(len(node.subscripts))

    def settle(self) -> dict[Name, tuple[int, ...] | None]:
        """Say which arrays are lists, and with which bounds; gives those that are there without their DIM, with the
        bounds that they then have as lists."""
        e = self.k.e
        e.remade.clear()
        undeclared: dict[Name, tuple[int, ...] | None] = {}
        for name, ranks in self.ranks.items():
            never = name in self.fleeting or name in self.k.survey.fielded_arrays or len(ranks) != 1
            bounds = e.simple_arrays[self.k.names[name]] = None if never else self._as_list(name, *ranks)
            if bounds is None or name not in self.declared or self.k.names[name] in e.remade:
                undeclared[name] = None if bounds is None else (UNDECLARED,) * len(bounds)
        return undeclared

    def _as_list(self, name: Name, rank: int) -> Bounds | None:
        """The bounds of an array as a list; None if it cannot be one."""
        declared = self.declared.get(name)
        room = array_size(4, (UNDECLARED,) * rank, 0) <= MEMORY  # for singles without a DIM
        if declared is None:
            return (UNDECLARED,) * rank if room else None
        if len(declared) > 1:
            return None
        index, target = declared[0]
        if self._made_first(index, name):
            return self._bounds_of(index, target)
        if not room or not self._made_first(index, name, fails=False):
            return None  # whether it is there depends on the way
        if self._bounds_of(index, target) is None:
            return None
        self.k.e.remade.add(self.k.names[name])
        return (None,) * rank

    def _made_first(self, index: int, name: Name, fails: bool = True) -> bool:
        """Whether a DIM is run once, before its array is used."""
        return isinstance(self.k.flow.points[index].statement, n.Dim) and self.k.survey.first_of_all(index, name, fails)

    def _bounds_of(self, index: int, target: n.Element) -> Bounds | None:
        """The bounds of a DIM, where they are always the same: `DIM A(10)`, `N=20: DIM A(N,2*N)`. None where it always
        fails, or where a row would not have the length that the others have: `DIM A(5,RND*9)`."""
        known = self._always(index, target)
        texts = any(self.k.intervals.ranges.kind(subscript) == "$" for subscript in target.subscripts)
        if texts:
            return None
        for subscript, bound in zip(target.subscripts[1:], known[1:], strict=True):
            if bound is None and not all(isinstance(part, STEADY) for part in walk(subscript)):
                return None
        return known if all(bound is None or self.k.base <= bound <= HIGHEST for bound in known) else None

    def _always(self, index: int, target: n.Element) -> Bounds:
        """The bounds of a DIM, so far as all of them are always the same."""
        at = [places[place] for places in self.k.intervals.before.values() for place in places if place[0] == index]
        found: set[Bounds] = set()
        for bounds in at or [{}]:
            self.k.intervals.ranges.bounds = bounds
            found.add(tuple(self._certain(subscript) for subscript in target.subscripts))
        return found.pop() if len(found) == 1 else (None,) * len(target.subscripts)

    def _certain(self, node: n.Expression) -> int | None:
        """The whole number that an expression always is."""
        ranges = self.k.intervals.ranges
        if ranges.kind(node) in "#$" or not all(isinstance(part, STEADY) for part in walk(node)):
            return None
        number = ranges.expression(node)
        return number.low if number.whole and number.low == number.high else None
