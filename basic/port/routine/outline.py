"""The one place where functions are cut: what is nested too deeply, and what has a name in a long function.

    800 REM SHORT RANGE SENSORS        short_range_sensors(q1, q2)    a heading, up to the next
    80 IF A$="Y" THEN PRINT "YOU ...   give_instructions()            after INPUT "INSTRUCTIONS";A$
    430 INPUT "WHERE TO";D: IF ...     d = ask_where_to()             a loop that asks until the answer will do
    500 PRINT "THE YEAR IS OVER": ...  year_is_over(c, g, h)          a branch that says what it is about
    200 REM SORT THEM / 210 FOR J=...  sort_them(a)                   a loop or a branch with a remark

What is cut is some shapes of one sequence, in their order, before any of them is written: `measure.py` says how long
they will be. A function begins at one place (`border.py`), is left for one or two (`ways.py`) and has a name
(`titles.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ...analysis.flow import core
from ...analysis.shapes.structure import Block, Branch, Code, Loop, Shape, Switch
from ...syntax import nodes as n
from ..naming.names import free
from ..naming.spoken import typed_into
from ..naming.words import phrase
from ..shape.shapes import (
    Action,
    Asked,
    Called,
    Flag,
    IfFlag,
    Seq,
    Try,
    everything,
    nodes_in,
    nodes_of,
    parts,
    within,
)
from .border import Borders
from .measure import Measure
from .titles import ARM, ASKING, DEED, GAME, HEADING, SHORTEST, Cut, Titles
from .ways import Ways, jumps_out, put_call, tails, ways_out

if TYPE_CHECKING:
    from ..plan.knowledge import Knowledge

MOST_NESTED = 6
LONG = 45  # lines of a function that parts are taken from
SHORT = 16  # of one from which questions are taken, and of a game
FEWEST_LINES, MOST_LINES = 3, 60
WORTH_CUTTING = 5  # lines of what is nested too deeply
MOST_GIVEN, MOST_BACK = 5, 2
MOST_ASKED = 2  # statements of a loop that asks where it stands: a question, and a complaint
REST = 2  # lines that stay in the main function of a program, with its head
ARMS = (Branch, Switch, Called, IfFlag, Asked)


class Outliner:
    """Of one routine; `actions`: what its jumps have become."""

    def __init__(self, k: Knowledge, titles: Titles, borders: Borders, actions: dict[int, Action]) -> None:
        self.k, self.titles, self.borders, self.actions = k, titles, borders, actions
        self.exiting = borders.routine.key == k.graph.main
        self.measure = Measure(actions)
        self.at_ends: dict[int, Action] = {}

    def outline(self, whole: Seq) -> None:
        """Cut functions of a routine, and of what has been cut."""
        waiting, self.whole = [whole], whole
        known: set[int] = set()
        while waiting:
            function = waiting.pop(0)
            self._flatten(function)
            while self._cut_named(function):
                pass
            for shape in everything(function):
                if isinstance(shape, Called) and id(shape.part) not in known:
                    known.add(id(shape.part))
                    body = shape.part.shape
                    waiting.append(body.body if isinstance(body, Block) else [body])

    # -- what is nested too deeply --------------------------------------------------------------------------------

    def _flatten(self, function: Seq) -> None:
        """Cut the largest shapes that are not nested too deeply themselves, as long as there is one."""
        while self.measure.height(function) > MOST_NESTED:
            found = (Cut(seq, at, at + 1, DEED) for seq, at in self._deepest(function, 0))
            if not any(self._take(cut, function, forced=True) for cut in found):
                return

    def _deepest(self, seq: Seq, depth: int) -> Iterator[tuple[Seq, int]]:
        """The shapes that lead to what is nested most deeply, from the outermost in."""
        at = max(range(len(seq)), key=lambda position: self.measure.levels(seq[position]))
        height = self.measure.levels(seq[at])
        whole = isinstance(seq[at], Loop | Branch | Switch | Try) and self.measure.lines(seq[at]) >= WORTH_CUTTING
        if depth and height < MOST_NESTED and whole:
            yield seq, at
        inside = [part for part in parts(seq[at]) if part]
        if inside:
            yield from self._deepest(max(inside, key=self.measure.height), depth + (not isinstance(seq[at], Block)))

    # -- what has a name ------------------------------------------------------------------------------------------

    def _cut_named(self, function: Seq) -> bool:
        """Cut parts of a long function, the best names first and the largest of these."""
        rest = 1 + self.measure.size(function)
        if rest <= SHORT:
            return False
        self.at_ends = self._tails(function)
        taken: set[int] = set()
        changed: set[int] = set()  # sequences that have other positions now
        for cut, size in self._fitting(function, rest):
            inside = {id(shape) for shape in everything(cut.shapes)}
            if id(cut.seq) in changed or inside & taken or not (rest > LONG or self._always(cut)):
                continue
            if self._take(cut, function):
                taken |= inside
                rest -= size - 1
                changed.add(id(cut.seq))
        return bool(taken)

    def _fitting(self, function: Seq, whole: int) -> list[tuple[Cut, int]]:
        """What may be cut, with its size: the best first, questions that lead to one place."""
        fitting = []
        for cut in self._found(function, whole):
            size = self.measure.size(cut.shapes)
            most = whole - REST if cut.worth == GAME else min(MOST_LINES, whole * 2 // 3)
            if FEWEST_LINES <= size <= most:
                ways = self._ways(cut) if cut.worth in (ASKING, HEADING) else None
                fitting.append((cut, size, ways is not None and not ways.two))
        fitting.sort(key=lambda item: (item[0].worth, item[2], item[1]), reverse=True)
        return [(cut, size) for cut, size, _ in fitting]

    def _found(self, function: Seq, size: int) -> Iterator[Cut]:
        arms = {id(part) for shape in everything(function) if isinstance(shape, ARMS) for part in parts(shape)}
        loops = {id(shape.body) for shape in everything(function) if isinstance(shape, Loop)}
        for seq in within(function):
            if size > (SHORT if self.k.game else LONG) and id(seq) in loops:
                yield from self._games(seq)
            if size > SHORT:
                found = self._candidates(seq, id(seq) in arms)
                yield from (cut for cut in found if size > LONG or self._always(cut))

    def _candidates(self, seq: Seq, arm: bool) -> Iterator[Cut]:
        heads = [(at, name) for at, shape in enumerate(seq) if (name := self._heading(shape))]
        heads = [(at, name) for at, name in heads if not at or not _is_remark(seq[at - 1])]
        for (begin, name), (end, _) in pairwise([*heads, (len(seq), "")]):
            if len(name) >= SHORTEST:
                yield Cut(seq, begin, end, HEADING, name)
        if arm:
            yield Cut(seq, 0, len(seq), ARM)
        for position, shape in enumerate(seq):
            if isinstance(shape, Loop | Branch | Switch | Try):
                asks = isinstance(shape, Loop) and _asks(shape)
                if not asks or _works(shape) > MOST_ASKED:
                    yield Cut(seq, position, position + 1, ASKING if asks else DEED)

    def _heading(self, shape: Shape) -> str:
        """A name after the remark that a shape is, or begins with."""
        entry = self.borders.entry([shape])
        if entry is None or entry.index <= self.k.remarks_of.first:
            return ""  # the title
        if _is_remark(shape):
            return self.k.remarks_of.name_of_part(entry.index)
        return next(filter(None, map(phrase, self.k.remarks_of.beside.get(entry.index, []))), "")

    def _games(self, seq: Seq) -> Iterator[Cut]:
        """The most of what a loop does again if that is wanted, up to the question."""
        points = [sorted(node.index for node in nodes_of(shape) if node.point is not None) for shape in seq]
        asking = {at: found for at, some in enumerate(points)
                  if (found := self.k.remarks_of.asked_again(some, self.k.game))}  # fmt: skip
        if not asking:
            return
        sizes = [self.measure.lines(shape) for shape in seq]
        leaving = {at for at, shape in enumerate(seq) if [*jumps_out([shape], self.actions, False)]}
        for before, after in pairwise([-1, *sorted({*leaving, *asking})]):
            if sum(sizes[before + 1 : after]) * 2 > sum(sizes):
                behind = sorted(index for some in points[after:] for index in some)
                yield Cut(seq, before + 1, after, GAME, self.k.remarks_of.asked_again(behind, self.k.game))

    def _always(self, cut: Cut) -> bool:
        """Whether it is taken out of a function that is not long, too: as the rules that somebody wants to read are."""
        entry = self.borders.entry(cut.shapes) if cut.worth == ARM else None
        rules = entry is not None and bool(self.k.remarks_of.asks_about_rules(entry.index))
        return rules or cut.worth in (GAME, ASKING)

    # -- one cut --------------------------------------------------------------------------------------------------

    def _tails(self, function: Seq) -> dict[int, Action]:
        """The jump that is as good as coming to the end of each sequence: all of a routine says what it gives back."""
        says = function is self.whole and bool(self.k.data_flow.results(self.borders.routine.key))
        return tails(function, Action.NONE if says else Action.RETURN, self.actions)

    def _ways(self, cut: Cut) -> Ways | None:
        return ways_out(cut.seq, cut.begin, cut.end, self.at_ends[id(cut.seq)], self.actions, self.exiting)

    def _take(self, cut: Cut, function: Seq, forced: bool = False) -> bool:
        """Make it a function, if it has a name, or is `forced` to have one."""
        if forced:
            self.at_ends = self._tails(function)
        called = all(isinstance(shape, Called) and not shape.part.asked for shape in cut.shapes)
        if called or self._shares_flags(cut, function):
            return False
        ways = self._ways(cut)
        if ways is None:
            return False
        shapes = cut.shapes
        entry = self.borders.entry(shapes)
        if entry is None:
            return False
        shape = shapes[0] if len(shapes) == 1 else Block((entry.index, "piece", entry.place[2]), shapes)
        most = MOST_GIVEN + (cut.worth == GAME), MOST_BACK + (cut.worth == ASKING)
        border = self.borders.border(shape, most, reading=forced)
        if border is None or (ways.two and border.kept):  # no flag is given back beside something else
            return False
        name = self.titles.anyhow(border) if forced else ""
        if not forced:
            name = free(self.titles.title(cut, border, self.measure.size(shapes)))
            if not name or name in self.borders.taken_names():
                return False
        part = self.borders.part(border, name, ways.two)
        put_call(cut.seq, cut.begin, cut.end, ways, part, self.actions)
        return True

    def _shares_flags(self, cut: Cut, function: Seq) -> bool:
        """Whether flags are set or asked in it and elsewhere."""
        inside = _flags(cut.shapes)
        everywhere = _flags(function) if inside else inside
        return any(everywhere[name] != count for name, count in inside.items())


def _flags(seq: Seq) -> Counter[str]:
    return Counter(shape.name for shape in everything(seq) if isinstance(shape, Flag | IfFlag))


def _is_remark(shape: Shape) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)


def _asks(shape: Shape) -> bool:
    """Whether something is asked in it."""
    points = (node.point for node in nodes_in(shape) if node.point is not None)
    return any(isinstance(core(point.statement), n.Input | n.LineInput) for point in points)


def _works(shape: Shape) -> int:
    """How many statements do something in it, questions aside; an INPUT counts for each of its variables."""
    count = 0
    for statement in (core(node.point.statement) for node in nodes_in(shape) if node.point is not None):
        if not isinstance(statement, n.If | n.Goto | n.Remark | n.Empty):
            told = isinstance(statement, n.Print) and statement.items and isinstance(statement.items[-1], n.Separator)
            count += 0 if told else len(typed_into(statement)) or 1
    return count
