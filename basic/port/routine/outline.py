"""Functions cut out of long ones: what has a name, and what is nested too deeply.

    800 REM SHORT RANGE SENSORS        short_range_sensors(q1, q2)    a heading, up to the next
    430 INPUT "WHERE TO";D: IF ...     d = ask_where_to()             a loop that asks until the answer will do
    90 PRINT "ANOTHER GAME": INPUT ... play_game()                    most of a loop, up to that question
    60 FOR B=1 TO N: FOR I=1 TO Y: ... show_x(y, n)                   loops in more than four others

What is cut is some shapes of one sequence, in their order, before any of them is written: `measure.py` says how long
they will be. A function begins at one place (`border.py`) and is left for one or two (`Functions.leading`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from ...analysis.flow import core
from ...analysis.shapes.structure import Loop, Shape
from ...record import record
from ...syntax import nodes as n
from ..naming.deeds import Deed
from ..naming.names import free
from ..naming.spoken import asked_again, typed_into
from ..naming.words import phrase
from ..program.dataflow import MOST_PARAMETERS, MOST_RESULTS
from ..shape.functions import Leading
from ..shape.jumps import Resolver
from ..shape.shapes import Action, Called, Exits, Part, Seq, everything, is_remark, nested, nodes_in, parts, within
from .border import Border, Borders
from .measure import lines_of

if TYPE_CHECKING:
    from ..plan.knowledge import Knowledge

FEWEST_LINES, MOST_LINES = 6, 60
MOST_NESTED = 4  # loops in each other
MOST_ASKED = 2  # statements of a loop that asks where it stands: a question, and a complaint
ASKING, HEADING, GAME, NESTED = 3, 2, 1, 0  # what a name comes from, the best first


@record
class Cut:
    """Some shapes of a sequence, `begin` to `end`, which may become a function; `name`: what a heading says, or the
    question behind it."""

    seq: Seq
    begin: int
    end: int
    worth: int
    name: str = ""

    @property
    def shapes(self) -> Seq:
        return self.seq[self.begin : self.end]


class Outliner:
    """Of one routine, of which every jump has been resolved."""

    def __init__(self, k: Knowledge, borders: Borders, resolver: Resolver) -> None:
        self.k, self.borders, self.resolver = k, borders, resolver
        self.ways, self.functions = resolver.ways, resolver.functions

    def outline(self) -> None:
        """Cut functions of the routine, and of what has been cut."""
        for function, returns in self.ways.functions:
            self.ways.returns = returns
            while self._cut_some(function) or any(map(self._take, self._deep(function))):
                self.resolver.resolve()
                self.ways.returns = returns

    def _cut_some(self, function: Seq) -> bool:
        """Cut parts of a function, the best names first and the largest of these."""
        rest = 1 + lines_of(function)
        taken: set[int] = set()
        changed: set[int] = set()  # sequences that have other positions now
        for cut, lines in self._fitting(function, rest) if rest > MOST_LINES else ():
            inside = {id(shape) for shape in everything(cut.shapes)}
            if id(cut.seq) in changed or inside & taken or (cut.worth == HEADING and rest <= MOST_LINES):
                continue
            if self._take(cut):
                taken |= inside
                rest -= lines - 1
                changed.add(id(cut.seq))
        return bool(taken)

    def _fitting(self, function: Seq, whole: int) -> list[tuple[Cut, int]]:
        """What may be cut, with its size: the best first, and what leads to one place."""
        fitting = []
        for cut in self._found(function, whole):
            lines = lines_of(cut.shapes)
            if FEWEST_LINES <= lines <= (whole if cut.worth == GAME else min(MOST_LINES, whole * 2 // 3)):
                fitting.append((cut, lines, len(self._leading(cut) or ()) == 1))
        fitting.sort(key=lambda item: (item[0].worth, item[2], item[1]), reverse=True)
        return [(cut, lines) for cut, lines, _ in fitting]

    def _found(self, function: Seq, whole: int) -> Iterator[Cut]:
        for seq in within(function):
            if whole > MOST_LINES:
                yield from self._headed(seq)
            for position, shape in enumerate(seq):
                if isinstance(shape, Loop):
                    if _asks(shape) and _works(shape) > MOST_ASKED:
                        yield Cut(seq, position, position + 1, ASKING)
                    if whole > MOST_LINES or self.k.game:
                        yield from self._games(shape.body)

    def _headed(self, seq: Seq) -> Iterator[Cut]:
        heads = [(at, name) for at, shape in enumerate(seq) if (name := self._heading(shape))]
        heads = [(at, name) for at, name in heads if not at or not is_remark(seq[at - 1])]
        for (begin, name), (end, _) in pairwise([*heads, (len(seq), "")]):
            yield Cut(seq, begin, end, HEADING, name)

    def _heading(self, shape: Shape) -> str:
        """A name after the remark that a shape is, or begins with: what has been cut out began where it is called."""
        if isinstance(shape, Called):
            return self._heading(shape.part.body[0])
        entry = self.borders.entry([shape])
        if entry is None or entry.index <= self.k.remarks_of.first:
            return ""  # the title
        if is_remark(shape):
            return self.k.remarks_of.name_of_part(entry.index)
        return next(filter(None, map(phrase, self.k.remarks_of.beside.get(entry.index, []))), "")

    def _games(self, seq: Seq) -> Iterator[Cut]:
        """The most of what a loop does again if that is wanted, up to the question."""
        points = [sorted(node.index for node in nodes_in([shape]) if node.point is not None) for shape in seq]
        asking = {at: found for at, some in enumerate(points)
                  if (found := self._asked_again(some))}  # fmt: skip
        if not asking:
            return
        sizes = [lines_of([shape]) for shape in seq]
        leaving = {at for at in range(len(seq)) if [*(self.functions.leading(seq, at, at + 1) or ())] != [Action.NONE]}
        for before, after in pairwise([-1, *sorted({*leaving, *asking})]):
            if sum(sizes[before + 1 : after]) * 2 > sum(sizes):
                behind = sorted(index for some in points[after:] for index in some)
                yield Cut(seq, before + 1, after, GAME, self._asked_again(behind))

    def _asked_again(self, points: list[int]) -> str:
        return asked_again((self.k.flow.points[index] for index in points if index < self.k.flow.end), self.k.game)

    def _deep(self, seq: Seq, outside: int = 0) -> Iterator[Cut]:
        """Loops in too many others, the largest first that are not too deep themselves."""
        for position, shape in enumerate(seq):
            inside = nested([shape])
            if outside + inside > MOST_NESTED:
                if outside and inside <= MOST_NESTED and isinstance(shape, Loop):
                    yield Cut(seq, position, position + 1, NESTED)
                for part in parts(shape):
                    yield from self._deep(part, outside + isinstance(shape, Loop))

    # -- one cut --------------------------------------------------------------------------------------------------

    def _take(self, cut: Cut) -> bool:
        """Make it a function, if it has a name."""
        leading = self._leading(cut)
        if leading is None or all(isinstance(shape, Called) and not shape.part.asked for shape in cut.shapes):
            return False
        if not self.functions.cut(cut.seq, cut.begin, cut.end, leading, partial(self._function, cut)):
            return False
        self.ways.exits = Exits()
        return True

    def _leading(self, cut: Cut) -> Leading | None:
        return self.functions.leading(cut.seq, cut.begin, cut.end)

    def _function(self, cut: Cut, body: Seq, asked: bool) -> Part | None:
        most = MOST_PARAMETERS + (cut.worth == GAME), MOST_RESULTS
        border = self.borders.border(body, most)
        if border is None or (asked and border.kept):  # no flag is given back beside something else
            return None
        name = self._question(border) or cut.name
        if cut.worth == NESTED:
            name = self.borders.own_name(border, asked)
        name = free(name)
        return self.borders.part(border, name, asked) if name and name not in self.borders.taken_names() else None

    def _question(self, border: Border) -> str:
        """What is asked for in a part, if that is what it is there for: it gives it back, or puts it into a list."""
        points = [index for index in border.points if index >= border.entry.index]
        deed = Deed(self.k.flow, points, border.taken, border.kept, False)
        targets = [target for statement in deed.statements for target in typed_into(statement)]
        answers = any(isinstance(target, n.Element) or self.k.e.key(target) in border.kept for target in targets)
        return deed.asked() if answers and deed.only_asks() else ""


def _asks(shape: Shape) -> bool:
    """Whether something is asked in it."""
    points = (node.point for node in nodes_in([shape]) if node.point is not None)
    return any(isinstance(core(point.statement), n.Input | n.LineInput) for point in points)


def _works(shape: Shape) -> int:
    """How many statements do something in it, questions aside; an INPUT counts for each of its variables."""
    count = 0
    for statement in (core(node.point.statement) for node in nodes_in([shape]) if node.point is not None):
        if not isinstance(statement, n.If | n.Goto | n.Remark | n.Empty):
            told = isinstance(statement, n.Print) and statement.items and isinstance(statement.items[-1], n.Separator)
            count += 0 if told else len(typed_into(statement)) or 1
    return count
