"""A long function is taken apart at its joints, where what is taken out has a name and is given little.

    800 REM SHORT RANGE SENSORS        short_range_sensors(q1, q2)    a heading, up to the next
    10 PRINT "WELL DIGGER": PRINT ...  introduce()                    what is said before anything happens
    430 INPUT "WHERE TO";D: IF ...     d = ask_where_to()             a loop that asks until the answer will do
    500 PRINT "THE YEAR IS OVER": ...  the_year_is_over(c, g, h)      a branch that says what it is about
    210 FOR J=1 TO 5: READ G$(J): NEXT read_g(g)                      a loop or a branch that does one thing
    600 PRINT "SCORE";S: IF S>9 THEN PRINT ...   report_result(s)          what is said at the end, one way or the other

A piece is some shapes of one sequence, in their order. It may leave for one place only; where that is `continue`, it
returns instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..analysis.flow import core
from ..analysis.structure import Again, Block, Branch, Code, Leave, Loop, Shape, Switch
from ..record import record
from ..syntax import nodes as n
from ..syntax.visit import walk
from .deeds import VAGUE, Deed, typed_into
from .occasions import items
from .outline import Border, Outline, crossing, own_names
from .page import Page, Run
from .remarks import phrase, shown
from .shapes import Answered, Asked, IfFlag, Seq, Try, ends, everything, nodes_of, parts

LONG = 30  # lines of a routine that is taken apart
FEW_GIVEN, FEW_BACK = 5, 2  # of a piece
FEW_REPORTED = 4
FEWEST_LINES, MOST_LINES = 4, 60
MANY_LINES = 8  # of a piece that does not only ask
INTRODUCED, INTRODUCING = 24, 4  # lines of a program that needs an introduction, and texts in it
NO_HEADING = re.compile(r"(?:main|start|begin|program|loop|end|next)(?:_|$)")  # names that tell nothing of a piece
SHORTEST = 5  # letters of a name
ARMS = (Branch, Switch, Answered, IfFlag, Asked)
OF_WAYS = ("leaving", "state", "from_")  # names that say where control goes
JUMPS = ("continue", "break", "return")
ASKING, HEADING, GAME, ARM, DEED, REPORT, INTRODUCTION = 6, 5, 4, 3, 2, 1, 0  # what its name comes from, the best first
SAYING = (n.Print, n.If, n.Goto, n.For, n.Next, n.Remark, n.Empty)


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
        """How many lines it may have, of a function of so many."""
        return whole * 9 // 10 if self.worth == GAME else min(MOST_LINES, whole * 2 // 3)

    @property
    def shapes(self) -> Seq:
        return self.run.seq[self.begin : self.end]


class Pieces(Outline):
    """Chooses the pieces; `layout.py` writes them."""

    wrapped: list[tuple[Seq, Seq]]  # sequences in which shapes have been put together, and what they were

    def outline_named(self, page: Page, whole: Seq) -> bool:
        """Choose pieces of a long routine, the best names first and the largest of these; of any an introduction."""
        if page.size < INTRODUCED:
            return False
        within = own_names([line.text for line in page.lines])
        shapes = [*everything(whole)]
        arms = {id(part) for shape in shapes if isinstance(shape, ARMS) for part in parts(shape)}
        loops = {id(shape.body) for shape in shapes if isinstance(shape, Loop)}
        tails = _tails(whole, "return", self.actions, {})
        found = [piece for run in page.runs for piece in self._candidates(run, arms, loops)] if page.size > LONG else []
        found += [piece for run in page.runs if found and run.seq is whole for piece in self._reports(run)]
        if self.part is None and self.routine.key == self.graph.main:
            found += [piece for run in page.runs if run.seq is whole for piece in self._introductions(run)]
        sized = [(piece, len(piece.lines)) for piece in found]
        fitting = [(piece, size) for piece, size in sized if FEWEST_LINES <= size <= piece.most(page.size)]
        taken: set[int] = set()
        rest = page.size
        for piece, size in sorted(fitting, key=lambda item: (item[0].worth, item[1]), reverse=True):
            inner = {id(shape) for shape in everything(piece.shapes)}
            wanted = rest > LONG or piece.worth == INTRODUCTION
            if wanted and not inner & taken and self._take(piece, size, within, tails):
                taken |= inner
                rest -= size - 1
        return bool(taken)

    def _candidates(self, run: Run, arms: set[int], loops: set[int]) -> Iterator[Candidate]:
        seq = run.seq
        heads = [position for position, shape in enumerate(seq) if self._heading(shape)]
        heads = [at for at in heads if not at or not _is_remark(seq[at - 1])]
        for begin, end in pairwise([*heads, len(seq)]):
            ends_here = {end, *(at for at in range(begin + 2, end) if _ends_with_loop(seq[at - 1]))}
            yield from (Candidate(run, begin, last, HEADING) for last in sorted(ends_here, reverse=True))
        if id(seq) in arms:
            yield Candidate(run, 0, len(seq), ARM)
        if id(seq) in loops:
            yield from self._games(run)
        for position in range(1, len(seq)):
            if _ends_with_loop(seq[position - 1]) and isinstance(seq[position], Code):
                yield Candidate(run, position, len(seq), ARM)
        for position, shape in enumerate(seq):
            if isinstance(shape, Loop | Branch | Switch | Try):
                points = [node.point for node in nodes_of(shape) if node.point is not None]
                asks = any(isinstance(core(point.statement), n.Input | n.LineInput) for point in points)
                yield Candidate(run, position, position + 1, ASKING if asks and isinstance(shape, Loop) else DEED)

    def _games(self, run: Run) -> Iterator[Candidate]:
        """The most of what a loop does again if that is wanted, up to the question."""
        points = [sorted(node.index for node in nodes_of(shape) if node.point is not None) for shape in run.seq]
        asking = [at for at, some in enumerate(points) if self.remarks_of.asked_again(some, self.game)]
        if not asking:
            return
        whole = sum(map(len, run.lines))
        leaving = {at for at, shape in enumerate(run.seq) if [*self._jumps_out([shape], False)]}
        for before, after in pairwise([-1, *sorted(leaving.union(asking))]):
            if sum(map(len, run.lines[before + 1 : after])) * 2 > whole:
                yield Candidate(run, before + 1, after, GAME)

    def _introductions(self, run: Run) -> Iterator[Candidate]:
        """What a program says before it does anything else."""
        said = [isinstance(shape, Code) and _speaks(shape) for shape in run.seq]
        begin = next((at for at, shape in enumerate(run.seq) if said[at] and not _is_remark(shape)), len(said))
        end = next((at for at in range(begin, len(said)) if not said[at]), len(said))
        while end > begin and _is_remark(run.seq[end - 1]):
            end -= 1  # it is about what follows
        points = [shape.node.point for shape in run.seq[begin:end] if isinstance(shape, Code)]
        texts = [text for text in map(shown, filter(None, points)) if text.strip()]
        menu = sum(any(items(text)) for text in texts)
        if all(isinstance(shape, Code) for shape in run.seq[:begin]) and len(texts) - menu >= INTRODUCING:
            yield Candidate(run, begin, end, INTRODUCTION)

    def _reports(self, run: Run) -> Iterator[Candidate]:
        """What a routine says at its end, if that depends on something."""
        begin = len(run.seq)
        while begin and self._says(run.seq[begin - 1]):
            begin -= 1
        if any(isinstance(shape, Branch | Switch) for shape in everything(run.seq[begin:])):
            yield Candidate(run, begin, len(run.seq), REPORT)

    def _says(self, shape: Shape) -> bool:
        """Whether nothing is done but to say something."""
        nodes = [node for node in nodes_of(shape) if node.point is not None]
        return all(node.kind == "end" or isinstance(node.point.statement, SAYING) for node in nodes if node.point)

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

    def _take(self, piece: Candidate, size: int, within: Counter[str], tails: dict[int, str]) -> bool:
        seq = piece.shapes
        entry = self._entry_of(seq)
        if entry is None or any(id(shape) in self.taken_out for shape in seq):
            return False
        if any(name.startswith(OF_WAYS) for name in crossing(piece.lines, within)):
            return False
        jumps = [*self._jumps_out(seq, False)]
        before = {id(jump): self.actions[id(jump)] for jump in jumps}
        behind = self._jump_behind(piece, jumps, tails)
        if behind is None:
            return False
        self.actions.update(dict.fromkeys(before, ""))
        shape = seq[0] if len(seq) == 1 else Block((entry.index, "piece", entry.place[2]), seq)
        border = self.border(shape, piece.lines, within, (FEW_GIVEN + (piece.worth == GAME), FEW_BACK))
        name = self._piece_name(piece, border, size) if border is not None and not border.unset else ""
        name = "" if name in self._taken_names() else name
        if border is None or not name:
            self.actions.update(before)
            return False
        self.actions.update(dict.fromkeys(before, "return"))
        if shape is not seq[0] or behind:
            self.wrapped.append((piece.run.seq, [*piece.run.seq]))
            piece.run.seq[piece.begin : piece.end] = [shape, *behind]
        remark = self._remark(border.entry, border.points)
        line = self.flow.points[border.points[0]].line
        self.taken_out[id(shape)] = border.part(self._free_name(name, line), remark)
        return True

    def unwrap(self) -> None:
        """Bring the shapes back that have been put together in pieces."""
        for seq, before in reversed(self.wrapped):
            seq[:] = before
        self.wrapped.clear()

    def _jumps_out(self, seq: Seq, looping: bool) -> Iterator[Leave | Again]:
        """The jumps that Python would have to write, from shapes to elsewhere."""
        for shape in seq:
            if isinstance(shape, Leave | Again):
                action = self.actions.get(id(shape))
                if action and (action not in ("break", "continue") or not looping):
                    yield shape
            elif id(shape) not in self.taken_out:
                for part in parts(shape):
                    own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
                    yield from self._jumps_out(part, looping or own)

    def _jump_behind(self, piece: Candidate, jumps: list[Leave | Again], tails: dict[int, str]) -> Seq | None:
        """The jump that has to stand behind a piece that several jumps leave: none if control gets there by itself, and
        None if they lead to different places."""
        actions = {self.actions[id(jump)] for jump in jumps}
        if not actions:
            return []
        if len(actions) > 1 or not actions <= {*JUMPS}:
            return None
        action = actions.pop()
        rest = piece.run.seq[piece.end :]
        if _falls(rest, tails[id(piece.run.seq)], self.actions) == action:
            return []
        own = {shape.label for shape in everything(piece.shapes) if isinstance(shape, Block | Loop)}
        leaving = [s for s in everything(piece.shapes) if isinstance(s, Leave | Again) and s.label not in own]
        first = jumps[0]
        if not ends(piece.shapes) or any(id(jump) not in map(id, jumps) for jump in leaving):
            return None
        copy = Leave(first.label) if isinstance(first, Leave) else Again(first.label)
        self.actions[id(copy)] = action
        return [copy]

    def _piece_name(self, piece: Candidate, border: Border, size: int) -> str:
        """What a piece is called, "" if it had better stay where it is."""
        points = border.points
        begun = [index for index in points if index >= border.entry.index]
        if piece.worth == INTRODUCTION:
            return "introduce"
        if not border.final and any(node.kind == "end" for node in border.nodes):
            return ""
        told = self.remarks_of.told(begun)
        if told.startswith("ask_") and self._answers(border):
            return told
        if piece.worth == ASKING and self._only_answers(border):
            return self.remarks_of.asked_for(begun)
        asks = any(typed_into(core(self.flow.points[index].statement)) for index in points)
        if asks and told and not border.back and (found := self.remarks_of.offered(begun)):
            return found
        if told and piece.worth == ARM and (found := self.remarks_of.asks_about_rules(begun[0])):
            return found
        if size < MANY_LINES:
            return ""
        if piece.worth == REPORT:
            return "report_result" if len(border.given) <= FEW_REPORTED else ""
        if piece.worth == HEADING:
            found = self._heading(piece.shapes[0])
        elif piece.worth == GAME:
            behind = (node.index for shape in piece.run.seq[piece.end :] for node in nodes_of(shape) if node.point)
            found = self.remarks_of.asked_again(sorted(behind), self.game)
        elif piece.worth == ARM:
            found = self.arm_name(border.entry.index) or self.remarks_of.first_said(begun)
        else:
            found = phrase(self._remark(border.entry, points)) or self.remarks_of.above(points[0])
            if not found and told.startswith("say_") and not border.back:
                found = told
            if not found and len(border.back) <= 1 and not asks:
                found = Deed(self.flow, points, border.taken, border.kept, False, self.game).name()
                calls = any(isinstance(self.flow.points[index].statement, n.Gosub | n.Input) for index in points)
                if VAGUE.match(found) or found == "play" or (found.startswith("fill_") and calls):
                    found = ""
        least = SHORTEST if found != "play" else 0
        if found.startswith("say_") and not isinstance(self.flow.points[begun[0]].statement, n.Print):
            return ""  # on some ways only
        return "" if len(found) < least or NO_HEADING.match(found) else found

    def _answers(self, border: Border) -> bool:
        """Whether what is asked for in a piece is what it is there for: it gives it back, or puts it into a list."""
        statements = (core(self.flow.points[index].statement) for index in border.points)
        targets = [target for statement in statements for target in typed_into(statement)]
        return any(isinstance(target, n.Element) or self.e.key(target) in border.kept for target in targets)

    def _only_answers(self, border: Border) -> bool:
        """Whether nothing else comes of a piece than what is typed in it, and is given back."""
        statements = [core(self.flow.points[index].statement) for index in border.points]
        typed = {self.e.key(target) for statement in statements for target in typed_into(statement)}
        lists = any(isinstance(s, n.Let) and isinstance(s.target, n.Element) for s in statements)
        calls = any(isinstance(s, n.Gosub | n.Swap | n.Read) for s in statements)
        return bool(border.kept) and typed.issuperset(border.kept) and not lists and not calls


def _falls(rest: Seq, tail: str, actions: dict[int, str]) -> str:
    """The jump that is as good as going on with the rest of a sequence; "" if there is more in it."""
    for shape in rest:
        if not isinstance(shape, Leave | Again):
            return ""
        if action := actions.get(id(shape)):
            return action
    return tail


def _tails(seq: Seq, tail: str, actions: dict[int, str], found: dict[int, str]) -> dict[int, str]:
    """For each sequence the jump that is as good as coming to its end."""
    found[id(seq)] = tail
    for position, shape in enumerate(seq):
        behind = _falls(seq[position + 1 :], tail, actions)
        for part in parts(shape):
            own = isinstance(shape, Loop) and part is not getattr(shape, "orelse", None)
            _tails(part, "continue" if own else behind, actions, found)
    return found


def _ends_with_loop(shape: Shape) -> bool:
    while isinstance(shape, Block) and shape.body:
        shape = shape.body[-1]
    return isinstance(shape, Loop)


def _is_remark(shape: Shape) -> bool:
    return isinstance(shape, Code) and shape.node.point is not None and isinstance(shape.node.point.statement, n.Remark)


def _speaks(shape: Code) -> bool:
    """Whether it only says something, the same in each run."""
    statement = core(shape.node.point.statement) if shape.node.point is not None else None
    match statement:
        case n.Remark() | n.Empty():
            return True
        case n.Print(channel=None) | n.Command(word="CLS" | "BEEP" | "LOCATE" | "COLOR" | "SCREEN" | "WIDTH"):
            depends = n.Variable | n.Element | n.Function | n.UserFunction
            return not any(isinstance(node, depends) for node in walk(statement))
    return False
