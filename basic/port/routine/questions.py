"""A question that is asked until it is answered by one of two words becomes a function that says which.

    340 PRINT "AGAIN";: INPUT A$          if play_again():
    350 IF A$="YES" THEN 100                  continue
    360 IF A$<>"NO" THEN 340              print("BYE")
    370 PRINT "BYE"

What an answer leads to stays where the question was asked. True is the answer that says yes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...analysis.flow import core
from ...analysis.routines.routines import Place
from ...analysis.shapes.structure import Block, Branch, Code, Leave, Loop
from ...analysis.variables.types import bare
from ...syntax import nodes as n
from ...syntax.visit import walk
from ..lines.page import Page, Run
from ..shape.asking import MEANT
from ..shape.shapes import Answered, Exits, Part, Seq, everything, jump_of, within
from .repeated import Repeated
from .seams import tails

INSIDE = (Code, Branch, Block, Leave)  # what is asked, and looked at
BOTH = 2  # answers
FEW_SHOWN = 3  # variables that a question shows
RELATIONS = ("=", "<>")

End = tuple[Seq, int, bool | None]  # a sequence that leads out from a position on; whether the answer was yes


class Questions(Repeated):
    """Finds them in what has been written."""

    def outline_questions(self, page: Page) -> bool:
        """Make functions of all that a routine asks so."""
        found = False
        for run in page.runs:
            for position, shape in enumerate(run.seq):
                if type(shape) is Loop and id(shape) not in self.taken_out:
                    found = self._take_question(run, position, shape) or found
        return found

    def _take_question(self, run: Run, position: int, loop: Loop) -> bool:
        """Whether this loop has become a function."""
        ends = [*self._ends(loop.body, {loop.label}, None)]
        said = [yes for _, _, yes in ends if yes is not None]
        if len(ends) != BOTH or not said or len({*said}) < len(said):
            return False
        yes = said[0] if ends[0][2] is not None else not said[0]
        before, wrapped = dict(self.actions), len(self.wrapped)
        arms = [self._cut(seq, begin) for seq, begin, _ in ends]
        part = self._question(loop) if all(map(self._breaks_at_ends, arms)) else None
        if part is None:
            self.close_ways(before, wrapped)
            return False
        for (seq, _, _), answer in zip(ends, (yes, not yes), strict=True):
            self.actions[id(seq[-1])] = f"return {answer}"
        for jump in self._jumps_out([*arms[0], *arms[1]], looping=False):
            if self.actions[id(jump)] == "break":
                self.actions[id(jump)] = ""
        self.wrapped.append((run.seq, [*run.seq]))
        asked: object = Answered(part, *(arms if yes else arms[::-1]))
        run.seq[position] = asked  # type: ignore[call-overload]
        return True

    def _cut(self, seq: Seq, begin: int) -> Seq:
        """What stands in a sequence from a position on; a jump stands there now."""
        arm = seq[begin:]
        self.wrapped.append((seq, [*seq]))
        jump = Leave((0, "answered", (-1, False, 0)))
        seq[begin:] = [jump]
        self.actions[id(jump)] = ""
        return arm

    def _breaks_at_ends(self, arm: Seq) -> bool:
        """Whether what leaves the loop in it is as good as coming to its end, where there is no loop any more."""
        behind = tails(arm, "break", self.actions, {})
        breaks = {id(jump) for jump in self._jumps_out(arm, looping=False) if self.actions[id(jump)] == "break"}
        last = {id(seq[-1]) for seq in within(arm) if seq and behind.get(id(seq)) == "break"}
        return breaks <= last

    def _question(self, loop: Loop) -> Part | None:
        """The function that a loop can be which is left by two such jumps; None if there is more in it, or more comes
        of it than an answer."""
        if not all(isinstance(shape, INSIDE) or jump_of(shape) for shape in everything(loop.body)):
            return None
        border = self.border(loop, [], Counter(), (FEW_SHOWN, 0))
        if border is None or self.remarks_of.offered(border.points):
            return None
        name = self.remarks_of.asked_whether(border.points, self.game)
        if not name or name in self._taken_names():
            return None
        part = border.part(self._free_name(name, self.flow.points[border.points[0]].line), "")
        part.asked = True
        return part

    def _ends(self, seq: Seq, home: set[Place], yes: bool | None) -> Iterator[End]:
        """Where control leaves a loop for good: the position from which on a sequence in it never leads `home`, to what
        is still within the loop. `yes`: what the last test says of the answer."""
        begin = len(seq)
        if Exits().closed(seq):
            while begin and not _leads_to(seq[begin - 1 :], home):
                begin -= 1
        for shape in seq[:begin]:
            if isinstance(shape, Branch):
                yield from self._ends(shape.first, home, self._affirms(shape, first=True))
                yield from self._ends(shape.second, home, self._affirms(shape, first=False))
                if Exits().closed(shape.first) or Exits().closed(shape.second):
                    yes = self._affirms(shape, first=not Exits().closed(shape.first))
            elif isinstance(shape, Block):
                yield from self._ends(shape.body, home | {shape.label}, yes)
        if begin < len(seq):
            yield seq, begin, yes

    def _affirms(self, shape: Branch, *, first: bool) -> bool | None:
        """Whether the answer is yes where a branch goes on with its first part, or its second; None if the test does
        not tell."""
        statement = core(shape.node.point.statement) if shape.node.point is not None else None
        if shape.node.kind != "if" or not isinstance(statement, n.If):
            return None
        meant, positive = _among(statement.condition) or _compared(statement.condition)
        if len(meant) != 1 or positive is None:
            return None
        return meant.pop() is (positive is (first is not shape.negated))


Meant = tuple[set[bool], bool | None]  # what the words of a test mean, and whether it asks for them, not for all others


def _compared(condition: n.Expression) -> Meant:
    """`A$="YES" OR A$="Y"`, `A<>0`"""
    found = [*walk(condition)]
    words = [str(node.value).upper() for node in found if isinstance(node, n.String | n.Number)]
    relations = {node.operator for node in found if isinstance(node, n.Binary) and node.operator in RELATIONS}
    return {MEANT[word] for word in words if word in MEANT}, relations == {"="} if len(relations) == 1 else None


def _among(condition: n.Expression) -> Meant | None:
    """`INSTR("Yy",A$)`, `INSTR("Nn",A$)=0`; None if nothing of the kind is asked."""
    found = [node for node in walk(condition) if isinstance(node, n.Function) and node.name == "INSTR"]
    if not found:
        return None
    texts = [argument.value for argument in found[0].arguments if isinstance(argument, n.String)]
    meant = {MEANT.get(letter) for text in texts for letter in text.upper()} - {None}
    match bare(condition):
        case n.Function():
            positive: bool | None = True
        case n.Binary(operator="=" | "<>" | ">" as relation, left=n.Function(), right=n.Number(value=0)):
            positive = relation != "="
        case _:
            positive = None
    return {bool(each) for each in meant}, positive


def _leads_to(seq: Seq, home: set[Place]) -> bool:
    return any((jump := jump_of(shape)) is not None and jump[1] in home for shape in everything(seq))
