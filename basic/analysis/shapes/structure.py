"""Graphs as nested shapes: sequences, branches, loops, and blocks that can be left.

A reducible graph is taken apart along its dominator tree (Ramsey, "Beyond Relooper", 2022): a place where ways meet
stands behind a block, and going there is leaving the block; a loop is a loop, and going on in it is continuing it. A
loop's code ends where no way leads back; what comes after stands behind the loop.

What is irreducible (a loop with two entries) gets one entry first (`entries.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock

from ...record import record
from ..dominators import numbered as dominated
from ..routines.routines import NO_TRAP, Node, Place, Routine, loop_of, order
from .entries import make_reducible


@record(frozen=False)
class Code:
    """One node's own work, without going anywhere."""

    node: Node


@record(frozen=False)
class Branch:
    """Two ways: of IF, of a loop's test, or of a statement and its error (then `first` is what the error does)."""

    node: Node
    first: list[Shape]
    second: list[Shape]
    negated: bool = False


@record(frozen=False)
class Switch:
    """One way for each place that follows a node; `chosen`: which of its choices lead there."""

    node: Node
    cases: list[list[Shape]]
    chosen: list[list[int]]


@record(frozen=False)
class Loop:
    label: Place
    body: list[Shape]

    @property
    def goal(self) -> Goal:
        """The beginning of another turn."""
        return "again", self.label


@record(frozen=False)
class Block:
    """Its body can be left for what stands behind it."""

    label: Place
    body: list[Shape]

    @property
    def goal(self) -> Goal:
        """What stands behind it."""
        return "leave", self.label


@record(frozen=False)
class Jump:
    """To the end of a block, or of the whole, or to the beginning of a loop; `node`: the statement that says so, if it
    is one; `action`: what it is in Python, as soon as that is known."""

    goal: Goal
    node: Node | None = None
    action: str = ""


Shape = Code | Branch | Switch | Loop | Block | Jump
Goal = tuple[str, Place]  # "leave" or "again", and a label
ENDING: Goal = "leave", (-1, "end", NO_TRAP)  # of the whole


def structure(routine: Routine, ends: Callable[[Node], bool]) -> list[Shape]:
    """The shapes of a routine; a state switch is put in where its graph is irreducible. `ends`: whether the routine
    just ends behind a node."""
    make_reducible(routine)
    with nesting(routine):
        return _Tree(routine, ends).tree(0)


@contextmanager
def nesting(routine: Routine) -> Iterator[None]:
    """Shapes of a large routine may be nested more deeply than Python calls functions by default."""
    with _DEEP:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 20 * len(routine.nodes) + 1000))
        try:
            yield
        finally:
            sys.setrecursionlimit(limit)


_DEEP = RLock()  # all threads have one limit: nobody sets it back while another is deeper


# ---- the dominator tree -----------------------------------------------------------------------------------------


def _chooses(node: Node) -> bool:
    several = node.kind == "switch" or len(node.follows) > 1
    return several and not node.tried and node.kind not in ("if", "test")


class _Tree:
    """The places that can be reached are known by their number in `ordered`: before what it leads to, loops aside."""

    def __init__(self, routine: Routine, ends: Callable[[Node], bool]) -> None:
        self.ends = ends
        self.ordered = order(routine)
        number = {place: position for position, place in enumerate(self.ordered)}
        self.nodes = [routine.nodes[place] for place in self.ordered]
        self.led = [[number[following] for following in node.follows] for node in self.nodes]
        self.before: dict[int, list[int]] = {place: [] for place in range(len(self.ordered))}
        for place, led in enumerate(self.led):
            for following in led:
                self.before[following].append(place)
        self.parent = dominated([*self.before.values()])
        self.loops = self._loops()
        self.after: dict[int, list[int]] = {}  # head -> behind its loop
        self.inside: dict[int, list[int]] = {}  # place -> behind its own work
        self.placed: set[int] = set()
        self._place_all()

    def _meets(self, place: int) -> bool:
        """Whether several ways lead to a place, loops aside; those of one switch are one way."""
        found = [source for source in self.before[place] if source < place]
        return len(found) > 1 and (len({*found}) > 1 or not _chooses(self.nodes[found[0]]))

    def _loops(self) -> dict[int, set[int]]:
        """The natural loop of each place that something leads back to."""
        turns: dict[int, list[int]] = {}
        for place, led in enumerate(self.led):
            for head in led:
                if head <= place:
                    turns.setdefault(head, []).append(place)
        return {head: loop_of(head, ends, self.before) for head, ends in turns.items()}

    def _place_all(self) -> None:
        """Decide for each place whether it stands in line, behind a block, or behind a loop."""
        later = range(1, len(self.ordered))
        sizes = [1] * len(self.ordered)
        for place in reversed(later):
            sizes[self.parent[place]] += sizes[place]
        heads = sorted(self.loops, key=lambda head: len(self.loops[head]), reverse=True)  # outermost first
        around: list[list[int]] = [[] for _ in self.ordered]
        for head in heads:
            for place in self.loops[head]:
                around[place].append(head)
        left: dict[int, int] = {}  # place -> the outermost loop that its dominator is in, and it is not
        exits_of: dict[int, list[int]] = {head: [] for head in heads}
        for place in later:
            outermost = next((head for head in around[self.parent[place]] if place not in self.loops[head]), None)
            if outermost is not None:
                left[place] = outermost
                exits_of[outermost].append(place)
        meeting = {place for place in later if self._meets(place)}
        chosen: set[int] = set()
        for head in heads:
            exits = [place for place in exits_of[head] if not self.nodes[place].sorts]
            own = [place for place in exits if place in self.led[head]]
            if self.nodes[head].kind == "test" and own:
                chosen.add(own[-1])
            elif exits and meeting.isdisjoint(exits):
                chosen.add(max(exits, key=lambda place: (sizes[place], self.ordered[place])))
        for place in later:
            if place in left and (place in meeting or place in chosen):
                self.after.setdefault(left[place], []).append(place)
            elif place in meeting:
                self.inside.setdefault(self.parent[place], []).append(place)
            else:
                continue
            self.placed.add(place)

    def tree(self, place: int) -> list[Shape]:
        """A place with all that it dominates."""
        shapes = self._own(place)
        for target in self.inside.get(place, ()):
            shapes = [Block(self.ordered[target], shapes), *self.tree(target)]
        if place in self.loops:
            shapes = [Loop(self.ordered[place], shapes)]
            for target in self.after.get(place, ()):
                shapes = [Block(self.ordered[target], shapes), *self.tree(target)]
        return shapes

    def _own(self, place: int) -> list[Shape]:
        node, led = self.nodes[place], self.led[place]
        if node.tried:
            return [Branch(node, self._to(place, led[-1]), self._followed(place, led[:-1]))]
        if node.kind in ("if", "test"):
            return [Branch(node, self._to(place, led[0]), self._to(place, led[1]))]
        if _chooses(node):
            ways = list(dict.fromkeys(led))
            chosen = [[i for i, following in enumerate(led) if following == way] for way in ways]
            return [Switch(node, [self._to(place, way) for way in ways], chosen)]
        if self.ends(node):
            return [Jump(ENDING, node)] if node.call is None else [Code(node), Jump(ENDING)]
        own: list[Shape] = [] if node.kind == "jump" else [Code(node)]
        return [*own, *self._followed(place, led)]

    def _followed(self, place: int, led: list[int]) -> list[Shape]:
        return self._to(place, led[0]) if led else []

    def _to(self, place: int, target: int) -> list[Shape]:
        if target <= place:
            return [Jump(("again", self.ordered[target]))]
        if target in self.placed:
            return [Jump(("leave", self.ordered[target]))]
        return self.tree(target)
