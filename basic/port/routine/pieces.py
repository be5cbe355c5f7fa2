"""A long function is taken apart at its joints, where what is taken out has a name and is given little.

    800 REM SHORT RANGE SENSORS        short_range_sensors(q1, q2)    a heading, up to the next
    80 IF A$="Y" THEN PRINT "YOU ...   give_instructions()            after INPUT "INSTRUCTIONS";A$
    430 INPUT "WHERE TO";D: IF ...     d = ask_where_to()             a loop that asks until the answer will do
    500 PRINT "THE YEAR IS OVER": ...  the_year_is_over(c, g, h)      a branch that says what it is about
    200 REM SORT THEM / 210 FOR J=...  sort_them(a)                   a loop or a branch with a remark

A piece is some shapes of one sequence, in their order. It may leave for one place, or for two, of which it says which
(`seams.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ...analysis.flow import core
from ...analysis.routines.routines import Node
from ...analysis.shapes.structure import Block, Branch, Code, Loop, Shape, Switch
from ...record import record
from ...syntax import nodes as n
from ..lines.page import Page, Run
from ..naming.names import free
from ..naming.spoken import typed_into
from ..naming.words import phrase
from ..shape.shapes import (
    Answered,
    Asked,
    IfFlag,
    Range,
    Seq,
    Try,
    everything,
    nodes_in,
    nodes_of,
    parts,
)
from .outline import Border, crossing, own_names
from .seams import Seams, Ways, tails

LONG = 45  # lines of a routine that is taken apart
SHORT = 16  # of one from which questions are taken, and of a game
FEW_GIVEN, FEW_BACK = 5, 2  # of a piece
FEWEST_LINES, MOST_LINES = 3, 60
MOST_ASKED = 2  # statements of a loop that asks where it stands: a question, and a complaint
REST = 2  # lines that stay in the main function of a program, with its head
SOME_LINES = 5  # of a piece with a heading
MANY_LINES = 8  # of a piece that does not only ask
NO_HEADING = re.compile(r"(?:main|start|begin|program|loop|end|next)(?:_|$)|.*_loop$")  # what tells nothing of a piece
SHORTEST = 5  # letters of a name
ARMS = (Branch, Switch, Answered, IfFlag, Asked)
OF_WAYS = ("leaving", "state", "from_")  # names that say where control goes
# What its name comes from, the best first.
ASKING, HEADING, GAME, ARM, DEED = 5, 4, 3, 2, 1


@record
class Candidate:
    """Some shapes of a sequence, `begin` to `end`, which may be a piece."""

    run: Run
    begin: int
    end: int
    worth: int  # of the name that it may get

    @property
    def lines(self) -> list[str]:
        return [text for lines in self.run.lines[self.begin : self.end] for text in lines]

    def most(self, whole: int) -> int:
        """How many lines it may have, of a function of so many; a game may be nearly all that it does."""
        return whole - REST if self.worth == GAME else min(MOST_LINES, whole * 2 // 3)

    @property
    def shapes(self) -> Seq:
        return self.run.seq[self.begin : self.end]


class Pieces(Seams):
    """Chooses the pieces; `layout.py` writes them."""

    def outline_named(self, page: Page, whole: Seq) -> bool:
        """Choose pieces of a long routine, the best names first and the largest of these."""
        if page.size <= SHORT:
            return False
        within = own_names([line.text for line in page.lines])
        at_ends = tails(whole, "return", self.actions, {})
        taken: set[int] = set()
        changed: set[int] = set()  # sequences that have other positions now
        rest = page.size
        for piece, size in self._fitting(page, whole, at_ends):
            if id(piece.run) in changed or not (rest > LONG or self._always(piece)):
                continue
            count = len(piece.run.seq)
            inner = {id(shape) for shape in everything(piece.shapes)}
            if not inner & taken and self._take(piece, size, within, at_ends):
                taken |= inner
                rest -= size - 1
                changed |= {id(run) for run in page.runs if run.seq is piece.run.seq and len(run.seq) != count}
        return bool(taken)

    def _fitting(self, page: Page, whole: Seq, at_ends: dict[int, str]) -> list[tuple[Candidate, int]]:
        """What may be taken out of a routine, with its size: the best first, questions that lead to one place."""
        sized = [(piece, len(piece.lines)) for piece in self._found(page, whole)]
        fitting = [(piece, size) for piece, size in sized if FEWEST_LINES <= size <= piece.most(page.size)]

        def leads_on(piece: Candidate) -> bool:
            ways = self.ways_out(piece.run, piece.begin, piece.end, at_ends[id(piece.run.seq)])
            return ways is not None and not ways.two

        straight = {id(piece) for piece, _ in fitting if piece.worth in (ASKING, HEADING) and leads_on(piece)}
        return sorted(fitting, key=lambda item: (item[0].worth, id(item[0]) in straight, item[1]), reverse=True)

    def _found(self, page: Page, whole: Seq) -> Iterator[Candidate]:
        shapes = [*everything(whole)]
        arms = {id(part) for shape in shapes if isinstance(shape, ARMS) for part in parts(shape)}
        loops = {id(shape.body) for shape in shapes if isinstance(shape, Loop)}
        for run in page.runs:
            if page.size > (SHORT if self.game else LONG) and id(run.seq) in loops:
                yield from self._games(run)
            if page.size > SHORT:
                found = self._candidates(run, arms)
                yield from (piece for piece in found if page.size > LONG or self._always(piece))

    def _candidates(self, run: Run, arms: set[int]) -> Iterator[Candidate]:
        seq = run.seq
        heads = [position for position, shape in enumerate(seq) if self._heading(shape)]
        heads = [at for at in heads if not at or not _is_remark(seq[at - 1])]
        for begin, end in pairwise([*heads, len(seq)]):
            yield Candidate(run, begin, end, HEADING)
        if id(seq) in arms:
            yield Candidate(run, 0, len(seq), ARM)
        for position, shape in enumerate(seq):
            if isinstance(shape, Loop | Branch | Switch | Try):
                asks = isinstance(shape, Loop) and _asks(shape)
                if not asks or _works(shape) > MOST_ASKED:
                    yield Candidate(run, position, position + 1, ASKING if asks else DEED)

    def _games(self, run: Run) -> Iterator[Candidate]:
        """The most of what a loop does again if that is wanted, up to the question."""
        points = [sorted(_indices(shape)) for shape in run.seq]
        asking = [at for at, some in enumerate(points) if self.remarks_of.asked_again(some, self.game)]
        if not asking:
            return
        whole = sum(map(len, run.lines))
        leaving = {at for at, shape in enumerate(run.seq) if [*self._jumps_out([shape], False)]}
        for before, after in pairwise([-1, *sorted(leaving.union(asking))]):
            if sum(map(len, run.lines[before + 1 : after])) * 2 > whole:
                yield Candidate(run, before + 1, after, GAME)

    def _always(self, piece: Candidate) -> bool:
        """Whether it is taken out of a function that is not long, too: as the rules that somebody wants to read are."""
        entry = self._entry_of(piece.shapes) if piece.worth == ARM else None
        rules = entry is not None and bool(self.remarks_of.asks_about_rules(entry.index))
        return rules or piece.worth in (GAME, ASKING)

    def _heading(self, shape: Shape) -> str:
        """A name after the remark that a shape is, or begins with."""
        entry = self._entry(shape)
        if entry is not None and entry.index <= self.remarks_of.first:
            return ""  # the title
        if isinstance(shape, Code) and _is_remark(shape):
            return self.remarks_of.name_of_part(shape.node.index)
        texts = self.remarks_of.beside.get(entry.index, []) if entry is not None else []
        return next(filter(None, map(phrase, texts)), "")

    # -- one piece ------------------------------------------------------------------------------------------------

    def _take(self, piece: Candidate, size: int, within: Counter[str], at_ends: dict[int, str]) -> bool:
        entry = self._entry_of(piece.shapes)
        if entry is None or all(id(shape) in self.taken_out for shape in piece.shapes):
            return False
        if any(name.startswith(OF_WAYS) for name in crossing(piece.lines, within)):
            return False
        ways = self.ways_out(piece.run, piece.begin, piece.end, at_ends[id(piece.run.seq)])
        if ways is None:
            return False
        wrapped = len(self.wrapped)
        before = self.open_ways(ways, entry.place)
        seq = piece.shapes
        shape = seq[0] if len(seq) == 1 else Block((entry.index, "piece", entry.place[2]), seq)
        most = FEW_GIVEN + (piece.worth == GAME), FEW_BACK + (piece.worth == ASKING)
        border = self.border(shape, piece.lines, within, most)
        name = free(self._piece_name(piece, border, size, ways)) if border is not None and not border.unset else ""
        flagged = border is not None and ways.two and bool(border.back)  # no flag is given back beside something else
        if border is None or not name or flagged or self._counts(border) or name in self._taken_names():
            self.close_ways(before, wrapped)
            return False
        remark = self._remark(border.entry, border.points)
        part = border.part(self._free_name(name, self.flow.points[border.points[0]].line), remark)
        self.put_piece(piece.run, piece.begin, piece.end, ways, part, before)
        return True

    def _piece_name(self, piece: Candidate, border: Border, size: int, ways: Ways) -> str:
        """What a piece is called, "" if it had better stay where it is."""
        points = border.points
        begun = [index for index in points if index >= border.entry.index]
        if not border.final and not ways.ended and any(node.kind == "end" for node in border.nodes):
            return ""
        told = self.remarks_of.told(begun)
        if told.startswith("ask_") and self._answers(border):
            return told
        if told and not border.back and any(map(self._asks, points)) and (found := self.remarks_of.offered(begun)):
            return found
        if told and piece.worth == ARM and (found := self.remarks_of.asks_about_rules(begun[0])):
            return found
        if size < (SOME_LINES if piece.worth == HEADING else MANY_LINES):
            return ""
        if piece.worth == HEADING:
            found = self._heading(piece.shapes[0])
            if len(found) < SHORTEST and re.sub(r"\W", "", piece.lines[0].lower()) != found:
                found = ""
        elif piece.worth == GAME:
            behind = (node.index for shape in piece.run.seq[piece.end :] for node in nodes_of(shape) if node.point)
            found = self.remarks_of.asked_again(sorted(behind), self.game)
        elif piece.worth == ARM:
            found = self.arm_name(border.entry.index) or self.remarks_of.first_said(begun)
        else:
            found = phrase(self._remark(border.entry, points)) or self.remarks_of.above(points[0])
            if not found and told.startswith("say_") and not border.back:
                found = told
        word = piece.worth == ARM and found == self.occasions.arm(border.entry.index)  # that was typed
        least = SHORTEST if piece.worth not in (HEADING, GAME) and not word else 0
        if found.startswith("say_") and not isinstance(self.flow.points[begun[0]].statement, n.Print):
            return ""  # on some ways only
        return "" if len(found) < least or NO_HEADING.match(found) else found

    def _asks(self, index: int) -> bool:
        return bool(typed_into(core(self.flow.points[index].statement)))

    def _counts(self, border: Border) -> bool:
        """Whether it gives back the counter of a loop that Python leaves at its last value, or without one."""
        for node in (shape.test.node for shape in everything([border.shape]) if isinstance(shape, Range)):
            statement = node.point.statement if node.point is not None else None
            kept = isinstance(statement, n.For) and self.survey.name(statement.variable) in border.kept
            if kept and not self._live_after(node):
                return True
        return False

    def _live_after(self, test: Node) -> bool:
        assert test.point is not None and isinstance(test.point.statement, n.For)
        name = self.survey.name(test.point.statement.variable)
        return self.data_flow.alive(self.routine, [test.follows[1]], name)

    def _answers(self, border: Border) -> bool:
        """Whether what is asked for in a piece is what it is there for: it gives it back, or puts it into a list."""
        statements = (core(self.flow.points[index].statement) for index in border.points)
        targets = [target for statement in statements for target in typed_into(statement)]
        return any(isinstance(target, n.Element) or self.e.key(target) in border.kept for target in targets)


def _indices(shape: Shape) -> list[int]:
    """The points in a shape."""
    return [node.index for node in nodes_of(shape) if node.point is not None]


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
        match statement:
            case n.If() | n.Goto() | n.Remark() | n.Empty() | n.Print(items=[*_, n.Separator()]):
                pass
            case _:
                count += len(typed_into(statement)) or 1
    return count
