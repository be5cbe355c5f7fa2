"""Between which bounds each number lies at each place of a routine.

    10 I=8                      I is 8
    20 I=I-1: IF I=0 THEN END   behind the IF it is 1 to 7

`types.Ranges` says what holds of a variable throughout the program; this follows the ways of the graph, into what is
called and back, and takes in what the conditions say, and what subscripts must have been where there was no error.
`effects.py` says what that is for a single statement or condition.

    10 N=0
    20 N=N+1: IF N<50 THEN 20   N is 0, 0 to 1, 0 to 2 ..., and then up to the next number that the program names: 49

Where a way leads back, and where many calls come together, bounds that go on growing are widened so.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache

from ...arithmetic.ranges import Range
from ...syntax import nodes as n
from ...syntax.effects import assigned
from ...syntax.visit import walk
from ..defaults import Name
from ..flow import Flow, core
from ..routines.graph import Graph
from ..routines.routines import Key, Node, Place
from ..routines.trapping import SURE, UNSURE
from ..solver import solve
from ..telling import Steps, Tell, nobody
from ..variables.located import Bounds, within
from ..variables.types import PATIENCE, Ranges
from .effects import ZERO, Effects

At = tuple[Place, Key]  # a place in a routine; so, because what stands first in the text is looked at first
LIMITS = (-32768, -1, 0, 1, 255, 32767, 1 << 24)
MOST_WIDENED = 40  # times that they are widened to the program's own numbers, and then to these


class Intervals:
    """The bounds before each place of every routine. `names`: what a call looks at or changes, and what it changes."""

    def __init__(
        self, graph: Graph, ranges: Ranges, names: Callable[[Key], tuple[set[Name], set[Name]]], tell: Tell = nobody
    ) -> None:
        self.graph = graph
        self.effects = Effects(graph.flow, ranges)
        self.ranges = self.effects.ranges
        self.names = cache(names)
        self.before: dict[Key, dict[Place, Bounds]] = {key: {} for key in graph.routines}
        self._ends: dict[Key, Bounds] = {}  # what holds where a subroutine has come to an end
        self._callers: dict[Key, set[At]] = {key: set() for key in graph.routines}
        self._grown: Counter[tuple[At | Key, Name]] = Counter()  # how often each has, where they are widened
        self._marks = _numbers_in(graph.flow)
        self._step = Steps(tell, "finding bounds, place")
        main = graph.routines[graph.main]
        self.before[main.key][main.entry] = dict.fromkeys(self.effects.names, ZERO)
        solve([(main.entry, main.key)], self._visit)

    def at(self, key: Key, place: Place) -> Bounds:
        """The bounds before a place, so far as they hold for all that is done there: `READ N,T(N)` looks for T with
        another N."""
        bounds = self.before.get(key, {}).get(place, {})
        node = self.graph.routines[key].nodes.get(place)
        statement = core(node.point.statement) if node is not None and node.point is not None else None
        if statement is None or isinstance(statement, n.Swap):  # which looks for both before it changes them
            return bounds
        changed = {self.ranges.key(each) for each in assigned(statement) if isinstance(each, n.Variable)}
        several = len(assigned(statement)) > 1 and changed
        return {name: known for name, known in bounds.items() if name not in changed} if several else bounds

    # -- the ways -------------------------------------------------------------------------------------------------

    def _visit(self, at: At) -> Iterator[At]:
        """Look at a place; gives those behind it, in what it calls, or behind calls, where less is known by that."""
        self._step()
        place, key = at
        node = self.graph.routines[key].nodes[place]
        before = self.ranges.bounds = dict(self.before[key][place])
        if node.call is not None:
            self._callers[node.call].add(at)
            yield from self._called(node, node.call, before)
            if node.kind in ("call", "tail") and not node.sorts and node.call not in self._ends:
                return  # it has not come back yet
        self.ranges.bounds = before
        for following, after in self._behind(node, before):
            yield from self._led(key, following, after, following <= place)
        if not node.follows and node.kind != "end":
            known, left = self._ends.get(key), _of(before, self.names(key)[1])
            if known is None or self._joined(known, left, key):
                self._ends.setdefault(key, left)
                yield from self._callers[key]

    def _led(self, key: Key, place: Place, bounds: Bounds, widen: bool) -> Iterator[At]:
        known = self.before[key].get(place)
        if known is None or self._joined(known, bounds, (place, key) if widen else None):
            self.before[key].setdefault(place, dict(bounds))
            yield place, key

    def _called(self, node: Node, called: Key, bounds: Bounds) -> Iterator[At]:
        """What is called finds these bounds, so far as it looks at them; behind it they are those that it leaves."""
        entry = self.graph.routines[called].entry
        used, changed = self.names(called)
        if node.kind in ("call", "tail") and not node.sorts:
            yield from self._led(called, entry, _of(bounds, used), True)
            left = self._ends.get(called, {})
            for name in changed:
                bounds.pop(name, None)
                if name in left:
                    bounds[name] = left[name]
            return
        failed = dict(bounds)  # an error is handled, which may come before the statement has changed something
        if node.kind in ("plain", "fail") and node.point is not None:
            self.ranges.bounds = failed
            self.effects.do(node, core(node.point.statement), failed)
        yield from self._led(called, entry, _of(_either(failed, bounds), used), True)
        for name in changed if not node.final else ():
            bounds.pop(name, None)

    def _behind(self, node: Node, before: Bounds) -> Iterable[tuple[Place, Bounds]]:
        """What holds behind a place, where it leads to."""
        statement = core(node.point.statement) if node.point is not None else None
        after = self.ranges.bounds = dict(before)
        if node.kind == "test" and isinstance(statement, n.For):
            return zip(node.follows, self.effects.tested(node, statement, after), strict=False)
        if statement is not None and node.kind in ("plain", "if") and node.part not in (UNSURE, SURE):
            self.effects.looked_at(statement, after)  # no error has been passed over
        if node.kind == "if" and isinstance(statement, n.If | n.While):
            otherwise = dict(after)
            if node.part != SURE:
                self.effects.refine(after, statement.condition, True)
            self.ranges.bounds = otherwise
            if node.part != UNSURE:
                self.effects.refine(otherwise, statement.condition, False)
            return zip(node.follows, (after, otherwise), strict=False)
        if statement is not None and node.kind in ("plain", "fail"):
            self.effects.do(node, statement, after)
        if not node.survives:
            return ((following, after) for following in node.follows)
        if node.call is not None:
            for name in self.names(node.call)[1]:  # a handler may have changed it after that
                after.pop(name, None)
        failed = _either(after, before)
        passed = failed if node.passed or node.kind == "fail" else after
        ways = [(following, passed) for following in node.follows]
        return [*ways[:-1], (node.follows[-1], failed)] if node.tried else ways

    # -- bounds that come together --------------------------------------------------------------------------------

    def _joined(self, known: Bounds, more: Bounds, widened: At | Key | None) -> bool:
        """Take in other bounds; gives whether less is known then. `widened`: what is counted of where they are."""
        changed = False
        for name, old in [*known.items()]:
            other = more.get(name)
            if other is None:
                del known[name]
                changed = True
            elif other is not old and not within(other, old) and (new := old.join(other)) != old:
                times = 0
                if widened is not None:
                    times = self._grown[widened, name] = self._grown[widened, name] + 1
                if times > PATIENCE:
                    marks = self._marks if times <= MOST_WIDENED else LIMITS
                    new = Range(new.whole, _lower(marks, old.low, new.low), _higher(marks, old.high, new.high))
                known[name] = new
                changed = True
        return changed


def _of(bounds: Bounds, names: set[Name]) -> Bounds:
    """What is known of some variables."""
    return {name: known for name, known in bounds.items() if name in names}


def _either(one: Bounds, other: Bounds) -> Bounds:
    """What holds where either does."""
    return {name: known if known is (second := other[name]) else known.join(second)
            for name, known in one.items() if name in other}  # fmt: skip


def _numbers_in(flow: Flow) -> list[int]:
    """The whole numbers in the program, with their neighbours: where bounds come to rest."""
    found = {*LIMITS}
    for point in flow.points:
        for node in walk(point.statement):
            if isinstance(node, n.Number) and node.kind != "#" and node.value == int(node.value):
                number = int(node.value)
                found |= {number - 1, number, number + 1, -number}
    return sorted(found)


def _lower(marks: Sequence[int], old: int | None, new: int | None) -> int | None:
    if old == new or new is None:
        return new
    position = bisect_right(marks, new) - 1
    return marks[position] if position >= 0 else None


def _higher(marks: Sequence[int], old: int | None, new: int | None) -> int | None:
    if old == new or new is None:
        return new
    position = bisect_left(marks, new)
    return marks[position] if position < len(marks) else None
