"""What holds throughout, once more: with what is known of numbers at the places where they are given to something.

    10 FOR I=1 TO 52: D(I)=I: NEXT       D holds 0 to 52,
    20 INPUT N: FOR I=1 TO N             though I may become any number

`types.Ranges` looks at all assignments in any order, so that I is nothing but whole in line 10. `intervals.py` follows
the ways and knows it there; here each value is looked at between the bounds of its places.
"""

from __future__ import annotations

from ...syntax import nodes as n
from ...syntax.visit import walk
from ..flow import core
from ..variables.located import Bounds, Located, Name, meet
from ..variables.types import Key, Range, Ranges, Source, _Loop
from .intervals import Intervals


def refine(ranges: Ranges, intervals: Intervals) -> None:
    """Narrow the bounds of a program's variables and arrays."""
    ranges.known.update(Refined(ranges, intervals).known)


class Refined(Located):
    """The ranges of a program, solved anew."""

    patience = 8  # what goes from variable to variable takes a turn for each

    def __init__(self, ranges: Ranges, intervals: Intervals) -> None:
        super().__init__(ranges, lambda _: False)
        self._known_before = dict(ranges.known)
        for (name, kind), found in intervals.throughout(_loose(ranges)).items():
            key = name, kind, False
            self._known_before[key] = self._clamped(key, found)
        self._there = _values(intervals)
        self.known = {}
        self._solve()

    def _of(self, source: Source, key: Key, counted: bool) -> Range:
        self.bounds = self._there.get(id(source.node if isinstance(source, _Loop) else source), {})
        found = super()._of(source, key, counted)
        self.bounds = {}
        return found

    def _clamped(self, key: Key, found: Range) -> Range:
        known = self._known_before[key]
        met = meet(known, found)
        return Range(known.whole, met.low, met.high, known.grain)


def _loose(ranges: Ranges) -> set[Name]:
    """The plain variables that only ever hold whole numbers, perhaps very large ones."""
    return {key[:2] for key, known in ranges.known.items() if key[1:] == ("!", False) and known.whole}


def _values(intervals: Intervals) -> dict[int, Bounds]:
    """The bounds of what stands in LET and FOR, by the id of the value or the loop, at all its places together."""
    found: dict[int, Bounds] = {}
    kind = intervals.ranges.types.kind
    for key, routine in intervals.graph.routines.items():
        for place, node in routine.nodes.items():
            statement = core(node.point.statement) if node.point is not None else None
            match statement:
                case n.Let(value=value):
                    parts: tuple[n.Node | None, ...] = (value,)
                    known = id(value)
                case n.For(start=start, stop=stop, step=step) if node.part != "test":
                    parts = start, stop, step
                    known = id(statement)
                case _:
                    continue
            here = intervals.at(key, place)
            names = {
                (part.name, kind(part.name, part.sigil))
                for whole in parts if whole is not None
                for part in walk(whole) if isinstance(part, n.Variable)
            }  # fmt: skip
            bounds = {name: here[name] for name in names if name in here}
            before = found.get(known)
            found[known] = bounds if before is None else {
                name: before[name].join(bounds[name]) for name in before.keys() & bounds.keys()
            }  # fmt: skip
    return found
